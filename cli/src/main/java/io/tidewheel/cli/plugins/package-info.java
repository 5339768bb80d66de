/** Finds plug-ins in a folder, tells them what is set about them, and lists them. */
@NullMarked
package io.tidewheel.cli.plugins;

import org.jspecify.annotations.NullMarked;
