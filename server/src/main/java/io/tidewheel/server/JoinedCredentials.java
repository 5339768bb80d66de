package io.tidewheel.server;

import io.tidewheel.server.http.Credentials;
import java.util.List;
import java.util.Optional;

/** Several ways to authenticate: whoever knows a token first says whose it is. */
record JoinedCredentials(List<Credentials> ways) implements Credentials {
    JoinedCredentials {
        ways = List.copyOf(ways);
    }

    @Override
    public Optional<Caller> callerOf(String token) {
        for (var way : ways) {
            var caller = way.callerOf(token);
            if (caller.isPresent()) return caller;
        }
        return Optional.empty();
    }
}
