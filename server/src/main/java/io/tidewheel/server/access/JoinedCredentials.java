package io.tidewheel.server.access;

import java.util.List;
import java.util.Optional;

/** Several ways to authenticate: whoever knows a token first says whose it is. */
public record JoinedCredentials(List<Credentials> ways) implements Credentials {
    public JoinedCredentials {
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
