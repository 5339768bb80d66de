package io.tidewheel.server.access;

import io.tidewheel.model.Time;

/**
 * What a way to authenticate may want to know of the server.
 *
 * @param tokens the server's own tokens
 */
public record AuthenticationRequest(Credentials tokens, Time time) {}
