package io.tidewheel.engine;

import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A machine that has not ended, as the fleet keeps it in memory. */
final class LiveMachine {
    private static final Duration LONGEST_BLINK = Duration.ofSeconds(10);

    MachineRecord record;

    /** What has been asked for, and is not answered yet. */
    @Nullable
    CompletableFuture<?> step;
    /** Counts the steps, so that the answer to an earlier one is known as such. */
    long stepNumber;
    /** When patience with the present step ends. */
    Instant limit = Instant.MAX;

    /** Whether the scripts of the machine have run: what is missing is its agent. */
    boolean provisioned;

    int destroyAttempts;

    // --- what was seen last ---

    List<AgentView> agents = new ArrayList<>();
    private int holds;
    Instant lastPresent;
    private Instant lastLook;
    Optional<Instant> idleSince = Optional.empty();
    long finished = -1;
    final Set<SessionId> toldToDrain = new HashSet<>();

    LiveMachine(MachineRecord record, Instant now) {
        this.record = record;
        this.lastPresent = now;
        this.lastLook = now;
    }

    /** How many chains its agents had. */
    int holds() {
        return holds;
    }

    /** Looks at its agents, and notes since when they have nothing to do. */
    void see(List<AgentView> present, Instant now) {
        // While nobody could look, nobody could give it work either: that is not its idleness.
        if (lastLook.plus(LONGEST_BLINK).isBefore(now)) idleSince = Optional.empty();
        lastLook = now;
        agents = present;
        if (!present.isEmpty()) lastPresent = now;
        long done = 0;
        holds = 0;
        for (var agent : present) {
            done += agent.finished();
            holds += agent.holds();
        }
        boolean idle = !present.isEmpty() && holds == 0;
        // Work that came and went between two looks is seen by the number of finished chains.
        if (!idle) idleSince = Optional.empty();
        else if (idleSince.isEmpty() || done != finished) idleSince = Optional.of(now);
        finished = done;
    }

    /** Lets the present step go on; its answer does not matter any more. */
    void ignoreStep() {
        step = null;
        stepNumber++;
        limit = Instant.MAX;
    }

    /** Ends the present step. */
    void dropStep() {
        var asked = step;
        ignoreStep();
        if (asked != null) asked.cancel(true);
    }
}
