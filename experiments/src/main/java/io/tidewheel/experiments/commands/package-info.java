/** The commands {@code tidewheel lab ...}, which a source tree has. */
@NullMarked
package io.tidewheel.experiments.commands;

import org.jspecify.annotations.NullMarked;
