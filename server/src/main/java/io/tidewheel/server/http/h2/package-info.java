/**
 * One connection of HTTP/2: frames and header compression are a library's, what may be sent and how much of it is ours. It knows neither
 * routes nor gate; whoever answers requests is handed in. Nothing here waits without an end, and nothing is kept that a peer has not been
 * allowed to send before.
 */
@NullMarked
package io.tidewheel.server.http.h2;

import org.jspecify.annotations.NullMarked;
