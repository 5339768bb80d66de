package io.tidewheel.agent;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.runtime.Runtimes;
import io.tidewheel.agent.runtime.ScratchRoot;
import io.tidewheel.model.SessionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** What one life of an agent has on its machine: a session, a folder for its chains, and the runtimes that work in it. */
public record AgentHome(SessionId session, SessionSecret secret, ScratchRoot scratch, Runtimes runtimes)
        implements AutoCloseable {

    /**
     * Begins a life: makes the folder and opens the runtimes.
     *
     * @param random one that nobody can foresee, if others can reach the server
     */
    public static AgentHome open(Path scratchParent, Runtimes.Opener opener, RandomGenerator random) {
        var session = new SessionId(random.nextLong(1, Long.MAX_VALUE));
        try {
            var scratch = ScratchRoot.open(scratchParent, mark(session).id());
            return new AgentHome(session, SessionSecret.make(random), scratch, opener.open(mark(session), scratch));
        } catch (IOException error) {
            throw new UncheckedIOException(
                    "an agent cannot work in '%s': give it a folder it may write to".formatted(scratchParent), error);
        }
    }

    AgentSession mark() {
        return mark(session);
    }

    private static AgentSession mark(SessionId session) {
        return new AgentSession(HexFormat.of().toHexDigits(session.value()));
    }

    @Override
    public void close() {
        try {
            scratch.close();
        } catch (IOException error) {
            throw new UncheckedIOException(
                    "the agent's folder '%s' could not be removed".formatted(scratch.root()), error);
        } finally {
            runtimes.close();
        }
    }
}
