/**
 * The program {@code tidewheel}: every verb a user types. It decides nothing.
 */
@NullMarked
package io.tidewheel.cli;

import org.jspecify.annotations.NullMarked;
