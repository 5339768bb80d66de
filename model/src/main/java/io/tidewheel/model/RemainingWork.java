package io.tidewheel.model;

import java.util.List;

/**
 * What a run still has to do, as far as it is known beforehand: stages of work that is alike, each after others. What is unknown, as the
 * number of rounds of a loop that has not begun, counts once.
 */
public record RemainingWork(List<Stage> stages) {
    /** Nothing is known of what comes. */
    public static final RemainingWork NONE = new RemainingWork(List.of());

    /**
     * Chains of one kind at one place of a run.
     *
     * @param kind what they do; see {@link LaneSpec#kind}
     * @param need what each of them requires of an agent
     * @param open how many of them are made and have not ended
     * @param toCome how many of them are not made yet
     * @param after the stages that must be over before all of these can be made, by their places in the list; they stand before this one
     */
    public record Stage(String kind, RequiredResources need, long open, long toCome, List<Integer> after) {
        public Stage {
            after = List.copyOf(after);
            if (open < 0 || toCome < 0) throw new IllegalArgumentException("counts of chains are not negative");
        }
    }

    public RemainingWork {
        stages = List.copyOf(stages);
        for (int place = 0; place < stages.size(); place++) {
            for (int before : stages.get(place).after()) {
                if (before < 0 || before >= place)
                    throw new IllegalArgumentException("stage %d cannot come after stage %d".formatted(place, before));
            }
        }
    }

    public boolean isEmpty() {
        return stages.isEmpty();
    }
}
