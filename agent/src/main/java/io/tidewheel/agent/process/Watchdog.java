package io.tidewheel.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Cleans up after an agent that was killed. A small shell script, in a session of its own, waits at a pipe that only the agent
 * holds open; when the agent is gone, however that came, the script kills every process of the agent's session and every
 * container that bears its label, and then removes its scratch folders. It costs nothing while the agent lives.
 */
public final class Watchdog implements AutoCloseable {

    private static final String SCRIPT = load("watchdog.sh");
    private static final long ORDERLY_END_SECONDS = 5;

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    /**
     * What runs containers in this session.
     *
     * @param label what they all bear
     */
    public record Engine(Path program, Map<String, String> environment, String label) {}

    /** Starts a watchdog that knows of no containers. */
    public static Watchdog start(AgentSession session, List<Path> scratchFolders) {
        return start(session, scratchFolders, Optional.empty(), Optional.empty());
    }

    /**
     * Starts the script and returns when it is on guard. The scratch folders may not exist yet; so that nothing else can ever be removed, each must be an
     * absolute path whose last part contains the session's id.
     */
    public static Watchdog start(
            AgentSession session, List<Path> scratchFolders, Optional<Engine> engine, Optional<Path> controlGroup) {
        var words = new ArrayList<String>();
        ProcessBuilderLauncher.findSetsid().ifPresent(path -> words.add(path.toString()));
        words.addAll(List.of("/bin/sh", "-c", SCRIPT, "tidewheel-watchdog", session.entryStart()));
        words.add(engine.map(known -> known.program().toString()).orElse(""));
        words.add(engine.map(Engine::label).orElse(""));
        words.add(controlGroup.map(group -> checked(group, session)).orElse(""));
        for (var folder : scratchFolders) words.add(checked(folder, session));
        var builder = new ProcessBuilder(words).directory(Path.of("/").toFile()).redirectError(Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", CommandLookup.DEFAULT_PATH);
        engine.ifPresent(known -> builder.environment().putAll(known.environment()));
        try {
            var process = builder.start();
            awaitReady(process);
            return new Watchdog(process);
        } catch (IOException e) {
            throw new UncheckedIOException("could not start the watchdog that cleans up after a killed agent", e);
        }
    }

    /** False if somebody ended the script; a new watchdog should then be started. */
    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Dismisses the script: the agent has cleaned up by itself. */
    @Override
    public void close() {
        try (var pipe = process.getOutputStream()) {
            pipe.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException alreadyGone) {
            return;
        }
        try {
            if (!process.waitFor(ORDERLY_END_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitReady(Process process) throws IOException {
        try (var lines = process.inputReader()) {
            if (!"ready".equals(lines.readLine())) throw new IOException("the script did not get ready");
        }
    }

    private static String checked(Path folder, AgentSession session) {
        var name = folder.getFileName();
        if (!folder.isAbsolute() || name == null || !name.toString().contains(session.id())) {
            throw new IllegalArgumentException(
                    "scratch folder '" + folder + "' must be an absolute path whose last part contains '" + session.id()
                            + "', because it will be removed with all it contains");
        }
        return folder.normalize().toString();
    }

    private static String load(String name) {
        try (InputStream in = Watchdog.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException(name + " is missing beside " + Watchdog.class);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
