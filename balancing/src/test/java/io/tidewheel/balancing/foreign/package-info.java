@NullMarked
package io.tidewheel.balancing.foreign;

import org.jspecify.annotations.NullMarked;
