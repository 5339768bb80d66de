/**
 * Micro benchmarks and end-to-end load, side by side with the machine's own limits.
 */
@NullMarked
package io.tidewheel.bench;

import org.jspecify.annotations.NullMarked;
