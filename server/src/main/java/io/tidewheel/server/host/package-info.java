/**
 * Makes the parts of a server, joins the routes of its endpoints and keeps all of it running: threads, settings, the data folder, start and end.
 */
@NullMarked
package io.tidewheel.server.host;

import org.jspecify.annotations.NullMarked;
