package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;

/** What partitions are told: up to which count to work, and when to speak again. Pure. */
final class ShareInstructions {
    static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);
    private static final int REPORTS_TO_THE_END = 4;
    private static final int MOST_REPORTS_PER_SECOND = 1_000;

    private final CompiledJob plan;

    ShareInstructions(CompiledJob plan) {
        this.plan = plan;
    }

    /** @param running how many partitions are at work */
    Share of(Progress news, ShareAnswer answer, int running) {
        return switch (answer) {
            case ShareAnswer.Share(long count, Duration estimate, String _) ->
                share(attempt(news), count, interval(estimate, running));
            case ShareAnswer.Noted _, ShareAnswer.Refused _ -> stop(news);
        };
    }

    /** Tells a partition to stop: the share is what it says it has done, so there is nothing more for it to do. */
    Share stop(Progress news) {
        return share(attempt(news), news.getIterations(), plan.goal().reportEvery());
    }

    /** The share of nothing, for a partition that is still at work when the whole job is done. */
    static Share over(Attempt attempt) {
        return share(attempt, 0, SHORTEST_INTERVAL);
    }

    private static Share share(Attempt attempt, long count, Duration interval) {
        return Share.newBuilder()
                .setAttempt(attempt)
                .setCount(count)
                .setReportMillis(interval.toMillis())
                .build();
    }

    private static Attempt attempt(Progress news) {
        return Attempt.newBuilder()
                .setRun(news.getRun())
                .setIndex(news.getIndex())
                .setAttempt(news.getAttempt())
                .build();
    }

    /** Towards the end it is told more often, so that all end together. */
    private Duration interval(Duration estimate, int running) {
        var every = plan.goal().reportEvery();
        if (!plan.isBalanced() || estimate.isZero()) return every;
        var soon = estimate.dividedBy(REPORTS_TO_THE_END);
        var shortest = shortestInterval(running);
        if (soon.compareTo(shortest) < 0) soon = shortest;
        return soon.compareTo(every) < 0 ? soon : every;
    }

    /**
     * The shortest time between two reports of a partition. With many partitions it is longer: in the end, when each report takes longest
     * to decide, they must not all come at once.
     */
    private static Duration shortestInterval(int running) {
        var all = Duration.ofNanos(running * (1_000_000_000L / MOST_REPORTS_PER_SECOND));
        return all.compareTo(SHORTEST_INTERVAL) < 0 ? SHORTEST_INTERVAL : all;
    }
}
