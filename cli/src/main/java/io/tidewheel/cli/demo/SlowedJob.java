package io.tidewheel.cli.demo;

import io.tidewheel.cli.jobs.JobNumbers;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An iterative job with a target time, of whose two partitions one becomes five times slower half-way. */
record SlowedJob(long iterations, Duration target) implements DemoStep {
    /** Fifty iterations take a tenth of a second, or half of one after the file has appeared. */
    private static final String WORKER = """
        done=0
        while share=$(cat "$TIDEWHEEL_SHARE") && [ "$done" -lt "$share" ]; do
            n=$((share - done)); [ "$n" -gt 50 ] && n=50
            if [ "$TIDEWHEEL_PARTITION" = 0 ] && [ -e "$1" ]; then sleep 0.5; else sleep 0.1; fi
            done=$((done + n))
            echo "$done" >> "$TIDEWHEEL_PROGRESS"
        done
        echo "$done" > "$TIDEWHEEL_RESULT"
        """;

    @Override
    public boolean play(DemoServer demo, int number) throws IOException, InterruptedException {
        demo.announce(
                number,
                "A long iterative job: %s iterations, to be done in %s. It begins with two partitions; half-way one of them becomes five times slower."
                        .formatted(HumanNumbers.count(iterations), HumanNumbers.duration(target)));
        var slow = demo.folder().resolve("slow");
        var body = JsonText.object();
        body.put("name", "slowed");
        body.put("iterations", iterations);
        body.put("target", target.toSeconds());
        body.put("partitions", 2);
        body.put("maxPartitions", 4);
        body.putObject("command")
                .putArray("arguments")
                .add("sh")
                .add("-c")
                .add(WORKER)
                .add("worker")
                .add(slow.toString());
        long run = JsonText.number(demo.api().post("/jobs", body, Map.of()), "id");
        var numbers = new JobNumbers(demo.api(), run);
        long began = System.nanoTime();
        Thread.ofVirtual().start(() -> slowDown(demo, slow));
        demo.watch(run, numbers);
        var took = Duration.ofNanos(System.nanoTime() - began);
        var job = demo.api().get("/runs/%d/job".formatted(run));
        long stored = JsonText.number(job, "stored");
        var shares = new TreeMap<Long, Long>();
        for (var part : job.path("partitions"))
            shares.put(JsonText.number(part, "partition"), JsonText.number(part, "iterations"));
        demo.say("   done after %s, the target was %s; %s of %s iterations are stored, by %s."
                .formatted(
                        HumanNumbers.duration(took),
                        HumanNumbers.duration(target),
                        HumanNumbers.count(stored),
                        HumanNumbers.count(iterations),
                        shares.entrySet().stream()
                                .map(part -> "partition %d: %s"
                                        .formatted(part.getKey(), HumanNumbers.count(part.getValue())))
                                .collect(Collectors.joining(", "))));
        double more = 100.0 * (stored - iterations) / iterations;
        demo.say(String.format(
                Locale.ROOT,
                "   A static split would have needed about %s. Done in excess: %.1f %%.",
                staticSplit(),
                more));
        if (took.compareTo(target.multipliedBy(3).dividedBy(2)) > 0)
            demo.say("   That is late: a machine that has much else to do promises no time.");
        return stored >= iterations;
    }

    /** With half of the iterations each: the slow one does the first of its part as fast as the other, the rest at a fifth. */
    private String staticSplit() {
        double speed = 500;
        double fast = target.toMillis() / 2_000.0;
        double half = iterations / 2.0;
        return HumanNumbers.duration(
                Duration.ofMillis(Math.round(1_000 * (fast + (half - fast * speed) / (speed / 5)))));
    }

    private void slowDown(DemoServer demo, Path slow) {
        try {
            Thread.sleep(target.dividedBy(2));
            Files.createFile(slow);
            demo.console().note("   partition 0 is slow from now on");
        } catch (IOException | InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
