package io.tidewheel.model;

import java.time.Instant;
import java.util.Optional;

/**
 * A machine as it is recorded, from the intent to make it until after its end.
 *
 * @param setup the id of the setup it is made from; the file may have changed since then
 * @param externalId how whoever made it calls it
 * @param address where it can be reached
 * @param owner for whom it is reserved; nobody means everybody
 * @param billing what it costs, as agreed when it was made
 * @param since when it came into its present state
 * @param agentJoined when its first agent joined
 * @param ended when it was gone for good
 * @param wanted why it was made
 * @param reason why it is in its present state, for people; empty if that goes without saying
 * @param failed whether it is being given up because something went wrong
 */
public record MachineRecord(
        MachineId id,
        String setup,
        MachineState state,
        Optional<String> externalId,
        Optional<String> address,
        Optional<Owner> owner,
        Billing billing,
        Instant created,
        Instant since,
        Optional<Instant> agentJoined,
        Optional<Instant> ended,
        String wanted,
        String reason,
        boolean failed) {
    /** A machine that is to be made. */
    public static MachineRecord intended(MachineId id, Setup setup, Instant now, String wanted) {
        return intended(id, setup, Optional.empty(), now, wanted);
    }

    /** A machine that is to be made for an owner. */
    public static MachineRecord intended(MachineId id, Setup setup, Optional<Owner> owner, Instant now, String wanted) {
        return new MachineRecord(
                id,
                setup.id(),
                MachineState.CREATING,
                Optional.empty(),
                Optional.empty(),
                owner,
                setup.billing(),
                now,
                now,
                Optional.empty(),
                Optional.empty(),
                wanted,
                "",
                false);
    }

    /** The record of a machine that exists, and is prepared from now on. */
    public MachineRecord made(Machines.Made made, Instant now) {
        return new MachineRecord(
                id,
                setup,
                MachineState.PROVISIONING,
                Optional.of(made.externalId()),
                made.address(),
                owner,
                billing,
                created,
                now,
                agentJoined,
                ended,
                wanted,
                "",
                false);
    }

    /** An agent of it has joined. */
    public MachineRecord joined(Instant now) {
        return new MachineRecord(
                id,
                setup,
                MachineState.RUNNING,
                externalId,
                address,
                owner,
                billing,
                created,
                now,
                Optional.of(agentJoined.orElse(now)),
                ended,
                wanted,
                "",
                false);
    }

    public MachineRecord draining(Instant now, String why) {
        return in(MachineState.DRAINING, now, why, failed);
    }

    /** The record of a machine that is to be taken away, in good order or because it failed. */
    public MachineRecord destroying(Instant now, String why, boolean becauseItFailed) {
        return in(MachineState.DESTROYING, now, why, becauseItFailed);
    }

    /** The record of a machine that is gone. The reason stays the one for which it was given up. */
    public MachineRecord gone(Instant now) {
        return new MachineRecord(
                id,
                setup,
                failed ? MachineState.ERROR : MachineState.DESTROYED,
                externalId,
                address,
                owner,
                billing,
                created,
                now,
                agentJoined,
                Optional.of(now),
                wanted,
                reason,
                failed);
    }

    private MachineRecord in(MachineState other, Instant now, String why, boolean becauseItFailed) {
        return new MachineRecord(
                id,
                setup,
                other,
                externalId,
                address,
                owner,
                billing,
                created,
                now,
                agentJoined,
                ended,
                wanted,
                why,
                becauseItFailed);
    }
}
