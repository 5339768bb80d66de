package io.tidewheel.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionSpeed;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.controllers.jobs.RememberedPartition;
import io.tidewheel.controllers.jobs.SiteOffer;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows are texts as the servers before wrote them, letter by letter. */
class EarlierSiteRowsTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final long MILLIS = NOON.toEpochMilli();
    private static final RunId RUN = new RunId(7);
    private static final String SITE = "0123456789abcdef";

    private final ObjectStore objects = MemoryDatabase.empty().objects(() -> NOON);
    private final SortedMap<Integer, Payload> course = new TreeMap<>();
    private Optional<Instant> began = Optional.empty();

    private final EarlierSiteRows rows = new EarlierSiteRows(
            new KeptHistories() {
                @Override
                public Optional<Instant> started(RunId run) {
                    return began;
                }

                @Override
                public SortedMap<Integer, Payload> course(RunId run) {
                    return new TreeMap<>(course);
                }
            },
            objects);

    private void row(int partition, String text) {
        new SiteObjects(objects).put(new ObjectName("jobs/7/" + partition), text);
    }

    private RememberedPartition read(int partition) {
        return RememberedPartition.read(rows.course(RUN).get(RememberedPartition.piece(partition)))
                .orElseThrow();
    }

    private static RememberedPartition atSite(int partition, String site, PartitionState state) {
        return RememberedPartition.atSite(new Partition(partition, site, state), Optional.empty());
    }

    private static Running running(Instant since, long told) {
        return new Running(since, since, 0, told, told, PartitionSpeed.supposed(0, since));
    }

    @Test
    void aRowOfEachKindSaysHowItsPartitionStood() {
        row(0, "queued -");
        row(1, "offered %s %d".formatted(SITE, MILLIS + 60_000));
        row(2, "running %s 500 %d".formatted(SITE, MILLIS));
        row(3, "finished %s 480 2.500000000e+01 %d".formatted(SITE, MILLIS + 1));
        row(4, "stored %s 490 1.234567890e-03 %d".formatted(SITE, MILLIS + 2));
        assertThat(read(0)).isEqualTo(atSite(0, "", new Queued(Instant.EPOCH)));
        assertThat(read(1).offer()).contains(new SiteOffer(SITE, NOON.plusSeconds(60)));
        assertThat(read(1).part()).isEqualTo(new Partition(1, "", new Queued(Instant.EPOCH)));
        assertThat(read(2)).isEqualTo(atSite(2, SITE, running(NOON, 500)));
        assertThat(read(3)).isEqualTo(atSite(3, SITE, new Finished(NOON.plusMillis(1), 480, 25)));
        assertThat(read(4)).isEqualTo(atSite(4, SITE, new Stored(NOON.plusMillis(2), 490, 1.23456789e-3)));
    }

    @Test
    void ofARowWithoutTimesTheJobTellsWhenItWas() {
        began = Optional.of(NOON);
        row(0, "running %s".formatted(SITE));
        row(1, "running %s 500".formatted(SITE));
        row(2, "stored %s 490 2.000000000e+00".formatted(SITE));
        assertThat(read(0)).isEqualTo(atSite(0, SITE, running(NOON, 0)));
        assertThat(read(1)).isEqualTo(atSite(1, SITE, running(NOON, 500)));
        assertThat(read(2)).isEqualTo(atSite(2, SITE, new Stored(NOON, 490, 2)));
    }

    @Test
    void theWholeNameOfASiteWhichIsAKeyIsNotTakenOver() {
        row(0, "offered %s-and-more %d".formatted(SITE, MILLIS));
        assertThat(read(0).offer()).contains(new SiteOffer(SITE, NOON));
    }

    @Test
    void whereTheCourseTellsOfASiteTheRowIsPassedOver() {
        var newer = atSite(0, SITE, new Stored(NOON, 600, 3));
        course.put(RememberedPartition.piece(0), newer.bytes());
        row(0, "running %s 500 %d".formatted(SITE, MILLIS));
        assertThat(read(0)).isEqualTo(newer);
    }

    @Test
    void aPartitionThatStillRunsIsMeasuredFromItsLastReportWhichTheCourseHas() {
        var reported = new Running(NOON, NOON.plusSeconds(30), 123, 500, 500, PartitionSpeed.supposed(4, NOON));
        var known = new RememberedPartition(-1, 0, new Partition(0, SITE, reported), false, Optional.empty());
        course.put(RememberedPartition.piece(0), known.bytes());
        row(0, "running %s 500 %d".formatted(SITE, MILLIS));
        assertThat(read(0).part()).isEqualTo(known.part());
        assertThat(read(0).wasAtSite()).isTrue();
    }

    @Test
    void butNotFromThatOfAnEarlierTry() {
        var reported = new Running(NOON, NOON, 123, 500, 500, PartitionSpeed.supposed(4, NOON));
        var known = new RememberedPartition(-1, 0, new Partition(0, SITE, reported), false, Optional.empty());
        course.put(RememberedPartition.piece(0), known.bytes());
        row(0, "running %s 400 %d".formatted(SITE, MILLIS + 60_000));
        assertThat(read(0)).isEqualTo(atSite(0, SITE, running(NOON.plusSeconds(60), 400)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jobs/8/0", "jobs/ended/7", "jobs/7/notes", "jobs/7/1234567", "output/results/7/0"})
    void whatIsNoRowOfTheRunIsNotRead(String name) {
        new SiteObjects(objects).put(new ObjectName(name), "stored %s 490 2.0 %d".formatted(SITE, MILLIS));
        assertThat(rows.course(RUN)).isEmpty();
    }

    @Test
    void aJobGoesOnWhereTheServerBeforeLeftIt() {
        row(0, "stored %s 250 2.000000000e+00 %d".formatted(SITE, MILLIS));
        row(1, "running %s 250 %d".formatted(SITE, MILLIS));
        row(2, "offered %s %d".formatted(SITE, MILLIS + 60_000));
        row(3, "queued %s".formatted(SITE));
        var job = opened();
        assertThat(job.job().stored()).isEqualTo(250);
        assertThat(job.job().partitions().get(1).state()).isInstanceOf(Running.class);
        assertThat(job.offerOf(2)).isPresent();
        assertThat(job.next(0, 10, NOON))
                .as("agents keep off what the site has")
                .extracting(next -> next.chain().parameter())
                .containsExactly("3");
    }

    private JobController opened() {
        var document = JobDocument.newBuilder()
                .setIterations(1_000)
                .setPartitions(4)
                .setMostPartitions(4)
                .setForeignId("1-2-3_pi.config")
                .setWork(Work.getDefaultInstance())
                .build();
        var spec = RunSpec.tasks(new Owner("ada"), "pi");
        return (JobController) new JobControllers(rows, () -> NOON).open(RUN, spec, Payload.of(document.toByteArray()));
    }
}
