/**
 * The REST interface: reads requests strictly, asks engine and archive, and writes what they say as JSON. Every route stands in {@link
 * io.tidewheel.server.api.ApiRoutes}; nothing here decides about work.
 */
@NullMarked
package io.tidewheel.server.api;

import org.jspecify.annotations.NullMarked;
