package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.jobs.JobView;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;

/** How an iterative job stands, or has ended, in a sentence. Pure. */
final class JobWords {
    private JobWords() {}

    static String running(JobView view) {
        var seen = view.outlook();
        long atSites = view.partitions().stream()
                .filter(part -> part.state().equals("RUNNING") && part.chain() < 0)
                .count();
        var sites = atSites > 0 ? " (%s at foreign sites)".formatted(atSites == seen.running() ? "all" : atSites) : "";
        var text = "%s; %s at work%s".formatted(stored(view), partitions(seen.running()), sites);
        if (seen.isLate() && !view.complete()) text += ", by whose speed it will be late";
        return seen.queued() > 0 ? text + "; %s".formatted(waiting(seen.queued())) : text;
    }

    static String ended(JobView view) {
        var took = view.took().map(time -> ", after " + seconds(time)).orElse("");
        var target = view.goal().target();
        if (target.isEmpty()) return stored(view) + took;
        if (!view.complete()) return "%s; its target of %s was missed".formatted(stored(view), seconds(target.get()));
        return stored(view)
                + took
                + view.late().map(late -> late(target.get(), late)).orElse("");
    }

    private static String late(Duration target, Duration late) {
        return late.isPositive()
                ? "; its target of %s was missed by %s".formatted(seconds(target), seconds(late))
                : "; its target of %s was met".formatted(seconds(target));
    }

    private static String stored(JobView view) {
        long wanted = view.goal().iterations();
        return view.complete()
                ? "all its %,d iterations are stored".formatted(wanted)
                : "%,d of its %,d iterations are stored".formatted(view.stored(), wanted);
    }

    private static String partitions(int number) {
        return CountedNoun.are(number, "partition");
    }

    private static String waiting(int number) {
        return number == 1 ? "1 waits" : "%d wait".formatted(number);
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
