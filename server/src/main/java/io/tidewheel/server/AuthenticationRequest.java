package io.tidewheel.server;

import io.tidewheel.model.Time;
import io.tidewheel.server.http.Credentials;

/**
 * What a way to authenticate may want to know of the server.
 *
 * @param tokens the server's own tokens
 */
public record AuthenticationRequest(Credentials tokens, Time time) {}
