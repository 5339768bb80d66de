package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.progress.Numbers;
import io.tidewheel.cli.progress.Progress;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.client.Commands;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskResult;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.ServerSettings;
import io.tidewheel.server.StartFailure;
import io.tidewheel.server.TidewheelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel demo}. */
@Command(
        name = "demo",
        description = {
            "Shows in about a minute what Tidewheel does: thousands of tiny tasks, failures and retries, and an agent"
                    + " that is killed.",
            "Everything happens on this machine, in a folder of its own that is removed afterwards."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel demo", "  tidewheel demo --tasks 20000 --keep"})
public final class DemoCommand extends Verb {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int AGENTS = 3;
    private static final int SLEEPERS = 60;

    @Option(names = "--tasks", paramLabel = "N", description = "How many tiny tasks (5000).")
    private int tasks = 5_000;

    @Option(names = "--keep", description = "Keep the folder, to look around in it.")
    private boolean keep;

    public DemoCommand(Console console) {
        super(console);
    }

    /** What one part of the show came to. */
    private record Part(long run, long succeeded, long failed, Set<Integer> distinct, Duration took) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (tasks < 1 || tasks > 1_000_000) throw Trouble.usage("--tasks is from 1 to 1,000,000, but " + tasks);
        var config = common.config().flag(Key.AGENT_SLOTS, "2");
        var folder = Files.createTempDirectory("tidewheel-demo-");
        var settings =
                ServerSettings.local(folder).withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (var server = TidewheelServer.start(settings, Databases::open)) {
            return show(config, server, folder);
        } catch (StartFailure failure) {
            throw new Trouble(Exit.ERROR, String.valueOf(failure.getMessage()));
        } finally {
            if (keep) say("kept: tidewheel --data is " + folder);
            else remove(folder);
        }
    }

    private int show(Config config, TidewheelServer server, Path folder) throws IOException, InterruptedException {
        var token = folder.resolve("admin.token");
        say("A server listens on %s and keeps everything in %s.".formatted(server.url(), folder));
        try (var agents = new ChildAgents(common.console());
                var client = TidewheelClient.connect(server.url(), Config.secret(token))) {
            agents.beQuiet();
            var victim = agents.start(config, server.url(), token, "demo-1");
            for (int i = 2; i <= AGENTS; i++) agents.start(config, server.url(), token, "demo-" + i);
            say("%d agents start, each a process of its own, 2 slots each.".formatted(AGENTS));
            awaitAgents(server);
            boolean good = tiny(client);
            good &= failing(client, server, folder);
            good &= killing(client, server, victim);
            say("");
            say(
                    good
                            ? "Every task ended exactly once. Try it yourself: tidewheel run --array 1-100 -- echo {}"
                            : "That is not what should have happened.");
            return good ? Exit.OK : Exit.ERROR;
        }
    }

    private void awaitAgents(TidewheelServer server) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (server.server().host().engine().agents().join().size() < AGENTS) {
            if (System.nanoTime() > end)
                throw new Trouble(Exit.ERROR, "the agents did not come within " + Shown.duration(PATIENCE));
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean tiny(TidewheelClient client) {
        say("");
        say("1. %s tiny tasks, each made durable, run, and answered:".formatted(Shown.count(tasks)));
        var noop = Work.newBuilder().addCommands(Commands.noop()).build();
        var part = run(client, RunOptions.named("tiny").withTemplate(noop), tasks, null);
        say("   %s tasks in %s: %s/s."
                .formatted(
                        Shown.count(part.succeeded),
                        Shown.duration(part.took),
                        Shown.count(Math.round(part.succeeded * 1e9 / part.took.toNanos()))));
        return part.succeeded == tasks;
    }

    private boolean failing(TidewheelClient client, TidewheelServer server, Path folder) {
        say("");
        say("2. 100 commands; number 13 fails at its first attempt, number 42 always. Each may be tried three times:");
        var marks = folder.resolve("marks");
        var script =
                "case $1 in 42) echo 'nobody knows the question' >&2; exit 3;; 13) mkdir -p \"$2\"; mkdir \"$2/13\""
                        + " 2>/dev/null && exit 1;; esac; exit 0";
        var work = Work.newBuilder()
                .addCommands(Commands.process("sh", "-c", script, "sh", "{}", marks.toString()))
                .setSubstitute(true)
                .build();
        var retry = new RetryPolicy(3, Duration.ofMillis(200), 2, Duration.ofSeconds(2));
        var part = run(client, RunOptions.named("failing").withTemplate(work).withRetry(retry), 100, null);
        long repeated =
                chains(server, part).stream().mapToLong(ChainRecord::failures).sum();
        say("   %d succeeded, %d failed, %d failed attempts were repeated."
                .formatted(part.succeeded, part.failed, repeated));
        return part.succeeded == 99 && part.failed == 1;
    }

    private boolean killing(TidewheelClient client, TidewheelServer server, Process victim) {
        say("");
        say("3. %d tasks of half a second; after two seconds an agent is killed (SIGKILL) in the middle of its work:"
                .formatted(SLEEPERS));
        var nap = Work.newBuilder()
                .addCommands(Commands.sleep(Duration.ofMillis(500)))
                .build();
        var part = run(client, RunOptions.named("killing").withTemplate(nap), SLEEPERS, victim);
        long lost = chains(server, part).stream().mapToLong(ChainRecord::losses).sum();
        say("   %d of %d tasks succeeded, each counted once; %d were lost with the agent and done again by others."
                .formatted(part.distinct.size(), SLEEPERS, lost));
        return part.succeeded == SLEEPERS && part.distinct.size() == SLEEPERS;
    }

    private Part run(TidewheelClient client, RunOptions options, int size, @Nullable Process victim) {
        long began = System.nanoTime();
        var run = client.open(options.withArray(new IndexRange(1, size, 1)));
        var succeeded = new AtomicLong();
        var failed = new AtomicLong();
        var distinct = new ConcurrentSkipListSet<Integer>();
        try (var _ = Progress.show(
                common.console(), "   run " + run.id(), () -> new Numbers(size, succeeded.get(), failed.get(), 0, 0))) {
            if (victim != null) killLater(victim);
            for (TaskResult result : run) {
                (result.succeeded() ? succeeded : failed).incrementAndGet();
                if (result.succeeded()) distinct.add(result.index());
            }
        }
        return new Part(
                run.id(),
                succeeded.get(),
                failed.get(),
                new TreeSet<>(distinct),
                Duration.ofNanos(System.nanoTime() - began));
    }

    private static List<ChainRecord> chains(TidewheelServer server, Part part) {
        return server.server().archive().chains(new RunId(part.run), Set.of(), 0, 1_000, true);
    }

    private void killLater(Process victim) {
        Thread.ofVirtual().start(() -> {
            try {
                TimeUnit.SECONDS.sleep(2);
                victim.destroyForcibly();
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void say(String line) {
        common.console().out().println(line);
        common.console().out().flush();
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
