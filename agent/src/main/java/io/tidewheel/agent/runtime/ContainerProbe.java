package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.protocol.wire.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the engine that runs containers on this machine, by running one: a program that is installed says little, since its daemon may be
 * missing or the machine may not let it. The engines are tried in turn, each as it will be called for tasks. Begins once, on a thread of its own.
 */
final class ContainerProbe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerProbe.class);
    /** For each call of an engine; one whose daemon hangs never ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** The same where an image may have to be fetched first. */
    private static final Duration PATIENCE_TO_FETCH = Duration.ofMinutes(5);

    private static final Duration LOOK_FOR_STOP = Duration.ofMillis(50);
    private static final int LONGEST_COMPLAINT = 300;

    private final List<ContainerEngine> engines;
    private final CommandMaker commands;
    private final ContainerSettings settings;
    private final TaskFacts facts;
    private final Path folder;
    private final LongSupplier nanos;
    private final Consumer<ContainerCommand> prepare;
    private final CompletableFuture<Finding> finding = new CompletableFuture<>();
    private boolean begun;
    private boolean closed;
    private @Nullable Process current;

    /** What was found. */
    sealed interface Finding {
        /** A container ran. */
        record Works(ContainerCommand container) implements Finding {}

        /** No container ran. */
        record Nothing(String why) implements Finding {}
    }

    /** Says how an engine is called. */
    @FunctionalInterface
    interface CommandMaker {
        ContainerCommand of(ContainerEngine engine, boolean init);
    }

    private static final class Unusable extends Exception {
        private static final long serialVersionUID = 1;

        Unusable(String why) {
            super(why);
        }
    }

    /**
     * @param engines tried in turn
     * @param prepare told of the one that works before anybody else
     * @param facts a mark by which what it starts is found and ended
     * @param folder made when it begins; it belongs to the scratch folder, with which it goes
     */
    ContainerProbe(
            List<ContainerEngine> engines,
            CommandMaker commands,
            ContainerSettings settings,
            TaskFacts facts,
            Path folder,
            LongSupplier nanos,
            Consumer<ContainerCommand> prepare) {
        this.prepare = prepare;
        this.engines = engines;
        this.commands = commands;
        this.settings = settings;
        this.facts = facts;
        this.folder = folder;
        this.nanos = nanos;
    }

    /** Begins, if it has not; returns at once. */
    synchronized void begin() {
        if (begun) return;
        begun = true;
        Thread.ofPlatform().daemon().name("tidewheel-agent-container-probe").start(() -> {
            try {
                finding.complete(look());
            } catch (Throwable defect) {
                // The folder it works in goes with the agent: then nobody wants to know any more.
                if (Files.isDirectory(folder)) LOG.error("looking for a container engine failed", defect);
                finding.complete(new Finding.Nothing("looking for an engine failed: " + defect));
            }
        });
    }

    /** Whether it is known that containers can be run. */
    boolean works() {
        return finding.getNow(null) instanceof Finding.Works;
    }

    /** Whether it is being tried out, with an outcome that nobody knows. */
    synchronized boolean isUndecided() {
        return begun && !engines.isEmpty() && !finding.isDone();
    }

    /** Has the action called when it is known whether there is an engine. */
    void whenItIsKnown(Runnable action) {
        var _ = finding.thenRun(action);
    }

    /** Waits for what is found. */
    Finding await() {
        begin();
        return finding.join();
    }

    /** The same, unless the chain is to end or its time is over: then it is empty. */
    Optional<Finding> await(StopSwitch stop, AttemptTimeLimits limits) {
        begin();
        while (!stop.isFlipped() && limits.left(nanos.getAsLong()) > 0) {
            try {
                return Optional.of(finding.get(LOOK_FOR_STOP.toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException notYet) {
                // we look whether the chain is to end, and go on waiting
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("a probe is never an exception", impossible);
            }
        }
        return Optional.empty();
    }

    private Finding look() throws IOException {
        if (engines.isEmpty()) return new Finding.Nothing("it has no container engine");
        Files.createDirectories(folder);
        var complaints = new ArrayList<String>();
        for (var engine : engines) {
            var found = look(engine, complaints);
            if (found.isEmpty()) continue;
            LOG.info("containers are run with {}{}", engine, found.get().init() ? " and its init" : "");
            prepare.accept(found.get());
            return new Finding.Works(found.get());
        }
        var why = "no container could be run (" + String.join("; ", complaints) + ")";
        LOG.info("containers are not offered: {}", why);
        return new Finding.Nothing(why);
    }

    private Optional<ContainerCommand> look(ContainerEngine engine, List<String> complaints) throws IOException {
        var called = engine.toString();
        try {
            var image = image(commands.of(engine, false));
            for (boolean init : inits(engine)) {
                called = engine + (init ? " with its init" : "");
                var command = commands.of(engine, init);
                var complaint = run(command, image);
                if (complaint.isEmpty()) return Optional.of(command);
                complaints.add(called + ": " + complaint.get());
            }
        } catch (Unusable error) {
            complaints.add(called + ": " + error.getMessage());
        }
        return Optional.empty();
    }

    /** What to try, the better first. */
    private List<Boolean> inits(ContainerEngine engine) {
        if (!engine.kind().hasNames()) return List.of(false);
        return switch (settings.init()) {
            case AUTO -> List.of(true, false);
            case ALWAYS -> List.of(true);
            case NEVER -> List.of(false);
        };
    }

    /** What is wrong with it, if something is. */
    private Optional<String> run(ContainerCommand command, String image) throws IOException {
        boolean own = settings.probeImage().isEmpty();
        var words = own ? List.of("/" + ProbeImage.PROGRAM) : List.<String>of();
        // Our own is there already, and no registry knows it.
        var tried = own && command.engine().kind().hasNames() ? command.withPull("never") : command;
        var wanted = Command.newBuilder().setImage(image).build();
        try {
            var said = call(tried.run(wanted, words, facts, "tidewheel-" + facts.mark(), folder));
            return !own || said.contains(ProbeImage.LINE.strip())
                    ? Optional.empty()
                    : Optional.of("it said that it ran a container, but nothing was heard from it");
        } catch (Unusable error) {
            return Optional.of("" + error.getMessage());
        }
    }

    /** The image to try it with; our own is made known to the engine, if it is not. */
    private String image(ContainerCommand command) throws IOException, Unusable {
        if (settings.probeImage().isPresent()) return settings.probeImage().get();
        var image = ProbeImage.ofThisMachine()
                .orElseThrow(() -> new Unusable(
                        "for this kind of processor an image must be named with which to try it: --container-image"));
        if (!command.engine().kind().hasNames()) {
            image.writeFolder(folder.resolve("image"));
            return folder.resolve("image").toString();
        }
        try {
            call(command.ofEngine(List.of("image", "inspect", ProbeImage.NAME)));
        } catch (Unusable missing) {
            var archive = folder.resolve("image.tar");
            image.writeArchive(archive);
            call(command.ofEngine(List.of("import", archive.toString(), ProbeImage.NAME)));
        }
        return ProbeImage.NAME;
    }

    /** Returns what the engine said, if it succeeded. */
    private String call(ProcessSpec spec) throws IOException, Unusable {
        var said = folder.resolve("said");
        var process = start(spec, said);
        try {
            var patience = settings.probeImage().isPresent() ? PATIENCE_TO_FETCH : PATIENCE;
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Unusable("it did not answer within " + patience.toSeconds() + " s");
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new Unusable("interrupted");
        } finally {
            process.destroyForcibly();
        }
        var text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) throw new Unusable(complaint(text, process.exitValue()));
        return text;
    }

    private synchronized Process start(ProcessSpec spec, Path said) throws IOException, Unusable {
        if (closed) throw new Unusable("the agent ends");
        var builder = new ProcessBuilder(spec.argv())
                .directory(spec.workingFolder().toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().putAll(spec.environment());
        var started = builder.start();
        current = started;
        return started;
    }

    private static String complaint(String said, int code) {
        var last = said.lines().filter(line -> !line.isBlank()).reduce((_, later) -> later);
        var text = last.map(String::strip).orElse("exit code " + code);
        return text.length() <= LONGEST_COMPLAINT ? text : text.substring(0, LONGEST_COMPLAINT) + "...";
    }

    /** Ends what it has under way. */
    @Override
    public synchronized void close() {
        closed = true;
        if (current != null) current.destroyForcibly();
    }
}
