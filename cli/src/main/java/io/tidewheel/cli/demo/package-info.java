/**
 * The tour that {@code tidewheel demo} gives: acts that use a server as users do, each with a sentence on what is happening and a check that
 * it really happened.
 */
@NullMarked
package io.tidewheel.cli.demo;

import org.jspecify.annotations.NullMarked;
