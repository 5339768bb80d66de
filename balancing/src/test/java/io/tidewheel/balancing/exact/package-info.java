@NullMarked
package io.tidewheel.balancing.exact;

import org.jspecify.annotations.NullMarked;
