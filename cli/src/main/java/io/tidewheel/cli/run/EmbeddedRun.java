package io.tidewheel.cli.run;

import io.tidewheel.cli.api.EmbeddedApiClient;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.embedded.EmbeddedRunPort;
import io.tidewheel.cli.embedded.EmbeddedServer;
import io.tidewheel.cli.embedded.FolderDatabase;
import io.tidewheel.cli.embedded.LocalAgent;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.text.Console;
import io.tidewheel.client.ClientException;
import io.tidewheel.client.ClientOptions;
import io.tidewheel.client.RunSummary;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.Actor;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run in this process: server, agent and all. When it returns, nothing is left running. */
final class EmbeddedRun {
    /** All of a single command's output is passed on; so much of each stream stays with the run. */
    private static final long KEPT_OUTPUT = EmbeddedServer.KEPT_PER_RUN / 2;

    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    /** Most commands have ended by then, and need no window. */
    private static final Duration BEFORE_WINDOW = Duration.ofSeconds(2);

    private final Console console;
    private final Config config;
    private final Path data;
    private final EmbeddedWork doing;
    private final DisplayOptions display;
    private final RunProgress progress = new RunProgress();
    private final ClientRun seen;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable EmbeddedServer embedded;
    private volatile long run;
    private volatile boolean timedOut;
    private volatile boolean interrupted;

    EmbeddedRun(Console console, Config config, Path data, EmbeddedWork doing, DisplayOptions display) {
        this.console = console;
        this.config = config;
        this.data = data;
        this.doing = doing;
        this.display = display;
        this.seen = new ClientRun(console, display, progress);
    }

