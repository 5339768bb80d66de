/**
 * How things look on a screen or in a pipe: tables, numbers, durations, output formats. Data goes to standard output and everything else
 * to standard error; text of strangers is made harmless before a terminal sees it.
 */
@NullMarked
package io.tidewheel.cli.text;

import org.jspecify.annotations.NullMarked;
