/**
 * The messages between agent, client and server, their codec and their versions.
 */
@NullMarked
package io.tidewheel.protocol;

import org.jspecify.annotations.NullMarked;
