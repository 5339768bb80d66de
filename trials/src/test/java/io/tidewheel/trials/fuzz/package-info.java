/** Every reader of foreign text and bytes, for input that nobody meant. */
@NullMarked
package io.tidewheel.trials.fuzz;

import org.jspecify.annotations.NullMarked;
