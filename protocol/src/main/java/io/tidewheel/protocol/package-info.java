/**
 * The messages between agent, client and server, and the links that carry them. A link takes whole messages in both directions; one
 * kind goes over a socket, as varint-length-delimited frames after an HTTP upgrade, the other stays inside the process. Both ends share
 * this code, and it knows nothing of the server's HTTP side.
 */
@NullMarked
package io.tidewheel.protocol;

import org.jspecify.annotations.NullMarked;
