package io.tidewheel.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another system that runs commands, as its users would start it for /bin/true on two processors.
 *
 * @param check a shell command that succeeds if it is there, and is what it is called: other programs may bear the same name
 * @param packages what Debian calls what it needs
 * @param script a shell script that runs {@code $3} so often as {@code $1} says, with port {@code $2} for its own use; it prints nothing, or
 *     the times between which it did so, and fails if a command does
 */
record PeerSystem(String name, String check, String packages, String script) {
    private static final int PATIENCE_MINUTES = 5;
    /** How often a command is tried; an even number, because some systems divide the tries between two. */
    private static final int TRIED = 20;

    static final List<PeerSystem> ALL = List.of(
            new PeerSystem(
                    "GNU parallel",
                    "parallel --version | grep -q '^GNU parallel'",
                    "parallel",
                    "seq $1 | parallel -j2 $3"),
            new PeerSystem(
                    "gearman, jobs in memory",
                    "command -v gearmand && command -v gearman",
                    "gearman-job-server gearman-tools",
                    """
                    gearmand -L 127.0.0.1 -p $2 -l none >/dev/null & others=$!
                    trap 'kill $others' EXIT
                    sleep 1
                    for worker in 1 2; do gearman -h 127.0.0.1 -p $2 -w -f truth -- $3 >/dev/null & others="$others $!"; done
                    date +%s%N
                    for client in 1 2; do seq $(($1 / 2)) | gearman -h 127.0.0.1 -p $2 -n -f truth >/dev/null & clients="$clients $!"; done
                    for client in $clients; do wait $client || exit 1; done
                    date +%s%N
                    """),
            new PeerSystem(
                    "Celery on Redis, jobs in memory",
                    "command -v redis-server && python3 -c 'import celery, redis'",
                    "redis-server python3-celery python3-redis",
                    """
                    folder=$(mktemp -d)
                    cd $folder
                    redis-server --port $2 --bind 127.0.0.1 --save '' --dir $folder >/dev/null & others=$!
                    cat > peer.py <<END
                    import subprocess
                    from celery import Celery
                    app = Celery("peer", broker="redis://127.0.0.1:$2/0", backend="redis://127.0.0.1:$2/1")
                    @app.task
                    def truth(): return subprocess.run(["$3"]).returncode
                    END
                    python3 -m celery -A peer worker -c 2 --loglevel=ERROR >/dev/null & others="$others $!"
                    trap 'kill $others; wait; rm -r $folder' EXIT
                    python3 - $1 <<END
                    import sys, time
                    from celery import group
                    from peer import truth
                    group(truth.s() for _ in range(10))().get()
                    print(time.time_ns())
                    codes = group(truth.s() for _ in range(int(sys.argv[1])))().get()
                    print(time.time_ns())
                    sys.exit(any(codes))
                    END
                    """),
            new PeerSystem("Dask", "python3 -c 'import distributed'", "python3-distributed", """
                folder=$(mktemp -d)
                trap 'rm -r $folder' EXIT
                cd $folder
                cat > peer.py <<END
                import subprocess, sys, time
                from distributed import Client, LocalCluster
                def truth(_): return subprocess.run(["$3"]).returncode
                if __name__ == "__main__":
                    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
                        client.gather(client.map(truth, range(10), pure=False))
                        print(time.time_ns())
                        codes = client.gather(client.map(truth, range(int(sys.argv[1])), pure=False))
                        print(time.time_ns())
                    sys.exit(any(codes))
                END
                python3 peer.py $1
                """));

    /** Why there is no figure for a peer: it is not there, is something else of the same name, or did not do the work. */
    static final class NoFigure extends Exception {
        private static final long serialVersionUID = 1;

        NoFigure(String why) {
            super(why);
        }
    }

    boolean isInstalled() throws IOException, InterruptedException {
        return shell(check)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** A shell that finds the programs of the system before others of the same name, since only they find the packages of the system. */
    private static ProcessBuilder shell(String... words) {
        var all = new ArrayList<>(List.of("sh", "-c"));
        all.addAll(List.of(words));
        var builder = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().merge("PATH", "/usr/bin:/usr/sbin", (known, system) -> system + ":" + known);
        return builder;
    }

    /** Throws if it does not run what it is given, so often as it is told: who does not work is always the fastest. */
    void checkWork(int port) throws IOException, InterruptedException, NoFigure {
        if (!isInstalled()) {
            throw new NoFigure("%s is not installed; on Debian: apt-get install %s".formatted(name, packages));
        }
        var folder = Files.createTempDirectory("tidewheel-peer");
        var traces = folder.resolve("traces");
        var command = folder.resolve("command");
        try {
            Files.writeString(traces, "");
            Files.writeString(command, "#!/bin/sh\necho done >> %s\n".formatted(traces));
            Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
            var _ = perSecond(TRIED, port, command.toString());
            long done = Files.readAllLines(traces).size();
            // Some do a few before they begin to count.
            if (done < TRIED)
                throw new NoFigure("%s ran %d of %d commands that it was given".formatted(name, done, TRIED));
        } finally {
            Files.deleteIfExists(traces);
            Files.deleteIfExists(command);
            Files.deleteIfExists(folder);
        }
    }

    /** Does so many commands; if the script prints two times, what is before the first and after the second does not count. */
    double perSecond(int count, int port) throws IOException, InterruptedException, NoFigure {
        return perSecond(count, port, "/bin/true");
    }

    private double perSecond(int count, int port, String command) throws IOException, InterruptedException, NoFigure {
        long start = System.nanoTime();
        var process = shell(script, "peer", Integer.toString(count), Integer.toString(port), command)
                .start();
        process.getOutputStream().close();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES))
            throw new NoFigure("%s did not end in %d minutes".formatted(name, PATIENCE_MINUTES));
        if (process.exitValue() != 0)
            throw new NoFigure("%s failed with exit code %d when it was given %,d commands"
                    .formatted(name, process.exitValue(), count));
        return count / seconds(printed, System.nanoTime() - start);
    }

    private double seconds(String printed, long nanos) throws NoFigure {
        if (printed.isBlank()) return nanos / 1e9;
        var times = printed.strip().split("\\s+");
        if (times.length != 2 || !times[0].matches("\\d{1,19}") || !times[1].matches("\\d{1,19}"))
            throw new NoFigure("%s printed something else than two times".formatted(name));
        return (Long.parseLong(times[1]) - Long.parseLong(times[0])) / 1e9;
    }
}
