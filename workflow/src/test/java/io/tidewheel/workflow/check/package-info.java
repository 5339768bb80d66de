@NullMarked
package io.tidewheel.workflow.check;

import org.jspecify.annotations.NullMarked;
