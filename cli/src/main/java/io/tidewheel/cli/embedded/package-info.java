/**
 * A server, and if wanted an agent, inside this process: for {@code run} on a machine where no server runs, and for looking into a data
 * folder that no server uses now. Nothing listens on any port, and nothing is left behind.
 */
@NullMarked
package io.tidewheel.cli.embedded;

import org.jspecify.annotations.NullMarked;
