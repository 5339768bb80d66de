package io.tidewheel.cli.run;

import io.tidewheel.agent.AgentSettings;
import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.progress.Progress;
import io.tidewheel.cli.text.Console;
import io.tidewheel.client.ClientException;
import io.tidewheel.client.ClientLinks;
import io.tidewheel.client.ClientOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskResult;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.protocol.Dialer;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.Pem;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A run on a server. If this process goes, the run goes on; if the server is restarted meanwhile, nothing is lost and nothing seen twice. */
final class RemoteRun {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** All of a single command's output comes to us; so much of each stream stays with the run. */
    private static final long KEPT_OUTPUT = AgentSettings.DEFAULT_KEEP_OUTPUT_BYTES;

    private final Console console;
    private final Target.Remote server;
    private Wanted wanted;
    private final Way way;
    private final Tally tally = new Tally();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long run;

    RemoteRun(Console console, Target.Remote server, Wanted wanted, Way way) {
        this.console = console;
        this.server = server;
        this.wanted = wanted;
        this.way = way;
    }

    int run() throws InterruptedException {
        bringInput();
        var hook = new Thread(this::interrupted, "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try (var client = TidewheelClient.connect(links(), ClientOptions.DEFAULT.withPatience(PATIENCE))) {
            var opened = client.open(WireOptions.of(passesOutput() ? passing() : wanted, way.detach()));
            run = opened.id();
            add(opened);
            if (way.detach()) return detached();
            return follow(opened);
        } catch (ClientException failed) {
            throw trouble(failed);
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    private void bringInput() {
        if (!console.inIsGiven() || !wanted.readsInput()) return;
        try (var api = Apis.open(server)) {
            wanted = CommandInput.brought(console, wanted, api);
        }
    }

    /** Whether the command's output is ours. */
    private boolean passesOutput() {
        return wanted.isSingle() && way.format().isForPeople() && !way.detach();
    }

    private Wanted passing() {
        return wanted.with(wanted.passing(KEPT_OUTPUT));
    }

    private void add(TaskRun opened) {
        if (wanted.run().hasArray()) {
            var array = wanted.run().getArray();
            tally.expect((array.getTo() - array.getFrom()) / Math.max(1, array.getStep()) + 1);
            return;
        }
        if (wanted.lines().isPresent()) {
            var next = wanted.lines().get().iterator();
            try {
                for (long tasks = 1; next.hasNext(); tasks++) {
                    opened.add(Task.withParameter(next.next()));
                    tally.expect(tasks);
                }
            } catch (UncheckedIOException unreadable) {
                throw Trouble.usage(
                        String.valueOf(unreadable.getMessage()),
                        "what came before has been submitted; end it with: tidewheel cancel " + run);
            }
        } else {
            opened.add(Task.withParameter(""));
        }
        opened.close();
    }

    private int detached() {
        console.out().println(run);
        console.note("watch it with: tidewheel watch " + run);
        return Exit.OK;
    }

    private int follow(TaskRun opened) throws InterruptedException {
        var failure = new AtomicReference<@Nullable Throwable>();
        var ended = new CountDownLatch(1);
        var output = new PassedOutput(console, run, KEPT_OUTPUT, ended::countDown);
        if (passesOutput()) output.start(server);
        var summary = opened.onResult(this::heard).whenComplete((end, failed) -> {
            if (failed == null) tally.note(WireOptions.status(end));
            else failure.set(failed);
            ended.countDown();
        });
        if (wanted.isSingle() ? !await(ended) : !awaitMany(ended)) return timedOut();
        if (summary.isCompletedExceptionally())
            throw new IllegalStateException("the run could not be followed", failure.get());
        if (!output.awaitEnd()) {
            interrupted();
            return Exit.BROKEN_PIPE;
        }
        if (!way.format().isForPeople()) {
            try (var api = Apis.open(server)) {
                RunData.run(api, console, way.format(), run);
            }
        }
        if (passesOutput()) Summary.tellKept(console, run, tally, KEPT_OUTPUT);
        if (wanted.isSingle()) Summary.tellCommand(console, run, tally);
        else Summary.tell(console, run, tally);
        return wanted.isSingle() ? Summary.commandExitCode(tally) : Summary.exitCode(tally);
    }

    /** Shows how far it is, and, if that is wanted, what the tasks print; false if it took too long. */
    private boolean awaitMany(CountDownLatch ended) throws InterruptedException {
        if (!way.logs() || !way.format().isForPeople()) {
            try (var _ = Progress.show(console, "run " + run, tally::numbers)) {
                return await(ended);
            }
        }
        try (var api = Apis.open(server)) {
            var logs = new FollowedLogs(console, api, run);
            logs.start();
            try (var _ = Progress.show(console, "run " + run, tally::numbers)) {
                if (!await(ended)) return false;
            }
            logs.awaitEnd();
            return true;
        }
    }

    private void heard(TaskResult result) {
        var results = List.of(WireOptions.result(result));
        tally.add(results);
        if (!way.format().isForPeople()) RunData.results(console, way.format(), results);
    }

    private boolean await(CountDownLatch ended) throws InterruptedException {
        if (way.timeout().isEmpty()) {
            ended.await();
            return true;
        }
        return ended.await(way.timeout().get().toNanos(), TimeUnit.NANOSECONDS);
    }

    private int timedOut() {
        console.err()
                .println("tidewheel: run %d is still going; wait for it with: tidewheel wait %d".formatted(run, run));
        return Exit.TIMED_OUT;
    }

    private ClientLinks links() {
        var dialer = new Dialer(server.url(), tls(), PATIENCE, LinkLimits.DEFAULT);
        return () -> dialer.dial(ClientLinks.PATH, server.token(), ServerAnswer.parser());
    }

    private Optional<SSLContext> tls() {
        if (server.certificate().isEmpty()) return Optional.empty();
        try {
            return Optional.of(Pem.trust(server.certificate().get()));
        } catch (IOException unusable) {
            throw Trouble.usage("--certificate: " + unusable.getMessage());
        }
    }

    private Trouble trouble(ClientException failed) {
        var text = String.valueOf(failed.getMessage());
        return switch (failed) {
            case ClientException.Refused refused
            when refused.isAboutPermission() ->
                new Trouble(Exit.DENIED, text, "name a file with a suitable token with --token-file FILE");
            case ClientException.Refused refused -> wanted.advised(Talk.trouble(refused.code(), text), server.url());
            case ClientException.Unreachable _ ->
                new Trouble(Exit.UNREACHABLE, text, "is the server running? start one with: tidewheel server start");
            default -> new Trouble(Exit.ERROR, text);
        };
    }

    private void interrupted() {
        if (over.getCount() == 0 || run == 0) return;
        console.err().println();
        console.err()
                .println("run %d goes on; come back to it with: tidewheel watch %d, end it with: tidewheel cancel %d"
                        .formatted(run, run, run));
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return; // it is running
        }
    }
}
