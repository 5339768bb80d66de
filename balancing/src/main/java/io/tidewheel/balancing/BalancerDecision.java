package io.tidewheel.balancing;

import java.util.List;

/** Something the caller has to do, or may want to tell, beside answering. */
public sealed interface BalancerDecision {
    /** For users: what, and why. */
    String sentence();

    /** The given partitions are new, or wait again, and have to be offered to sites and agents. */
    record Queue(List<Integer> partitions, String why) implements BalancerDecision {
        public Queue {
            partitions = List.copyOf(partitions);
        }

        @Override
        public String sentence() {
            return "partitions %s wait to be taken: %s".formatted(partitions, why);
        }
    }

    /** The given partitions are not offered to anybody any more. */
    record Withdraw(List<Integer> partitions, String why) implements BalancerDecision {
        public Withdraw {
            partitions = List.copyOf(partitions);
        }

        @Override
        public String sentence() {
            return "partitions %s are withdrawn: %s".formatted(partitions, why);
        }
    }

    /** The iterations of this part are given to others. */
    record GiveUp(int partition, long iterations, String why) implements BalancerDecision {
        @Override
        public String sentence() {
            return "partition %d is lost with %d iterations, which others will do: %s"
                    .formatted(partition, iterations, why);
        }
    }

    /** A part that was lost is heard again; what it did counts again. */
    record WelcomeBack(int partition, long iterations) implements BalancerDecision {
        @Override
        public String sentence() {
            return "partition %d is back with %d iterations".formatted(partition, iterations);
        }
    }

    /** Enough results are stored. */
    record Complete(long stored) implements BalancerDecision {
        /** By which its sentence can be told from others. */
        public static final String BEGINNING = "complete: ";

        @Override
        public String sentence() {
            return BEGINNING + "results of %d iterations are stored".formatted(stored);
        }
    }
}
