/** What the HTTP server promises, tried with real sockets and hand-written bytes. */
@NullMarked
package io.tidewheel.server.http;

import org.jspecify.annotations.NullMarked;
