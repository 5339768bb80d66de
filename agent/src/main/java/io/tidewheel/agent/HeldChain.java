package io.tidewheel.agent;

import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain this agent holds: from its assignment until the server has acknowledged what became of it. What it is never changes; where it
 * stands belongs to {@link HeldChains}.
 */
final class HeldChain {
    /** Where a held chain stands. */
    enum State {
        WAITING,
        RUNNING,
        /** The report about the chain, or its return, is on the way to the server. */
        DONE
    }

    final AttemptId id;
    /** Shows that a server gave it to this agent; 0 if there is none. */
    final long receipt;

    final int lane;
    /** The owner whose chain it is; empty if the server did not say. */
    final String owner;

    final Work work;
    final String parameter;
    /** What its run has stated. */
    final Amounts needs;

    final long maxRuntime;
    final long maxInactivity;
    final long receivedNanos;
    /** Counted from {@link #receivedNanos}; {@link AttemptTimeLimits#NEVER} if there is none. */
    final long deadline;
    /** Whether nothing begins with its end, as with that of one task of many. */
    final boolean unhurried;
    /** What is wrong with it, if it cannot be run at all. */
    final @Nullable String defect;
    /** Whether it takes no time, so that many can be done in one go. */
    final boolean instant;

    State state = State.WAITING;
    /** Whether a slot took it, so that there is something to go on with. */
    boolean begun;
    /** The lease is lost: nobody wants to hear of it. */
    boolean forgotten;

    /** How urgently it is to be stopped. */
    StopSwitch.Urgency stopAsked = StopSwitch.Urgency.NOT_ASKED;

    /** There while it runs, unless it is instant. */
    @Nullable
    Running running;

    /** What exists only while a chain runs. */
    static final class Running {
        final long startedNanos;
        final StopSwitch stop;
        final TaskOutput output;
        /** Whether the server has been told that it runs; touched by the pulse alone. */
        boolean told;

        Running(long startedNanos, StopSwitch stop, TaskOutput output) {
            this.startedNanos = startedNanos;
            this.stop = stop;
            this.output = output;
        }
    }

    HeldChain(
            AttemptId id,
            long receipt,
            int lane,
            String owner,
            Work work,
            String parameter,
            Amounts needs,
            long maxRuntime,
            long maxInactivity,
            long receivedNanos,
            long deadline,
            boolean unhurried,
            @Nullable String defect) {
        this.id = id;
        this.receipt = receipt;
        this.lane = lane;
        this.owner = owner;
        this.work = work;
        this.parameter = parameter;
        this.needs = needs;
        this.maxRuntime = maxRuntime;
        this.maxInactivity = maxInactivity;
        this.receivedNanos = receivedNanos;
        this.deadline = deadline;
        this.unhurried = unhurried;
        this.defect = defect;
        this.instant = defect != null
                || (!work.hasReuse()
                        && !work.hasPart()
                        && work.getStageInCount() + work.getStageOutCount() + work.getFilesCount() == 0
                        && isInstant(work.getCommandsList()));
    }

    Attempt toWire() {
        var attempt = id.toWire().toBuilder();
        if (receipt != 0) attempt.setReceipt(receipt);
        return attempt.setGoesOn(goesOn()).build();
    }

    /**
     * Whether this attempt is worth more than a later one elsewhere. Not so for what was never begun or is being stopped, nor for a partition, which shares
     * its iterations with others: who has been given a later attempt of it goes on with what is left.
     */
    private boolean goesOn() {
        return begun && !forgotten && stopAsked == StopSwitch.Urgency.NOT_ASKED && !work.hasPart();
    }

    /** Whether it was tried before, and may have ended the agent that tried it. */
    boolean isRetried() {
        return id.attempt() > 1;
    }

    private static boolean isInstant(List<Command> commands) {
        for (int i = 0; i < commands.size(); i++) {
            if (!isInstant(commands.get(i))) return false;
        }
        return true;
    }

    private static boolean isInstant(Command command) {
        return command.getRuntime() == Runtime.NOOP
                && command.getMakeFoldersCount() == 0
                && command.getCollectCount() == 0
                && command.getInputFilesCount() == 0;
    }
}
