package io.tidewheel.agent.process;

import io.tidewheel.agent.process.CommandLookup.Answer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts processes with the JDK's own means, for systems where {@link PosixSpawnLauncher} does not work. It costs about twice
 * the processor time, tells no resource usage, and closes the outputs when the process itself has ended, whoever of its group still writes.
 * Where a {@code setsid} program exists, each process leads its own group; elsewhere only the descendants that can still be
 * found are ended.
 */
public final class ProcessBuilderLauncher implements ProcessLauncher {

    /** The JDK gives the system's error number only inside its message. */
    private static final Pattern ERROR_NUMBER = Pattern.compile("error[=:] ?(\\d+)");

    private static final Path NOTHING_TO_READ = Path.of("/dev/null");

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
        var folder = StartDiagnosis.withFolder(spec.workingFolder());
        if (folder.isPresent()) return folder.get();
        return switch (CommandLookup.find(spec)) {
            case Answer.Found(var path) -> start(spec, Path.of(path));
            case Answer.Nothing(var why) -> why;
        };
    }

    @Override
    public void close() {}

    private StartOutcome start(ProcessSpec spec, Path program) {
        var error = StartDiagnosis.before(program);
        if (error.isPresent()) return error.get();
        var builder = new ProcessBuilder(words(spec, program))
                .directory(spec.workingFolder().toFile())
                .redirectErrorStream(spec.mergesOutputs())
                .redirectInput(
                        Redirect.from(spec.input().orElse(NOTHING_TO_READ).toFile()));
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
        if (StartDiagnosis.isScriptWithoutInterpreter(program)) words.addFirst("/bin/sh");
        setsid.ifPresent(path -> words.addFirst(path.toString()));
        return words;
    }

    private static CommandNotStarted explain(ProcessSpec spec, Path program, String says) {
        var number = ERROR_NUMBER.matcher(says);
        return switch (number.find() ? Integer.parseInt(number.group(1)) : 0) {
            case LinuxCalls.E2BIG -> StartDiagnosis.tooLong(spec);
            case LinuxCalls.EAGAIN, LinuxCalls.ENOMEM, LinuxCalls.EMFILE, LinuxCalls.ENFILE ->
                StartDiagnosis.exhausted("a process", says);
            default -> StartDiagnosis.withProgram(program, says);
        };
    }
}
