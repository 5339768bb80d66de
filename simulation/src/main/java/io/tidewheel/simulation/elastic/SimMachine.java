package io.tidewheel.simulation.elastic;

import io.tidewheel.model.MachineState.Supply;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A machine of the pool: whose it is, what it does, and until when it is paid. */
final class SimMachine {
    final String id;
    final int number;
    final int type;
    Supply supply = Supply.DOWN;
    int user = -1;
    long paidUntil;
    Instant paidUntilInstant = Instant.EPOCH;
    Instant since = Instant.EPOCH;
    /** Counts how often it was bought: what belonged to a former life is void. */
    int life;

    @Nullable
    OpenWorkflow workflow;

    int task;
    Instant started = Instant.EPOCH;

    SimMachine(String id, int number, int type) {
        this.id = id;
        this.number = number;
        this.type = type;
    }
}
