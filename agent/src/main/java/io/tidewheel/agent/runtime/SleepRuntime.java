package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.SharpTimers;
import io.tidewheel.protocol.wire.Ending;
import java.util.function.LongSupplier;

/** Does nothing for a while: for measuring. */
public final class SleepRuntime implements CommandRuntime {
    private final LongSupplier nanos;

    public SleepRuntime(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public CommandEnd run(CommandStep step) {
        var limits = step.limits();
        long wanted = wanted(step.command().getSleepMicros());
        // Counted from the start of the chain, so that the slot's own work does not prolong it.
        long from = step.isFirst() ? limits.startedNanos() : nanos.getAsLong();
        long left = limits.left(from);
        long quiet = limits.inactivity().at();
        try (var _ = SharpTimers.open()) {
            step.stop().sleep(from, Math.min(wanted, Math.min(left, quiet)), nanos);
        }
        if (step.stop().isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request");
        if (wanted <= left && wanted <= quiet) return CommandEnd.SUCCESS;
        return left <= quiet ? limits.over() : limits.inactive();
    }

    private static long wanted(long micros) {
        return micros < 0 || micros > Long.MAX_VALUE / 1_000 ? Long.MAX_VALUE : micros * 1_000;
    }
}
