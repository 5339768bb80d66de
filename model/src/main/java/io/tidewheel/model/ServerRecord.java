package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A server of a database, as it has written itself down.
 *
 * @param since when this life of it began
 * @param draining somebody wants it to give away what it has: it takes no agents, no runs and no submissions
 * @param agents how many agents it has written down
 * @param told how often it has written down something of its agents: whoever knows all up to here knows all
 * @param runs of how many runs it makes the chains
 * @param silentFor how long ago it said that it lives, by the clock of the store
 */
public record ServerRecord(
        ServerNumber number,
        ServerDescription description,
        Instant since,
        boolean draining,
        int agents,
        long told,
        int runs,
        Duration silentFor) {
    public String name() {
        return description.name();
    }

    /** @param silence a server that says nothing for so long is given up */
    public ServerState state(Duration silence) {
        if (!lives(silence)) return ServerState.SILENT;
        if (!draining) return ServerState.UP;
        return agents == 0 && runs == 0 ? ServerState.DRAINED : ServerState.DRAINING;
    }

    public boolean lives(Duration silence) {
        return silentFor.compareTo(silence) <= 0;
    }

    public ServerRecord standing(int agentsNow, long toldNow, int runsNow) {
        return new ServerRecord(number, description, since, draining, agentsNow, toldNow, runsNow, silentFor);
    }

    public ServerRecord silentFor(Duration howLong) {
        return new ServerRecord(number, description, since, draining, agents, told, runs, howLong);
    }

    public ServerRecord describedAs(ServerDescription other) {
        return new ServerRecord(number, other, since, draining, agents, told, runs, silentFor);
    }

    public ServerRecord toDrain() {
        return new ServerRecord(number, description, since, true, agents, told, runs, silentFor);
    }
}
