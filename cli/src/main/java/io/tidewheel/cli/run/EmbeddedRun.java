package io.tidewheel.cli.run;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.api.FolderApi;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.embedded.DataFolder;
import io.tidewheel.cli.embedded.Embedded;
import io.tidewheel.cli.embedded.LocalAgent;
import io.tidewheel.cli.embedded.Window;
import io.tidewheel.cli.progress.Progress;
import io.tidewheel.cli.text.Console;
import io.tidewheel.engine.Actor;
import io.tidewheel.model.Ending;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.Amounts;
import io.tidewheel.protocol.wire.OpenRun;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run in this process: server, agent and all. When it returns, nothing is left running. */
final class EmbeddedRun {
    /** All of a single command's output is passed on; so much of each stream stays with the run. */
    private static final long KEPT_OUTPUT = Embedded.KEPT_PER_RUN / 2;

    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    /** Most commands have ended by then, and need no window. */
    private static final Duration BEFORE_WINDOW = Duration.ofSeconds(2);

    private final Console console;
    private final Config config;
    private final Path data;
    private final Doing doing;
    private final Way way;
    private final Tally tally = new Tally();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Embedded embedded;
    private volatile long run;
    private volatile boolean timedOut;
    private volatile boolean interrupted;

    EmbeddedRun(Console console, Config config, Path data, Doing doing, Way way) {
        this.console = console;
        this.config = config;
        this.data = data;
        this.doing = doing;
        this.way = way;
    }

    int run() throws InterruptedException {
        var hook = new Thread(this::interrupted, "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return runToEnd();
        } catch (Trouble refusal) {
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
        var input =
                doing instanceof Doing.New(var wanted) ? CommandInput.here(console, wanted) : Optional.<Path>empty();
        var opened = open();
        try (var server = Embedded.start(opened.database(), opened.folder(), takenUp())) {
            embedded = server;
            if (doing.isSingle())
                LocalAgent.startForOne(server, config, console, doing.probe(), output(raw, lines), input);
            else LocalAgent.start(server, config, console, slots, doing.probe(), output(raw, lines));
            var window = new Look(server, opened.folder());
            try (var talk = new Talk(server.connect())) {
                follow(server, talk, window, input);
            } finally {
                window.close();
            }
            lines.close();
            input.ifPresent(CommandInput::remove);
            tellCut(server);
            if (!way.format().isForPeople()) RunData.run(new FolderApi(server, true), console, way.format(), run);
        }
        return tell(raw);
    }

    /** Of a single command, what is kept is told at its end. */
    private void tellCut(Embedded server) {
        if (doing.isSingle() || !way.format().isForPeople()) return;
        if (server.server().host().engine().counters().logBytesDropped.sum() == 0) return;
        new CutOutputNotes(console, new FolderApi(server, true), run).tell(OptionalInt.empty(), _ -> true);
    }

    private Consumer<Output> output(RawOutput raw, LineOutput lines) {
        if (doing.isSingle() && way.format().isForPeople()) return raw;
        return way.logs() ? lines : _ -> {};
    }

    private DataFolder.Opened open() {
        if (!(doing instanceof Doing.Resumed(var unfinished))) return DataFolder.open(data, console);
        var opened = new DataFolder.Opened(data, DataFolder.look(data));
        var known = opened.database().archive().run(unfinished);
        if (known.isPresent() && !known.get().state().isFinal()) return opened;
        opened.database().close();
        if (known.isEmpty()) throw Trouble.notFound("there is no run %s in %s".formatted(unfinished, data));
        throw Trouble.usage(
                "run %s has ended (%s): there is nothing left to do"
                        .formatted(unfinished, known.get().state()),
                "repeat what failed with: tidewheel retry " + unfinished);
    }

    private Set<RunId> takenUp() {
        return doing instanceof Doing.Resumed(var unfinished) ? Set.of(unfinished) : Set.of();
    }

    private void follow(Embedded server, Talk talk, Look window, Optional<Path> input) throws InterruptedException {
        // No switch over types: the JVM would make its code anew at every start.
        if (doing instanceof Doing.Resumed(var unfinished)) {
            run = unfinished.number();
            talk.watch(run);
        } else if (doing instanceof Doing.New(var wanted)) {
            run = talk.open(message(server, wanted, input));
            wanted.lines().ifPresent(lines -> talk.addAll(run, lines.iterator()));
        }
        startTimer();
        window.openLater();
        if (doing.isSingle()) {
            talk.listen(new Ear());
            return;
        }
        try (var _ = Progress.show(console, "run " + run, tally::numbers)) {
            talk.listen(new Ear());
        }
    }

    /** No other agent will ever come: what this one does not offer is refused at once. */
    private static OpenRun message(Embedded server, Wanted wanted, Optional<Path> input) throws InterruptedException {
        var template = wanted.isSingle() ? wanted.passing(KEPT_OUTPUT) : wanted.work();
        var message = wanted.open(
                input.map(file -> CommandInput.reading(template, file)).orElse(template));
        boolean asksNothing = message.getRequiresCount() == 0
                && message.getNeeds().equals(Amounts.getDefaultInstance())
                && !message.getStrict();
        if (asksNothing) return message;
        server.awaitAgent();
        return message.toBuilder().setStrict(true).build();
    }

    private int tell(RawOutput raw) {
        if (raw.isBroken()) return Exit.BROKEN_PIPE;
        if (timedOut) {
            console.err().println("tidewheel: run %d was cancelled because --timeout passed".formatted(run));
            return Exit.TIMED_OUT;
        }
        if (!interrupted) {
            if (doing.isSingle() && way.format().isForPeople()) Summary.tellKept(console, run, tally, KEPT_OUTPUT);
            if (doing.isSingle()) Summary.tellCommand(console, run, tally);
            else Summary.tell(console, run, tally);
        }
        return doing.isSingle() ? Summary.commandExitCode(tally) : Summary.exitCode(tally);
    }

    private void startTimer() {
        way.timeout()
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
        var _ = server.server().host().engine().end(new RunId(run), Ending.CANCEL, Actor.anyone(Embedded.OWNER.name()));
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

    private final class Ear implements Talk.Ear {
        @Override
        public void results(List<Result> results) {
            tally.add(results);
            if (!way.format().isForPeople()) RunData.results(console, way.format(), results);
        }

        @Override
        public void status(RunStatus status) {
            tally.note(status);
        }
    }

    /** Opens a window for others when the run has lasted for a while. */
    private final class Look {
        private final Embedded server;
        private final Path folder;
        private @Nullable Window window;
        private boolean closed;

        Look(Embedded server, Path folder) {
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
                window = Window.open(server, folder);
            } catch (IOException | RuntimeException impossible) {
                console.note("tidewheel: other commands cannot look at this run: " + impossible.getMessage());
            }
        }

        synchronized void close() {
            closed = true;
            if (window != null) window.close();
        }
    }

    /** What a refusal of the server inside means to the user. */
    private static Trouble explained(Trouble refusal) {
        if (refusal.exitCode() != Exit.UNPLACEABLE) return refusal;
        return new Trouble(
                refusal.exitCode(),
                refusal.text(),
                "the agent inside this command offers only what this machine has, and what the setting agent.has names",
                "use a server with suitable agents: --server URL --token-file FILE");
    }
}
