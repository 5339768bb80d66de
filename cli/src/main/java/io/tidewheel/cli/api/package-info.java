/**
 * The REST interface as the commands use it: one port, {@link io.tidewheel.cli.api.ApiClient}, over HTTP or inside the process. Either way the same
 * handlers answer.
 */
@NullMarked
package io.tidewheel.cli.api;

import org.jspecify.annotations.NullMarked;
