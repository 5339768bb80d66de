package io.tidewheel.server.access;

import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class TokenAuthenticationTest extends AuthenticationContract {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final Owner ANN = new Owner("ann");

    private final VirtualTime time = new VirtualTime(NOON);
    private final TokenRegistry tokens =
            new TokenRegistry(MemoryDatabase.empty().archive(), time, new SecureRandom());
    private final TokenRegistry.Made made = tokens.make(Role.USER, ANN, "", Optional.empty());

    @Override
    protected Credentials open() {
        var provider = new TokenAuthentication();
        return provider.open(
                PluginSettings.usual("authentication.token.", provider.settings()),
                new AuthenticationRequest(tokens, time));
    }

    @Override
    protected String valid() {
        return made.secret();
    }

    @Override
    protected Caller caller() {
        return new Caller(Role.USER, ANN, made.record().id());
    }

    @Override
    protected List<String> noLongerValid() {
        var expired = tokens.make(Role.USER, ANN, "", Optional.of(NOON));
        var revoked = tokens.make(Role.USER, ANN, "", Optional.empty());
        tokens.revoke(revoked.record());
        return List.of(expired.secret(), revoked.secret());
    }
}
