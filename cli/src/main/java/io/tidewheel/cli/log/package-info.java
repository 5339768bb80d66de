/** What the libraries of this program log, printed as plain lines on standard error. */
@NullMarked
package io.tidewheel.cli.log;

import org.jspecify.annotations.NullMarked;
