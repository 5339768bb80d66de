package io.tidewheel.server.balancer;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.exact.ExactTask;
import io.tidewheel.balancing.exact.RuperCode;
import io.tidewheel.balancing.foreign.ForeignBalancer;
import io.tidewheel.model.Time;
import java.time.Duration;

/** RUPER-LB, number for number, in this process: what {@code tidewheel balance} would answer. */
public final class ExactBalancer implements ForeignBalancer {
    private static final long LONGEST_SECONDS = 1_000_000_000_000L;

    private final Time time;
    private final long origin;
    private ExactTask task;

    /** @param thresholdSeconds workers silent for longer are left out, and with less than half of it to go shares stay */
    public ExactBalancer(long iterations, int workers, long thresholdSeconds, Time time) {
        this.time = time;
        this.origin = time.nanos();
        this.task = ExactTask.of(iterations, workers, thresholdSeconds);
    }

    private long now() {
        return (time.nanos() - origin) / 1_000_000;
    }

    @Override
    public synchronized ShareAnswer start(int partition, long ageSeconds) {
        return told(partition, task.start(partition, ageSeconds, now()));
    }

    @Override
    public synchronized ShareAnswer report(int partition, long count, long ageSeconds) {
        return told(partition, task.report(partition, count, ageSeconds, now()));
    }

    @Override
    public synchronized ShareAnswer finish(int partition, long count, long ageSeconds) {
        var outcome = task.finish(partition, count, ageSeconds, now());
        task = outcome.task();
        return outcome.code() == RuperCode.OK ? new ShareAnswer.Noted() : refused(outcome.code());
    }

    private ShareAnswer told(int partition, ExactTask.Outcome outcome) {
        task = outcome.task();
        if (outcome.code() != RuperCode.OK) return refused(outcome.code());
        long assigned = task.workers().get(partition).assigned();
        var estimate = Duration.ofSeconds(Math.clamp(task.eta(), 0, LONGEST_SECONDS));
        return new ShareAnswer.Share(assigned, estimate, "RUPER-LB says so");
    }

    private static ShareAnswer refused(int code) {
        return new ShareAnswer.Refused(code, "RUPER-LB refuses it");
    }

    @Override
    public void close() {}
}
