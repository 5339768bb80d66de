/**
 * The command {@code run}: commands, arrays of them, or one per line of a file, handed to a server over its client stream, or to one inside
 * this process if there is none. On the way from the command line to the first output no HTTP, JSON or YAML is touched: that is what makes
 * it start fast.
 */
@NullMarked
package io.tidewheel.cli.run;

import org.jspecify.annotations.NullMarked;
