package io.tidewheel.agent.process;

import io.tidewheel.agent.process.CommandLookup.Answer;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Starts processes with the JDK's own means, for systems where {@link PosixSpawnLauncher} does not work. It costs about twice
 * the processor time and tells no resource usage. Where a {@code setsid} program exists, each process leads its own group;
 * elsewhere only the descendants that can still be found are ended.
 */
public final class ProcessBuilderLauncher implements ProcessLauncher {

    private final LongSupplier nanos;
    private final Optional<Path> setsid;

    ProcessBuilderLauncher(LongSupplier nanos, Optional<Path> setsid) {
        this.nanos = nanos;
        this.setsid = setsid;
    }

    static Optional<Path> findSetsid() {
        return Stream.of("/usr/bin/setsid", "/bin/setsid", "/usr/local/bin/setsid")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Everything is looked at before the start: behind setsid a failure would look like the command's own exit code. */
    @Override
    public StartOutcome start(ProcessSpec spec) {
        var folder = StartTrouble.withFolder(spec.workingFolder());
        if (folder.isPresent()) return folder.get();
        if (CommandLookup.isPath(spec.command())) return start(spec, spec.workingFolder().resolve(spec.command()));
        return switch (CommandLookup.search(spec, path -> StartTrouble.look(Path.of(path)))) {
            case Answer.Found(var path) -> start(spec, Path.of(path));
            case Answer.Nothing(var why) -> why;
        };
    }

    @Override
    public void close() {}

    private StartOutcome start(ProcessSpec spec, Path program) {
        var trouble = StartTrouble.before(program);
        if (trouble.isPresent()) return trouble.get();
        var builder = new ProcessBuilder(words(spec, program))
                .directory(spec.workingFolder().toFile())
                .redirectInput(Redirect.from(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(spec.environment());
        try {
            var process = builder.start();
            return new BuilderProcess(process, nanos, nanos.getAsLong(), setsid.isPresent(), AgentSession.markOf(spec));
        } catch (IOException e) {
            return explain(spec, program, String.valueOf(e.getMessage()));
        }
    }

    private List<String> words(ProcessSpec spec, Path program) {
        var words = new ArrayList<>(spec.argv());
        words.set(0, program.toString());
        if (StartTrouble.isScriptWithoutInterpreter(program)) words.addFirst("/bin/sh");
        setsid.ifPresent(path -> words.addFirst(path.toString()));
        return words;
    }

    private static CommandNotStarted explain(ProcessSpec spec, Path program, String says) {
        if (says.contains("error=" + LinuxCalls.E2BIG + ",")) return StartTrouble.tooLong(spec);
        for (int error : new int[] {LinuxCalls.EAGAIN, LinuxCalls.ENOMEM, LinuxCalls.EMFILE, LinuxCalls.ENFILE}) {
            if (says.contains("error=" + error + ",")) return StartTrouble.exhausted("a process", says);
        }
        return StartTrouble.withProgram(program, says);
    }
}
