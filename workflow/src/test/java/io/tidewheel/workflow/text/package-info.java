@NullMarked
package io.tidewheel.workflow.text;

import org.jspecify.annotations.NullMarked;
