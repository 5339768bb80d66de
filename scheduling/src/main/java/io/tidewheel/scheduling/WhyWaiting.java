package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;

/** Why the chains of a lane are not placed. */
public sealed interface WhyWaiting {
    /** For users: the cause, and what would help. */
    String sentence();

    /** Nobody who is present offers the set; {@code nearestMissing} is what the best agent lacks, empty if there is no agent. */
    record NoAgentOffers(Capabilities requires, Capabilities nearestMissing, int agents) implements WhyWaiting {
        @Override
        public String sentence() {
            if (agents == 0) {
                return "no agent is connected; start one with: tidewheel agent start --server URL";
            }
            return "none of the %d agents offers [%s]; the nearest one lacks [%s]: start an agent with --capabilities %s"
                    .formatted(agents, requires, nearestMissing, requires);
        }
    }

    /** Agents that offer the set are present, but none has as much of cores, memory or gpus as a chain needs. */
    record NoAgentHas(Amounts needs, Capabilities requires, long agents) implements WhyWaiting {
        @Override
        public String sentence() {
            return "none of the %d agents that offer [%s] has %s: start a larger one, or ask for less"
                    .formatted(agents, requires, needs);
        }
    }

    /** Agents that could do it exist, and all their slots are in use. */
    record SuitableAgentsBusy(int agents, int slots, long ahead) implements WhyWaiting {
        @Override
        public String sentence() {
            return "all %d slots of the %d suitable agents are in use, and about %d chains are served first: more agents would help"
                    .formatted(slots, agents, ahead);
        }
    }

    /** Agents could do it, but all of them are on machines that cost something, and the run's own budget does not pay for them now. */
    record NotPaidFor() implements WhyWaiting {
        @Override
        public String sentence() {
            return "the agents that could do it are on machines that cost something, and the run's own budget does not"
                    + " pay for them now";
        }
    }

    /** It is next: the coming turn places it. */
    record AboutToStart() implements WhyWaiting {
        @Override
        public String sentence() {
            return "a suitable agent is free, it starts at once";
        }
    }
}
