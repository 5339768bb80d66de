@NullMarked
package io.tidewheel.bench.steep;

import org.jspecify.annotations.NullMarked;
