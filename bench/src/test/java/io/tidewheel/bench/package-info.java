@NullMarked
package io.tidewheel.bench;

import org.jspecify.annotations.NullMarked;
