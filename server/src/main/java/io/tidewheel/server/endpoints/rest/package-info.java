/**
 * The REST interface: reads requests strictly, asks engine and archive, and writes what they say as JSON. Every route of it stands in {@link
 * io.tidewheel.server.endpoints.rest.ApiRoutes}; nothing here decides about work.
 */
@NullMarked
package io.tidewheel.server.endpoints.rest;

import org.jspecify.annotations.NullMarked;
