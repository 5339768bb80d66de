package io.tidewheel.server.access;

import io.tidewheel.model.plugins.PluginSettings;

/** {@code token}: the tokens that the server itself has made. */
public final class TokenAuthentication implements AuthenticationProvider {
    public static final String NAME = "token";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "tokens that the server has made (tidewheel token create --role user)";
    }

    @Override
    public Credentials open(PluginSettings settings, AuthenticationRequest request) {
        return request.tokens();
    }
}
