package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.JobEvent;
import io.tidewheel.protocol.wire.JobEvents;
import io.tidewheel.protocol.wire.PartitionHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * How a job went, as it is kept with its run: what was decided, and the samples of each partition. Pieces are small, so that a job which runs writes
 * only what is new. A piece that cannot be read is left out: it is for people only.
 */
final class StoredJobHistory {
    /** The piece with what was decided; that of a partition has its number and one more. */
    static final int EVENTS = 0;

    private final Map<Integer, PartitionHistory> parts = new TreeMap<>();
    private List<JobView.Event> events = List.of();

    private StoredJobHistory() {}

    static int piece(int partition) {
        return partition + 1;
    }

    static StoredJobHistory of(SortedMap<Integer, Payload> pieces) {
        var stored = new StoredJobHistory();
        pieces.forEach((number, piece) -> {
            try {
                if (number == EVENTS) stored.events = events(JobEvents.parseFrom(piece.bytes()));
                else stored.parts.put(number - 1, PartitionHistory.parseFrom(piece.bytes()));
            } catch (InvalidProtocolBufferException strange) {
                // It is for people only.
            }
        });
        return stored;
    }

    static StoredJobHistory of(Map<Integer, PartitionHistory> parts, List<JobView.Event> events) {
        var stored = new StoredJobHistory();
        stored.parts.putAll(parts);
        stored.events = events;
        return stored;
    }

    /** What is to be kept of the news of a job that is a run of its own. */
    static SortedMap<Integer, Payload> pieces(
            JobHistory.News news, Collection<JobView.Event> events, IntFunction<JobView.PartView> parts) {
        var pieces = new TreeMap<Integer, Payload>();
        if (news.events()) pieces.put(EVENTS, piece(events));
        for (int partition : news.partitions()) pieces.put(piece(partition), piece(parts.apply(partition)));
        return pieces;
    }

    /** What was kept of the partitions, by their numbers. */
    Map<Integer, PartitionHistory> parts() {
        return parts;
    }

    List<JobView.Event> events() {
        return events;
    }

    static Payload piece(Collection<JobView.Event> events) {
        return Payload.of(wire(events).toByteArray());
    }

    static JobEvents wire(Collection<JobView.Event> events) {
        var all = JobEvents.newBuilder();
        for (var event : events)
            all.addEvents(
                    JobEvent.newBuilder().setAtMillis(event.at().toEpochMilli()).setText(event.sentence()));
        return all.build();
    }

    static List<JobView.Event> events(JobEvents all) {
        return all.getEventsList().stream()
                .map(event -> new JobView.Event(Instant.ofEpochMilli(event.getAtMillis()), event.getText()))
                .toList();
    }

    static Payload piece(JobView.PartView part) {
        return Payload.of(course(part).toByteArray());
    }

    static PartitionHistory course(JobView.PartView part) {
        var course = PartitionHistory.newBuilder()
                .setSite(part.site())
                .setState(part.state())
                .setIterations(part.done())
                .setShare(part.share())
                .setSpeed(part.speed());
        long at = 0;
        long done = 0;
        long share = 0;
        for (var sample : part.history()) {
            course.addAtMillis(sample.at().toEpochMilli() - at)
                    .addDone(sample.done() - done)
                    .addShares(sample.share() - share)
                    .addSpeeds(sample.speed());
            at = sample.at().toEpochMilli();
            done = sample.done();
            share = sample.share();
        }
        return course.build();
    }

    static List<JobView.Sample> samples(PartitionHistory course) {
        var samples = new ArrayList<JobView.Sample>();
        long at = 0;
        long done = 0;
        long share = 0;
        int size = Math.min(
                Math.min(course.getAtMillisCount(), course.getDoneCount()),
                Math.min(course.getSharesCount(), course.getSpeedsCount()));
        for (int i = 0; i < size; i++) {
            at += course.getAtMillis(i);
            done += course.getDone(i);
            share += course.getShares(i);
            samples.add(new JobView.Sample(Instant.ofEpochMilli(at), done, share, course.getSpeeds(i)));
        }
        return samples;
    }
}
