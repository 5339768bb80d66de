package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A process of the tests. What it says goes to a file; it ends with the tests at the latest. */
final class TrialProgram implements AutoCloseable {
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    static final Map<String, String> NO_CONTAINERS = Map.of("TIDEWHEEL_AGENT_CONTAINER_ENGINE", "none");

    private final String name;
    private final Process process;
    private final Path output;

    private TrialProgram(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /** Starts a main class of the tests' own class path in another JVM. */
    static TrialProgram java(String name, Path folder, List<String> jvm, Class<?> main, List<String> arguments) {
        return java(name, folder, jvm, main, arguments, NO_CONTAINERS);
    }

    /** The same with more in its environment. */
    static TrialProgram java(
            String name,
            Path folder,
            List<String> jvm,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment) {
        var release = ProgramRelease.current(main == ServerProgram.class || arguments.contains("server"));
        return java(name, folder, jvm, main, arguments, environment, release);
    }

    /** The same of another release. */
    static TrialProgram java(
            String name,
            Path folder,
            List<String> jvm,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment,
            ProgramRelease release) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(release.options());
        command.addAll(jvm);
        command.addAll(List.of("-cp", release.classPath(), TiedProgram.class.getName(), main.getName()));
        command.addAll(arguments);
        var output = folder.resolve(name + ".out");
        try {
            var builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.to(output.toFile()));
            // The settings of whoever runs the tests are not those of the tests.
            builder.environment().keySet().removeIf(variable -> variable.startsWith("TIDEWHEEL_"));
            builder.environment().put("HOME", folder.toString());
            builder.environment().putAll(environment);
            return new TrialProgram(name, builder.start(), output);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot start " + name, error);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    void kill9() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Asks it to end, and waits until it has. */
    void terminate() {
        process.destroy();
        awaitEnd();
    }

    /** Asks it to end and lets it take its time: {@link #terminate} closes its input as well, and so pulls the leash. */
    void endInGoodOrder() {
        signal("TERM");
        awaitEnd();
    }

    /** Freezes the process; its children go on. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start();
            assertThat(kill.waitFor()).as("kill -%s of %s", signal, name).isZero();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot signal " + name, error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** The most memory it has had so far. */
    long peakMemoryBytes() {
        try {
            var matcher = PEAK.matcher(Files.readString(Path.of("/proc/" + pid() + "/status")));
            assertThat(matcher.find()).as("the peak memory of " + name).isTrue();
            return Long.parseLong(matcher.group(1)) * 1024;
        } catch (IOException gone) {
            throw new UncheckedIOException(name + " is gone", gone);
        }
    }

    /** Waits until it has said something. */
    void awaitOutput(String words) {
        await("%s says '%s'".formatted(name, words)).until(() -> output().contains(words));
    }

    /** What it has said so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read what " + name + " said", error);
        }
    }

    void awaitEnd() {
        try {
            assertThat(process.waitFor(TrialSite.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(name + " ends")
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        kill9();
    }

    @Override
    public String toString() {
        return name + " (process " + pid() + ")";
    }
}
