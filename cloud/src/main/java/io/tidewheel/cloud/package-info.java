/**
 * Adapters of the machine port: {@code local} makes child processes of the server, {@code ssh} uses machines that a user already has. They
 * know the model alone.
 */
@NullMarked
package io.tidewheel.cloud;

import org.jspecify.annotations.NullMarked;
