package io.tidewheel.cloud.local;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.MachineStepQueue;
import io.tidewheel.cloud.ProgramOutput;
import io.tidewheel.cloud.ProvisioningScript;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Makes machines out of processes on this computer: a folder, the setup's scripts run in it, and its agents as child processes. For
 * laptops, tests and demonstrations; everything but the metal is as with real machines.
 */
public final class LocalMachines implements Machines {
    private static final String ADDRESS = "127.0.0.1";
    /** What the server may have in its environment, and what runs on a machine must not see: it can be read there in /proc. */
    private static final Pattern SECRETS = Pattern.compile(
            "TIDEWHEEL_(SERVER_TOKEN|STORE_POSTGRES)(_FILE)?|TIDEWHEEL_(MACHINES|OBJECTS|DATABASE|POLICY|AUTHENTICATION)_.*");

    private final Path folder;
    private final AgentProgram program;
    private final ScriptTemplates templates;
    private final InstantSource clock;
    private final MachineStepQueue background = new MachineStepQueue();

    /** @param folder where the folders of machines are made */
    public LocalMachines(Path folder, AgentProgram program, ScriptTemplates templates, InstantSource clock) {
        this.folder = folder.toAbsolutePath().normalize();
        this.program = program;
        this.templates = templates;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
        return background.run("make machine " + id, id, () -> {
            var own = new MachineFolder(folder, id);
            own.make(tag, clock.instant());
            var left = Duration.between(clock.instant(), own.created().plus(setup.bootDelay()));
            if (!left.isNegative()) Thread.sleep(left);
            return new Made("local/" + id, Optional.of(ADDRESS));
        });
    }

    @Override
    public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
        return background.act("prepare machine " + id, id, () -> prepare(new MachineFolder(folder, id), setup));
    }

    private void prepare(MachineFolder own, Setup setup) throws IOException, InterruptedException {
        if (!own.exists()) throw new MachineFailure("machine %s is not there any more".formatted(own.id()));
        var processes = processes(own);
        if (own.isReady() && processes.anyNotedRuns()) return;
        own.markUnready();
        processes.end();
        int number = 0;
        for (var name : setup.provisioningScripts()) {
            var script = templates.render(
                    name, own.id(), ADDRESS, setup, (file, destination) -> copy(file, own.work(), destination));
            run(own, script, ++number);
        }
        startAgents(own, setup);
        own.markReady();
    }

    private static void copy(Path file, Path work, String destination) throws IOException {
        var target = work.resolve(destination);
        if (destination.endsWith("/") || Files.isDirectory(target)) target = target.resolve(file.getFileName());
        var parent = target.getParent();
        if (parent != null) Files.createDirectories(parent);
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private void run(MachineFolder own, ProvisioningScript script, int number)
            throws IOException, InterruptedException {
        var file = own.work().resolve("script-" + number);
        var log = own.work().resolve("script-" + number + ".log");
        Files.writeString(file, script.text());
        var words = new ArrayList<>(script.interpreter());
        words.add(file.toString());
        var process = builder(own, words, log).start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new MachineFailure("script %d (%s) ended with exit code %d: %s"
                        .formatted(number, script.name(), code, ProgramOutput.last(Files.readString(log))));
            }
        } catch (InterruptedException stopped) {
            MachineProcesses.withDescendants(List.of(process.toHandle())).forEach(ProcessHandle::destroyForcibly);
            throw stopped;
        }
    }

    private void startAgents(MachineFolder own, Setup setup) throws IOException {
        var started = new ArrayList<KnownProcess>();
        for (int i = 1; i <= setup.agents(); i++) {
            var words = program.start(own.id(), i, setup, own.work().resolve("scratch-" + i));
            var process = builder(own, words, own.work().resolve("agent-%d.log".formatted(i)))
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
            hand(process, program.token());
            started.add(KnownProcess.of(process.toHandle()));
            own.note(started);
        }
    }

    /** Through a pipe: what is read from it is nowhere else. One that ended before it has read says why in its log. */
    private static void hand(Process process, String token) throws IOException {
        try (var out = process.getOutputStream()) {
            out.write(token.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
            if (process.isAlive()) throw ended;
        }
    }

    private ProcessBuilder builder(MachineFolder own, List<String> words, Path log) throws IOException {
        var builder = new ProcessBuilder(words)
                .directory(own.work().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(SECRETS.asMatchPredicate());
        builder.environment().put(MachineProcesses.MARK, mark(own));
        return builder;
    }

    private static String mark(MachineFolder own) throws IOException {
        return own.tag().orElse("") + "/" + own.id();
    }

    private static MachineProcesses processes(MachineFolder own) throws IOException {
        return new MachineProcesses(own, mark(own));
    }

    @Override
    public CompletableFuture<Void> destroy(MachineId id) {
        return background.act("take machine %s away".formatted(id), id, () -> {
            var own = new MachineFolder(folder, id);
            if (own.exists()) processes(own).end();
            own.remove();
            background.forget(id);
        });
    }

    @Override
    public CompletableFuture<List<Found>> list(String tag) {
        return background.run("list the machines in " + folder, () -> {
            var found = new ArrayList<Found>();
            if (!Files.isDirectory(folder)) return found;
            try (var entries = Files.newDirectoryStream(folder, Files::isDirectory)) {
                for (var entry : entries) {
                    var name = entry.getFileName().toString();
                    if (!MachineId.isOne(name)) continue;
                    found(new MachineFolder(folder, new MachineId(name)), tag).ifPresent(found::add);
                }
            }
            return found;
        });
    }

    private static Optional<Found> found(MachineFolder own, String tag) throws IOException {
        if (!own.tag().equals(Optional.of(tag))) return Optional.empty();
        boolean alive = !own.isReady() || processes(own).anyNotedRuns();
        return Optional.of(new Found(own.id(), "local/" + own.id(), alive));
    }

    @Override
    public String description() {
        return "processes of this machine, with folders in " + folder;
    }

    @Override
    public void close() {}
}
