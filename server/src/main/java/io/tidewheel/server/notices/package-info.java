/**
 * Tells people outside what happens: finds out what there is to tell, keeps it until it has been told, and tells it by the notifiers that are
 * built in or that plug-ins offer. Nothing here is waited for by the engine.
 */
@NullMarked
package io.tidewheel.server.notices;

import org.jspecify.annotations.NullMarked;
