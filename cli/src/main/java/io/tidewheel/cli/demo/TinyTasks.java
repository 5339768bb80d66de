package io.tidewheel.cli.demo;

import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.model.IndexRange;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.concurrent.ConcurrentSkipListSet;

/** Thousands of tasks that do nothing: what is left is what the system costs. */
record TinyTasks(int count) implements DemoStep {
    @Override
    public boolean play(DemoServer demo, int number) {
        demo.announce(
                number,
                "Many small tasks: %s of them, each made durable, run once, and answered."
                        .formatted(HumanNumbers.count(count)));
        var work = Work.newBuilder().addCommands(TaskCommands.noop()).build();
        long began = System.nanoTime();
        var run =
                demo.client().open(RunOptions.named("tiny").withTemplate(work).withArray(new IndexRange(1, count, 1)));
        var done = new ConcurrentSkipListSet<Integer>();
        int[] answers = {0};
        try (var _ = ProgressDisplay.show(
                demo.console(), "   run " + run.id(), () -> new ProgressNumbers(count, done.size(), 0, 0, 0))) {
            for (var result : run) {
                answers[0]++;
                if (result.succeeded()) done.add(result.index());
            }
        }
        var took = Duration.ofNanos(System.nanoTime() - began);
        demo.say("   %s tasks in %s: %s/s. Each was answered once."
                .formatted(
                        HumanNumbers.count(done.size()),
                        HumanNumbers.duration(took),
                        HumanNumbers.count(Math.round(done.size() * 1e9 / took.toNanos()))));
        return done.size() == count && answers[0] == count;
    }
}
