/**
 * The one entrance to the server: HTTP and the streams that are upgraded from it, on one port. A table names every route exactly, a gate
 * decides for every request before anything else sees it, and what is not named is denied. Helidon parses HTTP/1.1 here and writes it, and
 * what comes as HTTP/2 is answered by the same code; sockets, TLS, time limits and routing are ours, because they must be closed, watched
 * and decided in one place (decisions 0141 and 0191 have the figures).
 */
@NullMarked
package io.tidewheel.server.http;

import org.jspecify.annotations.NullMarked;
