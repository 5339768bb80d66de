package io.tidewheel.agent.runtime;

import io.tidewheel.model.Amounts;
import java.util.List;

/**
 * The countable parts of the machine that a chain was given.
 *
 * @param stated what its run said it needs
 * @param cpus how many processors it may use
 * @param gpus the names of its GPUs
 */
public record GivenParts(Amounts stated, int cpus, List<String> gpus) {
    public GivenParts {
        gpus = List.copyOf(gpus);
    }

    /** The parts of the machine that a chain gets which asked for nothing. */
    public static GivenParts ofSlot(int cpus) {
        return new GivenParts(Amounts.NONE, cpus, List.of());
    }

    /** What was stated, with a whole number of processors, at least one; a slot's where nothing was. */
    public static GivenParts of(Amounts stated, int cpusPerSlot, List<String> gpus) {
        long cpus = stated.milliCpus() == 0 ? cpusPerSlot : Math.ceilDiv(stated.milliCpus(), 1_000);
        return new GivenParts(stated, Math.clamp(cpus, 1, Integer.MAX_VALUE), gpus);
    }
}
