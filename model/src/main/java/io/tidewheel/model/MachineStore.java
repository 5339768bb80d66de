package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The durable record of machines. Every method is one atomic step, durable when it returns; none reads a clock; safe for many threads. Each
 * may throw {@link StoreFailure}.
 */
public interface MachineStore {
    /**
     * Makes this server the one that looks after the machines, unless another one does that has said within {@code silentFor} that it
     * lives. True if it is this one.
     */
    boolean lead(ServerNumber server, Duration silentFor);

    /**
     * Records machines, new ones or what has become of them, and who wanted it. False, and nothing recorded, if another server looks after
     * the machines, or if one of them has ended already: an end is final.
     */
    boolean save(ServerNumber server, List<MachineRecord> machines, List<AuditEntry> audit);

    /** All machines that have not ended, oldest first. */
    List<MachineRecord> present();

    Optional<MachineRecord> machine(MachineId id);

    /** Newest first, from the one after {@code after} on; an empty set of states means all. */
    List<MachineRecord> machines(Set<MachineState> states, Optional<MachineId> after, int limit);

    /** The machines made last from a setup, newest first. */
    List<MachineRecord> lastOf(String setup, int limit);

    /** The machines that were there at some time in [from, to), oldest first. */
    List<MachineRecord> between(Instant from, Instant to, int limit);

    /**
     * Adds to what is recorded of the use of machines, and of how long work took on them. False, and nothing recorded, if another server looks
     * after the machines.
     */
    boolean use(ServerNumber server, List<MachineUse> uses, List<WorkTime> times);

    /** The runs by which a machine was used, and when. */
    List<MachineUse> usesOf(MachineId machine);

    /** The machines that a run has used, in the order of their names. */
    List<MachineId> usedBy(RunId run, int limit);

    /** How long work took on machines, what was done last first. */
    List<WorkTime> workTimes(int limit);

    /**
     * Removes the records of machines that ended before, with their uses, oldest first, and how long work took that was not done since.
     * Returns how many machines are gone.
     */
    int forget(Instant endedBefore, int limit);
}
