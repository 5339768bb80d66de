@NullMarked
package io.tidewheel.balancing;

import org.jspecify.annotations.NullMarked;
