package io.tidewheel.experiments.faults;

import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.controllers.jobs.RememberedPartition;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a world has of foreign sites: the results that they have brought, which all servers share, and what is recorded of the partitions that count. A
 * partition that counts, counts for good.
 */
final class LabSites {
    /** The result of a partition, as sites name it. */
    record BroughtResult(String job, int partition) {}

    /** What was really done, by result. */
    private final Map<BroughtResult, Long> results = new LinkedHashMap<>();

    private final Set<String> ended = new HashSet<>();
    /** What counts of each run, as it was recorded. */
    private final Map<RunId, Map<Integer, Long>> counted = new HashMap<>();

    void keep(BroughtResult result, long count) {
        results.put(result, count);
    }

    boolean has(BroughtResult result) {
        return results.containsKey(result);
    }

    List<BroughtResult> broughtFor(String job) {
        return results.keySet().stream()
                .filter(result -> result.job().equals(job))
                .toList();
    }

    void end(String job) {
        ended.add(job);
    }

    boolean hasEnded(String job) {
        return ended.contains(job);
    }

    /** Something about runs has become durable. */
    void recorded(Map<RunId, SortedMap<Integer, Payload>> courses) {
        courses.forEach((run, pieces) -> pieces.headMap(0)
                .values()
                .forEach(piece -> RememberedPartition.read(piece).ifPresent(standing -> recorded(run, standing))));
    }

    private void recorded(RunId run, RememberedPartition standing) {
        int partition = standing.part().index();
        var ofRun = counted.computeIfAbsent(run, _ -> new TreeMap<>());
        var before = ofRun.get(partition);
        boolean countsAtSite = standing.wasAtSite() && standing.part().state() instanceof Stored;
        long count = standing.part().state() instanceof Stored stored ? stored.count() : 0;
        if (before != null && !(countsAtSite && count == before))
            throw new AssertionError(
                    "O2: partition %d of run %s was accepted from a site with %d iterations, and is now %s"
                            .formatted(partition, run, before, standing.part().state()));
        if (countsAtSite) ofRun.put(partition, count);
    }

    /** What sites have done of a job and counts, by partition. Throws IllegalStateException if that is more than they did. */
    Map<Integer, Long> counted(RunId run, String job) {
        var ofRun = counted.getOrDefault(run, Map.of());
        ofRun.forEach((partition, count) -> {
            var done = results.get(new BroughtResult(job, partition));
            if (done == null)
                throw new IllegalStateException(
                        "partition %d counts, and no site has brought its result".formatted(partition));
            if (count > done)
                throw new IllegalStateException("partition %d counts with %d iterations, and the site did %d"
                        .formatted(partition, count, done));
        });
        return ofRun;
    }
}
