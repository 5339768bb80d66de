/**
 * The program {@code tidewheel}: every command a user types. It decides nothing.
 */
@NullMarked
package io.tidewheel.cli;

import org.jspecify.annotations.NullMarked;
