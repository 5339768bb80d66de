package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.Optional;

/**
 * What a partition is told whose job is kept by another server, or by none at the moment. Nobody may wait for that: who works goes on with the number it
 * has, and who asks for the first time gets an equal part. What it does counts at its end, wherever the job is kept.
 */
public final class EqualShare {
    private static final Duration SPEAK_AGAIN = Duration.ofSeconds(10);

    private EqualShare() {}

    public static Share of(Progress news, Archive archive) {
        var run = archive.run(new RunId(news.getRun()));
        var document = run.map(known -> archive.document(known.id())).orElse(Payload.NONE);
        return of(news, run, document, archive.chain(ChainId.of(news.getRun(), news.getIndex())));
    }

    /**
     * @param run the run of its chain, if it is there
     * @param document what that is made of; of a job, its document
     */
    public static Share of(Progress news, Optional<RunRecord> run, Payload document, Optional<ChainRecord> chain) {
        var attempt = Attempt.newBuilder()
                .setRun(news.getRun())
                .setIndex(news.getIndex())
                .setAttempt(news.getAttempt());
        return Share.newBuilder()
                .setAttempt(attempt)
                .setCount(news.hasTold() ? news.getTold() : equalPart(run, document, chain))
                .setReportMillis(SPEAK_AGAIN.toMillis())
                .build();
    }

    private static long equalPart(Optional<RunRecord> run, Payload document, Optional<ChainRecord> chain) {
        boolean open = run.isPresent() && !run.get().state().isFinal();
        if (!open || chain.isEmpty() || chain.get().state().isFinal()) return 0;
        if (run.get().spec().kind() != RunKind.JOB) return equalPart(chain.get().body());
        var job = JobControllers.document(document);
        return equalPart(
                job.getIterations(),
                job.getPartitions(),
                chain.get().parameter().equals("0"));
    }

    /** The equal share of a partition whose job is a part of a workflow. */
    private static long equalPart(Payload body) {
        try {
            var part = Work.parseFrom(body.bytes()).getPart();
            if (part.getPartitions() == 0) return 0;
            return equalPart(part.getIterations(), part.getPartitions(), part.getPartition() == 0);
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a chain that was accepted cannot be read", strange);
        }
    }

    private static long equalPart(long iterations, long partitions, boolean isFirst) {
        long each = iterations / partitions;
        return isFirst ? each + iterations % partitions : each;
    }
}
