package io.tidewheel.model;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The port that makes and takes away machines. No method waits: each answers through a future, from any thread, possibly late or never;
 * whoever asks sets the time limit, and cancels the future when it has lost patience. Every call may be repeated for the same machine,
 * also after a crash of either side, and comes to the same end. A future that fails does so with {@link MachineFailure}.
 */
public interface Machines extends AutoCloseable {
    /** Makes a machine that bears the tag, or finds it if it has been made already. */
    CompletableFuture<Made> create(MachineId id, Setup setup, String tag);

    /**
     * Prepares a machine: waits until it can be reached, runs the setup's scripts and starts its agents, whose names are
     * {@link MachineId#agentName}. A machine that is ready is left as it is; one that is half prepared is prepared from the beginning.
     */
    CompletableFuture<Void> provision(MachineId id, Setup setup, Made made);

    /** Takes a machine away with everything that belongs to it. One that is not there is gone already. */
    CompletableFuture<Void> destroy(MachineId id);

    /** All machines that bear the tag, also those that are only half made. */
    CompletableFuture<List<Found>> list(String tag);

    /** Which kind of machines, where: one line for logs. No secrets. */
    String description();

    /** Lets go of what is needed to talk to the machines. The machines stay. */
    @Override
    void close();

    /** A machine that exists. */
    record Made(String externalId, Optional<String> address) {}

    /**
     * A machine that was found.
     *
     * @param alive false if nothing runs there any more, and it can only be taken away
     */
    record Found(MachineId id, String externalId, boolean alive) {}
}