    int run() throws InterruptedException {
        var hook = new Thread(this::interrupted, "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return runToEnd();
        } catch (CliError refusal) {
            throw explained(refusal);
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    private int runToEnd() throws InterruptedException {
        int slots = LocalAgent.slots(config);
        var raw = new RawOutput(console, this::cancel);
        var lines = new LineOutput(console);
        var input = doing instanceof EmbeddedWork.New(var draft)
                ? CommandInput.here(console, draft)
                : Optional.<Path>empty();
        var opened = open();
        var extensions = new ConfiguredPlugins(config, console.folder()).extensions();
        try (var server = EmbeddedServer.start(opened.database(), opened.folder(), takenUp(), extensions)) {
            embedded = server;
            if (doing.isSingle())
                LocalAgent.startForOne(server, config, console, doing.probe(), output(raw, lines), input);
            else LocalAgent.start(server, config, console, slots, doing.probe(), output(raw, lines));
            var window = new Look(server, opened.folder());
            try (var client =
                    TidewheelClient.connect(server::connect, ClientOptions.DEFAULT, Time.system(), new Random())) {
                follow(server, client, window, input);
            } catch (ClientException failed) {
                throw explained(failed);
            } finally {
                window.close();
            }
            lines.close();
            input.ifPresent(CommandInput::remove);
            tellCut(server);
            if (!display.format().isForPeople())
                RunDataOutput.run(new EmbeddedApiClient(server, true), console, display.format(), run);
        }
        return tell(raw);
    }

    /** Says at the end of a single command how much of its output was cut off. */
    private void tellCut(EmbeddedServer server) {
        if (doing.isSingle() || !display.format().isForPeople()) return;
        if (server.server().host().engine().counters().logBytesDropped.sum() == 0) return;
        new CutOutputNotes(console, new EmbeddedApiClient(server, true), run).tell(OptionalInt.empty(), _ -> true);
    }

    private Consumer<Output> output(RawOutput raw, LineOutput lines) {
        if (doing.isSingle() && display.format().isForPeople()) return raw;
        return display.logs() ? lines : _ -> {};
    }

    private FolderDatabase.Opened open() {
        if (!(doing instanceof EmbeddedWork.Resumed(var unfinished))) return FolderDatabase.open(data, console);
        var opened = new FolderDatabase.Opened(data, FolderDatabase.look(data));
        var known = opened.database().archive().run(unfinished);
        if (known.isPresent() && !known.get().state().isFinal()) return opened;
        opened.database().close();
        if (known.isEmpty()) throw CliError.notFound("there is no run %s in %s".formatted(unfinished, data));
        throw CliError.usage(
                "run %s has ended (%s): there is nothing left to do"
                        .formatted(unfinished, known.get().state()),
                "repeat what failed with: tidewheel retry " + unfinished);
    }

    private Set<RunId> takenUp() {
        return doing instanceof EmbeddedWork.Resumed(var unfinished) ? Set.of(unfinished) : Set.of();
    }

    private void follow(EmbeddedServer server, TidewheelClient client, Look window, Optional<Path> input)
            throws InterruptedException {
        // No switch over types: the JVM would make its code anew at every start.
        var draft = doing instanceof EmbeddedWork.New(var wanted)
                ? Optional.of(prepared(server, wanted, input))
                : Optional.<RunDraft>empty();
        var opened = doing instanceof EmbeddedWork.Resumed(var unfinished)
                ? client.watch(unfinished.number())
                : draft.orElseThrow().open(client, false);
        run = opened.id();
        startTimer();
        window.openLater();
        if (doing.isSingle()) {
            await(seen.follow(opened));
            return;
        }
        try (var _ = ProgressDisplay.show(console, "run " + run, () -> seen.numbers(opened))) {
            var end = seen.follow(opened);
            draft.ifPresent(filled -> seen.fill(opened, filled));
            await(end);
        } catch (UncheckedIOException unreadable) {
            throw CliError.usage(String.valueOf(unreadable.getMessage()));
        }
    }

    private static void await(CompletableFuture<RunSummary> end) throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ClientException known) throw known;
            throw new IllegalStateException("the run could not be followed", failed.getCause());
        }
    }

    /** No other agent will ever come: what this one does not offer is refused at once. */
    private static RunDraft prepared(EmbeddedServer server, RunDraft draft, Optional<Path> input)
            throws InterruptedException {
        var template = draft.isSingle() ? draft.passing(draft.keptOutput(KEPT_OUTPUT)) : draft.work();
        var prepared = draft.with(
                input.map(file -> CommandInput.reading(template, file)).orElse(template));
        if (!prepared.isDemanding()) return prepared;
        server.awaitAgent();
        return prepared.strict();
    }

    private int tell(RawOutput raw) {
        if (raw.isBroken()) return ExitCodes.BROKEN_PIPE;
        if (timedOut) {
            console.err().println("tidewheel: run %d was cancelled because --timeout passed".formatted(run));
            return ExitCodes.TIMED_OUT;
        }
        if (!interrupted) {
            if (doing.isSingle() && display.format().isForPeople())
                RunEndSummary.tellKept(console, run, progress, doing.keptOutput(KEPT_OUTPUT));
            if (doing.isSingle()) RunEndSummary.tellCommand(console, run, progress);
            else RunEndSummary.tell(console, run, progress);
        }
        return doing.isSingle() ? RunEndSummary.commandExitCode(progress) : RunEndSummary.exitCode(progress);
    }

    private void startTimer() {
        display.timeout()
                .ifPresent(limit -> Thread.ofVirtual().name("timeout").start(() -> {
                    if (isOverWithin(limit)) return;
                    timedOut = true;
                    cancel();
                }));
    }

    private boolean isOverWithin(Duration limit) {
        try {
            return over.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void cancel() {
        var server = embedded;
        if (server == null || run == 0) return;
        var _ = server.server()
                .host()
                .engine()
                .end(new RunId(run), EndRequest.CANCEL, Actor.anyone(EmbeddedServer.OWNER.name()));
    }

    /** Called by the JVM when it is told to end, and also when it ends by itself. */
    private void interrupted() {
        if (over.getCount() == 0) return;
        interrupted = true;
        try {
            cancel();
            if (!isOverWithin(LONGEST_END)) {
                console.err().println("tidewheel: run %d could not be ended in time".formatted(run));
            }
        } catch (RuntimeException unavailable) {
            console.err().println("tidewheel: " + unavailable.getMessage());
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return; // it has begun, and finds that all is over
        }
    }

    /** Opens a window for others when the run has lasted for a while. */
    private final class Look {
        private final EmbeddedServer server;
        private final Path folder;
        private @Nullable EmbeddedRunPort port;
        private boolean closed;

        Look(EmbeddedServer server, Path folder) {
            this.server = server;
            this.folder = folder;
        }

        void openLater() {
            Thread.ofVirtual().name("window").start(() -> {
                if (!isOverWithin(BEFORE_WINDOW)) open();
            });
        }

        private synchronized void open() {
            if (closed) return;
            try {
                port = EmbeddedRunPort.open(server, folder);
            } catch (IOException | RuntimeException impossible) {
                console.note("tidewheel: other commands cannot look at this run: " + impossible.getMessage());
            }
        }

        synchronized void close() {
            closed = true;
            if (port != null) port.close();
        }
    }

    private static CliError explained(ClientException failed) {
        var text = String.valueOf(failed.getMessage());
        if (!(failed instanceof ClientException.Refused refused)) return new CliError(ExitCodes.UNREACHABLE, text);
        return ClientRun.refused(refused.code(), text);
    }

    /** What a refusal of the server inside means to the user. */
    private static CliError explained(CliError refusal) {
        if (refusal.exitCode() != ExitCodes.UNPLACEABLE) return refusal;
        return new CliError(
                refusal.exitCode(),
                refusal.text(),
                "the agent inside this command offers only what this machine has, and what the setting agent.has names",
                "use a server with suitable agents: --server URL --token-file FILE");
    }
}
