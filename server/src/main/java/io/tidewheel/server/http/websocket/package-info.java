/** A WebSocket: how it is asked for, and the frames of one that is open. It knows neither routes nor gate. */
@NullMarked
package io.tidewheel.server.http.websocket;

import org.jspecify.annotations.NullMarked;
