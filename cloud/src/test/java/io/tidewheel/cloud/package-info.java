@NullMarked
package io.tidewheel.cloud;

import org.jspecify.annotations.NullMarked;
