package io.tidewheel.server.jobs;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.StoreFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps how jobs go with their runs, and finds it again. All of it waits for the store. */
final class JobHistoryStore {
    private static final int PAGE = 10_000;
    /** Partitions whose course is written at once: while it is put together, those of the job wait. */
    private static final int PARTITIONS_AT_ONCE = 32;

    private static final int STANDINGS_AT_ONCE = 512;

    private final Archive archive;

    JobHistoryStore(Archive archive) {
        this.archive = archive;
    }

    StoredJobHistory of(RunId run) {
        return StoredJobHistory.of(pieces(run));
    }

    /** Of the jobs inside of a workflow, by what they are called, in the order in which they began. */
    Map<String, InnerJobHistory> inside(RunId run) {
        return InnerJobHistory.all(pieces(run));
    }

    /** How the partitions of a run stood when that was last written down. */
    List<RememberedPartition> standings(RunId run) {
        var standings = new ArrayList<RememberedPartition>();
        for (int from = Integer.MIN_VALUE; from < 0; ) {
            var page = archive.course(run, from, STANDINGS_AT_ONCE);
            page.headMap(0)
                    .values()
                    .forEach(piece -> RememberedPartition.read(piece).ifPresent(standings::add));
            if (page.size() < STANDINGS_AT_ONCE) break;
            from = page.lastKey() + 1;
        }
        return standings;
    }

    /** Writes down how partitions stand that stand otherwise than before, of each job at most so many batches. */
    void keepStandings(JobController job, int mostBatches) {
        for (int i = 0; i < mostBatches; i++) {
            var unkept = job.takeStandings(STANDINGS_AT_ONCE);
            if (unkept.pieces().isEmpty()) return;
            try {
                archive.keepCourse(job.run(), unkept.pieces());
            } catch (StoreFailure failed) {
                job.putBack(unkept.partitions());
                throw failed;
            }
        }
    }

    private SortedMap<Integer, Payload> pieces(RunId run) {
        var pieces = new TreeMap<Integer, Payload>();
        for (int from = 0; ; ) {
            var page = archive.course(run, from, PAGE);
            pieces.putAll(page);
            if (page.size() < PAGE) return pieces;
            from = page.lastKey() + 1;
        }
    }

    void recall(JobController job) {
        if (!job.hasRecalled()) job.recall(of(job.run()));
    }

    /** Lets jobs inside of one workflow know again what was kept of them. */
    void recall(RunId run, Collection<JobController> inside) {
        if (inside.stream().allMatch(JobController::hasRecalled)) return;
        var kept = inside(run);
        for (var job : inside) {
            var course = kept.get(job.action());
            job.recall(course == null ? StoredJobHistory.of(new TreeMap<>()) : course.course());
        }
    }

    /** Keeps what is new of jobs of one run, of each at most so many batches. */
    void keep(RunId run, Collection<JobController> jobs, int mostBatches) {
        var pieces = new TreeMap<Integer, Payload>();
        var taken = new ArrayList<Runnable>();
        for (var job : jobs) {
            for (int i = 0; i < mostBatches; i++) {
                var unkept = job.takeUnkept(PARTITIONS_AT_ONCE);
                if (unkept.pieces().isEmpty()) break;
                pieces.putAll(unkept.pieces());
                taken.add(() -> job.putBack(unkept));
                if (pieces.size() >= PARTITIONS_AT_ONCE) keep(run, pieces, taken);
            }
        }
        keep(run, pieces, taken);
    }

    private void keep(RunId run, SortedMap<Integer, Payload> pieces, List<Runnable> puttingBack) {
        if (pieces.isEmpty()) return;
        try {
            archive.keepCourse(run, pieces);
        } catch (StoreFailure failed) {
            puttingBack.forEach(Runnable::run);
            throw failed;
        }
        pieces.clear();
        puttingBack.clear();
    }
}
