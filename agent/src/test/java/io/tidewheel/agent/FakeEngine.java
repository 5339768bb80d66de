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
        verb=$1; shift
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
            --workdir|--user|--pwd) shift;;
          esac
          shift
        done
        shift
        image=$1; shift
        case "$image" in *missing*) echo "Unable to find image '$image'" >&2; exit 125;; esac
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

    /** Puts an engine of that name into a folder, which then belongs on the PATH. */
    static FakeEngine install(Path folder, String name) throws IOException {
        var script = folder.resolve(name);
        Files.writeString(script, SCRIPT.replace("@HERE@", folder.toString()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new FakeEngine(folder);
    }

    /** The words of each call. */
    List<List<String>> calls() throws IOException {
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
