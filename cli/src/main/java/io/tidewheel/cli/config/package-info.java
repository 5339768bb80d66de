/**
 * What may be set, and where a value comes from: a flag, the environment, a file, or the default, in this order. Also where to turn to: a
 * server that is named, one that runs on this machine, or a data folder.
 */
@NullMarked
package io.tidewheel.cli.config;

import org.jspecify.annotations.NullMarked;
