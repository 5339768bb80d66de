package io.tidewheel.cloud;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Shell scripts that play agents, for tests of machines on this computer: each notes its name and its process, reads its token, and waits
 * to be ended.
 */
public final class StandInAgents {
    private static final String AGENT = """
        while [ $# -gt 1 ] && [ "$1" != --name ]; do shift; done
        name=$2
        cat > /dev/null
        trap 'exit 0' TERM
        echo $$ > "%1$s/.new-$name" && mv "%1$s/.new-$name" "%1$s/$name"
        n=0; while [ $n -lt 3000 ]; do n=$((n+1)); sleep 0.1; done
        """;

    private final Path folder;

    /** @param folder where they note themselves; it is theirs alone */
    public StandInAgents(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** The program to start in place of {@code tidewheel}. */
    public List<String> words() {
        return List.of("sh", "-c", AGENT.formatted(folder), "agent");
    }

    /** Those that run, by name, each with the number of its process. */
    public Map<String, String> running() {
        var running = new TreeMap<String, String>();
        try (var notes = Files.newDirectoryStream(folder, "[!.]*")) {
            for (var note : notes) {
                var pid = Files.readString(note).strip();
                if (process(pid).isPresent()) running.put(note.getFileName().toString(), pid);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return running;
    }

    /** Ends one as a broken machine would. */
    public void kill(String name) {
        Optional.ofNullable(running().get(name))
                .flatMap(StandInAgents::process)
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    /** One that has ended and that nobody has looked after does not run. */
    private static Optional<ProcessHandle> process(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .filter(_ -> !isZombie(pid));
    }

    private static boolean isZombie(String pid) {
        try {
            var line = Files.readString(Path.of("/proc", pid, "stat"));
            return line.startsWith("Z", line.lastIndexOf(')') + 2);
        } catch (IOException gone) {
            return false;
        }
    }
}
