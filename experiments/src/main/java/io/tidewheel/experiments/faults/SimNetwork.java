package io.tidewheel.experiments.faults;

import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Carries messages with delays; some are lost, repeated or overtaken, as the hazards say. */
final class SimNetwork {
    private final VirtualTime time;
    private final RandomGenerator random;
    private FaultRates hazards = FaultRates.NONE;

    SimNetwork(VirtualTime time, RandomGenerator random) {
        this.time = time;
        this.random = random;
    }

    void hazards(FaultRates now) {
        hazards = now;
    }

    /** One direction of a connection: in order, unless a message is chosen to be late. */
    final class Wire {
        private long lastArrival;
        private boolean cut;

        void cut() {
            cut = true;
        }

        void carry(Runnable delivery) {
            if (random.nextDouble() < hazards.messageLost()) return;
            deliver(delivery);
            if (random.nextDouble() < hazards.messageRepeated()) deliver(delivery);
        }

        private void deliver(Runnable delivery) {
            long delay =
                    100_000 + (long) (random.nextDouble() * random.nextDouble() * hazards.longestDelaySeconds() * 1e9);
            long arrival = time.nanos() + delay;
            if (random.nextDouble() >= hazards.messageOvertakes()) {
                arrival = Math.max(arrival, lastArrival);
                lastArrival = arrival;
            }
            time.after(Duration.ofNanos(arrival - time.nanos()), () -> {
                if (!cut) delivery.run();
            });
        }
    }
}
