package io.tidewheel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A container engine for tests: a shell script that writes down how it was called and then behaves like the real one, except that the
 * "container" is a process in a session of its own, which outlives the script as a real container outlives the program that started it.
 */
final class FakeEngine {
    private static final String SCRIPT = """
        #!/bin/bash
        here=@HERE@
        { for word in "$@"; do printf '%s\\n' "$word"; done; echo ----; } >> "$here/calls"
        env | sort > "$here/environment"
        [ -p "$here/gate" ] && read -r _ < "$here/gate"
        [ -e "$here/trouble" ] && { cat "$here/trouble" >&2; exit 1; }
        verb=$1; shift
        if [ "$verb" = image ] || [ "$verb" = rm ]; then exit 0; fi
        if [ "$verb" = inspect ]; then cat "$here/out-of-memory" 2>/dev/null || echo false; exit 0; fi
        if [ "$verb" = kill ]; then
          [ "$1" = -- ] && shift
          pid=$(cat "$here/container-$1" 2>/dev/null) || { echo "Error: No such container: $1" >&2; exit 1; }
          kill -9 -- "-$pid"; exit 0
        fi
        name=; volume=
        while [ "$1" != -- ]; do
          case "$1" in
            --name) name=$2; shift;;
            --volume|--bind) volume=${2%%:*}; shift;;
            --env) case "$2" in *=*) export "$2";; esac; shift;;
            --init) [ -e "$here/no-init" ] && { echo 'container-init binary not found on the host' >&2; exit 125; };;
            --workdir|--user|--pwd|--label) shift;;
          esac
          shift
        done
        shift
        image=$1; shift
        case "$image" in *missing*) echo "Unable to find image '$image'" >&2; exit 125;; esac
        if [ "$1" = /tidewheel-probe ]; then
          if [ -d "$image" ]; then exec "$image$1"; else echo a container ran; exit 0; fi
        fi
        [ $# -gt 0 ] || exit 0
        cd "$volume" || exit 125
        if [ -z "$name" ]; then exec "$@"; fi
        env -u TIDEWHEEL_AGENT_SESSION setsid "$@" &
        pid=$!
        echo $pid > "$here/container-$name"
        trap 'kill -TERM -- -$pid' TERM
        wait $pid; code=$?
        while kill -0 $pid 2>/dev/null; do wait $pid; code=$?; done
        exit $code
        """;

    private final Path folder;

    private FakeEngine(Path folder) {
        this.folder = folder;
    }

    /**
     * Puts an engine of that name into a folder, which then belongs on the PATH. No other folder has to: engines of the machine must not be
     * found.
     */
    static FakeEngine install(Path folder, String name) throws IOException {
        addTools(folder);
        var home = Files.createDirectories(folder.resolve("of-" + name));
        write(folder.resolve(name), SCRIPT.replace("@HERE@", home.toString()));
        return new FakeEngine(home);
    }

    private static void addTools(Path folder) throws IOException {
        for (var tool : List.of("cat", "env", "setsid", "sleep", "sort")) {
            var usual = Path.of("/usr/bin", tool);
            write(
                    folder.resolve(tool),
                    "#!/bin/sh\nexec %s \"$@\"\n".formatted(Files.exists(usual) ? usual : Path.of("/bin", tool)));
        }
    }

    private static void write(Path script, String text) throws IOException {
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** From now on every call fails with these words, as when no daemon answers. */
    void breakDown(String words) throws IOException {
        Files.writeString(folder.resolve("trouble"), words + "\n");
    }

    /** Containers that have ended are said to have been killed for want of memory. */
    void runOutOfMemory() throws IOException {
        Files.writeString(folder.resolve("out-of-memory"), "true\n");
    }

    /** Containers cannot have an init. */
    void loseInit() throws IOException {
        Files.createFile(folder.resolve("no-init"));
    }

    /** Every call waits from now on, until {@link #goOn} is called for it. */
    void holdUp() throws Exception {
        var gate = folder.resolve("gate").toString();
        if (new ProcessBuilder("mkfifo", gate).start().waitFor() != 0) throw new IOException("no fifo " + gate);
    }

    /** Waits for a call that is held up, and lets it and all later ones go on. */
    void goOn() throws IOException {
        var gate = folder.resolve("gate");
        try (var pipe = Files.newOutputStream(gate)) {
            Files.delete(gate);
            pipe.write('\n');
        }
    }

    /** The words of each call for a task. */
    List<List<String>> calls() throws IOException {
        return allCalls().stream().filter(call -> !isProbe(call)).toList();
    }

    /** The words of each call by which the agent found out whether the engine works. */
    List<List<String>> probes() throws IOException {
        return allCalls().stream().filter(FakeEngine::isProbe).toList();
    }

    private static boolean isProbe(List<String> call) {
        return call.getFirst().equals("image") || call.getFirst().equals("import") || call.contains("/tidewheel-probe");
    }

    private List<List<String>> allCalls() throws IOException {
        var file = folder.resolve("calls");
        if (!Files.exists(file)) return List.of();
        return Files.readString(file).transform(text -> List.of(text.split("----\n", 0))).stream()
                .map(call -> call.lines().toList())
                .toList();
    }

    /** The environment of the last call. */
    List<String> environment() throws IOException {
        return Files.readAllLines(folder.resolve("environment"));
    }
}
