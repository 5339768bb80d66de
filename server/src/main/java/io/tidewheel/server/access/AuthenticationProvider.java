package io.tidewheel.server.access;

import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSettings;

/**
 * Offers a way to tell who sends a request, by what they show as their bearer token. Users choose it with {@code --authentication NAME}; the
 * server's own tokens are always accepted, too, because its agents show them.
 */
public interface AuthenticationProvider extends PluginProvider {
    PluginKind<AuthenticationProvider> KIND =
            new PluginKind<>("authentication", "way to authenticate", "--authentication", AuthenticationProvider.class);

    /** Opens it. Throws IllegalArgumentException, with a text for users, if its settings cannot be. */
    Credentials open(PluginSettings settings, AuthenticationRequest request);
}
