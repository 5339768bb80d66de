package io.tidewheel.controllers.jobs;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a job remembers for people: what was decided, and how each partition went; and what of it is still to be kept.
 */
final class JobHistory {
    private static final int MOST_EVENTS = 200;

    /** What is new: whether something was decided, and the partitions of which there is more to tell. */
    record News(boolean events, List<Integer> partitions) {
        boolean isEmpty() {
            return !events && partitions.isEmpty();
        }
    }

    private final Map<Integer, PartitionSamples> samplesOf = new HashMap<>();
    private final ArrayDeque<JobView.Event> events = new ArrayDeque<>();
    /** The partitions of which there is something new to be kept; the one that has waited longest is first. */
    private final Set<Integer> unkept = new LinkedHashSet<>();

    private boolean eventsUnkept;

    void note(Instant at, String sentence) {
        events.add(new JobView.Event(at, sentence));
        if (events.size() > MOST_EVENTS) events.removeFirst();
        eventsUnkept = true;
    }

    /** @param partitions how many there are */
    void sample(int partition, JobView.Sample sample, int partitions) {
        samplesOf
                .computeIfAbsent(partition, _ -> new PartitionSamples())
                .add(sample, PartitionSamples.most(partitions));
        unkept.add(partition);
    }

    /** There is something new about these. */
    void stir(Collection<Integer> partitions) {
        unkept.addAll(partitions);
    }

    /** The job itself stands otherwise than before. */
    void stir() {
        eventsUnkept = true;
    }

    List<JobView.Event> events() {
        return List.copyOf(events);
    }

    /** How a partition went, at most so many steps. */
    List<JobView.Sample> history(int partition, int most) {
        var samples = samplesOf.get(partition);
        return samples == null ? List.of() : samples.samples(most);
    }

    /** Takes up what was kept before a restart. */
    void recall(StoredJobHistory stored, int partitions) {
        int most = PartitionSamples.most(partitions);
        stored.parts()
                .forEach((partition, kept) -> samplesOf
                        .computeIfAbsent(partition, _ -> new PartitionSamples())
                        .recall(StoredJobHistory.samples(kept), most));
        events.addAll(stored.events());
        while (events.size() > MOST_EVENTS) events.removeFirst();
    }

    /** What is new, of at most so many partitions; it counts as kept. */
    News take(int most) {
        var partitions = new ArrayList<Integer>();
        for (var next = unkept.iterator(); next.hasNext() && partitions.size() < most; next.remove())
            partitions.add(next.next());
        boolean decided = eventsUnkept;
        eventsUnkept = false;
        return new News(decided, partitions);
    }
}
