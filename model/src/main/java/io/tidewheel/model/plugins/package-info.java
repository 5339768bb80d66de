/**
 * The seam for plug-ins: what every provider says of itself, how it is told what it is set to, and the providers of the ports of
 * {@code model}. Nothing here opens a file: where plug-ins are, and what is set, is handed in.
 */
@NullMarked
package io.tidewheel.model.plugins;

import org.jspecify.annotations.NullMarked;
