package io.tidewheel.cli.demo;

import io.tidewheel.cli.progress.Numbers;
import io.tidewheel.cli.progress.Progress;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.client.Commands;
import io.tidewheel.client.RunOptions;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.concurrent.ConcurrentSkipListSet;

/** Thousands of tasks that do nothing: what is left is what the system costs. */
record TinyTasks(int count) implements Act {
    @Override
    public boolean play(Theatre theatre, int number) {
        theatre.announce(
                number,
                "Many small tasks: %s of them, each made durable, run once, and answered."
                        .formatted(Shown.count(count)));
        var work = Work.newBuilder().addCommands(Commands.noop()).build();
        long began = System.nanoTime();
        var run = theatre.client()
                .open(RunOptions.named("tiny").withTemplate(work).withArray(new IndexRange(1, count, 1)));
        var done = new ConcurrentSkipListSet<Integer>();
        int[] answers = {0};
        try (var _ = Progress.show(
                theatre.console(), "   run " + run.id(), () -> new Numbers(count, done.size(), 0, 0, 0))) {
            for (var result : run) {
                answers[0]++;
                if (result.succeeded()) done.add(result.index());
            }
        }
        var took = Duration.ofNanos(System.nanoTime() - began);
        theatre.say("   %s tasks in %s: %s/s. Each was answered once."
                .formatted(
                        Shown.count(done.size()),
                        Shown.duration(took),
                        Shown.count(Math.round(done.size() * 1e9 / took.toNanos()))));
        return done.size() == count && answers[0] == count;
    }
}
