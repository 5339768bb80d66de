@NullMarked
package io.tidewheel.autoscaling;

import org.jspecify.annotations.NullMarked;
