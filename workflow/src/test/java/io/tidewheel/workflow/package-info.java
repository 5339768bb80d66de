@NullMarked
package io.tidewheel.workflow;

import org.jspecify.annotations.NullMarked;
