package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CountedNoun;

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
            var who = agents == 1 ? "the only agent does not offer" : "none of the %d agents offers".formatted(agents);
            var lacks = agents == 1 ? "it lacks" : "the nearest one lacks";
            return "%s [%s]; %s [%s]: start an agent with --capabilities %s"
                    .formatted(who, requires, lacks, nearestMissing, requires);
        }
    }

    /**
     * Agents that offer the set are present, but none has as much of cores, memory, gpus or what users count as a chain needs.
     *
     * @param lacks what the one that lacks least has too little of
     */
    record NoAgentHas(Amounts needs, Amounts lacks, Capabilities requires, long agents) implements WhyWaiting {
        @Override
        public String sentence() {
            boolean any = requires.equals(Capabilities.NONE);
            var who = agents == 1
                    ? "the only agent%s does not have".formatted(any ? "" : " that offers [%s]".formatted(requires))
                    : "none of the %d agents%s has"
                            .formatted(agents, any ? "" : " that offer [%s]".formatted(requires));
            var what = agents == 1 || needs.equals(lacks)
                    ? lacks.toString()
                    : "%s together, the nearest one lacks %s".formatted(needs, lacks);
            return "%s %s: start one with --has %s, or ask for less".formatted(who, what, lacks.text());
        }
    }

    /** Agents that have as much are present and have a free slot, but others use what a chain needs. */
    record AmountsInUse(Amounts needs, Amounts lacks, int agents) implements WhyWaiting {
        @Override
        public String sentence() {
            var who = agents == 1
                    ? "the only suitable agent has a free slot"
                    : "of the %d suitable agents some have a free slot".formatted(agents);
            return "%s, but too little is left there of what it needs (%s): others use it".formatted(who, lacks);
        }
    }

    /** Agents that could do it exist, and all their slots are in use. */
    record SuitableAgentsBusy(int agents, int slots, long ahead) implements WhyWaiting {
        @Override
        public String sentence() {
            return "all %s of %s are in use, and about %s before it: more agents would help"
                    .formatted(
                            CountedNoun.of(slots, "slot"),
                            agents == 1 ? "the only suitable agent" : "the %d suitable agents".formatted(agents),
                            CountedNoun.are(ahead, "chain") + " served");
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

    /** An agent is still finding out whether it can do it. */
    record BeingFoundOut(Capabilities requires) implements WhyWaiting {
        @Override
        public String sentence() {
            return "an agent is still finding out whether it can offer [%s]: it starts there if it can"
                    .formatted(requires);
        }
    }

    /** The chain is next: the coming turn places it. */
    record AboutToStart() implements WhyWaiting {
        @Override
        public String sentence() {
            return "a suitable agent is free, it starts at once";
        }
    }
}
