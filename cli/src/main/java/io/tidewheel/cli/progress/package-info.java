/** Tells on standard error how far a run is: a line that redraws itself on a terminal, a plain line every few seconds elsewhere. */
@NullMarked
package io.tidewheel.cli.progress;

import org.jspecify.annotations.NullMarked;
