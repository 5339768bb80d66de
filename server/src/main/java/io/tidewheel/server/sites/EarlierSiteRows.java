package io.tidewheel.server.sites;

import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionSpeed;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.controllers.jobs.RememberedPartition;
import io.tidewheel.controllers.jobs.SiteOffer;
import io.tidewheel.controllers.sites.SiteIdentity;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What servers before this one kept of partitions at foreign sites: a small object for each, beside what was kept of the run's course. Where the course knows
 * better, the object is passed over.
 */
public record EarlierSiteRows(KeptHistories courses, ObjectStore objects) implements KeptHistories {
    private static final int MOST_PARTITIONS = 100_000;

    @Override
    public Optional<Instant> started(RunId run) {
        return courses.started(run);
    }

    @Override
    public SortedMap<Integer, Payload> course(RunId run) {
        var pieces = courses.course(run);
        var began = courses.started(run);
        for (var row : objects.list("jobs/%s/".formatted(run), Optional.empty(), MOST_PARTITIONS)) {
            var number = row.name().text().substring(row.name().text().lastIndexOf('/') + 1);
            if (number.matches("[0-9]{1,6}")) add(pieces, Integer.parseInt(number), row.name(), began);
        }
        return pieces;
    }

    private void add(SortedMap<Integer, Payload> pieces, int partition, ObjectName row, Optional<Instant> began) {
        int piece = RememberedPartition.piece(partition);
        var known = Optional.ofNullable(pieces.get(piece)).flatMap(RememberedPartition::read);
        if (known.isPresent() && known.get().wasAtSite()) return;
        var words = List.of(new SiteObjects(objects).text(row).strip().split(" ", -1));
        read(partition, words, known, began).ifPresent(found -> pieces.put(piece, found.bytes()));
    }

    private static Optional<RememberedPartition> read(
            int index, List<String> words, Optional<RememberedPartition> known, Optional<Instant> began) {
        var site = words.size() > 1 && !words.get(1).equals("-") ? words.get(1) : "";
        var nobody = new Partition(index, "", new PartitionState.Queued(Instant.EPOCH));
        return switch (words.getFirst()) {
            case "queued" ->
                Optional.of(known.map(EarlierSiteRows::atSite)
                        .orElseGet(() -> RememberedPartition.atSite(nobody, Optional.empty())));
            case "offered" ->
                Optional.of(RememberedPartition.atSite(
                        nobody, Optional.of(new SiteOffer(SiteIdentity.shown(site), time(words, 2, began)))));
            case "running" -> {
                var since = time(words, 3, began);
                boolean isSame = known.filter(was -> was.part().state() instanceof PartitionState.Running ran
                                && !ran.since().isBefore(since))
                        .isPresent();
                if (isSame) yield known.map(EarlierSiteRows::atSite);
                long told = words.size() > 2 ? Long.parseLong(words.get(2)) : 0;
                var state = new PartitionState.Running(since, since, 0, told, told, PartitionSpeed.supposed(0, since));
                yield Optional.of(RememberedPartition.atSite(new Partition(index, site, state), Optional.empty()));
            }
            case "finished", "stored" -> {
                var at = time(words, 4, began);
                long count = Long.parseLong(words.get(2));
                double speed = Double.parseDouble(words.get(3));
                PartitionState state = words.getFirst().equals("stored")
                        ? new PartitionState.Stored(at, count, speed)
                        : new PartitionState.Finished(at, count, speed);
                yield Optional.of(RememberedPartition.atSite(new Partition(index, site, state), Optional.empty()));
            }
            default -> Optional.empty();
        };
    }

    private static RememberedPartition atSite(RememberedPartition known) {
        return new RememberedPartition(known.chain(), known.attempt(), known.part(), true, known.offer());
    }

    /** Rows of the oldest servers have no times. */
    private static Instant time(List<String> words, int place, Optional<Instant> began) {
        return words.size() > place
                ? Instant.ofEpochMilli(Long.parseLong(words.get(place)))
                : began.orElse(Instant.EPOCH);
    }
}
