@NullMarked
package io.tidewheel.balancing.hint;

import org.jspecify.annotations.NullMarked;
