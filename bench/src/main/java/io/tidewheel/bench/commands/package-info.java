/**
 * The workbench: the program with the commands {@code bench ...} and {@code lab ...}, which a source tree has and the product has not.
 */
@NullMarked
package io.tidewheel.bench.commands;

import org.jspecify.annotations.NullMarked;
