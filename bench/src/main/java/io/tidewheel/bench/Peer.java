package io.tidewheel.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another system that runs commands, as its users would start it for /bin/true on two processors.
 *
 * @param check a shell command that succeeds if it is there
 * @param packages what Debian calls what it needs
 * @param script a shell script that does {@code $1} commands and prints nothing
 */
record Peer(String name, String check, String packages, String script) {
    private static final int PATIENCE_MINUTES = 5;

    static final List<Peer> ALL = List.of(
            new Peer("GNU parallel", "command -v parallel", "parallel", "seq $1 | parallel -j2 /bin/true"),
            new Peer(
                    "gearman, jobs in memory",
                    "command -v gearmand && command -v gearman",
                    "gearman-job-server gearman-tools",
                    """
                    gearmand -L 127.0.0.1 -p $2 -l none >/dev/null & others=$!
                    trap 'kill $others' EXIT
                    sleep 1
                    for worker in 1 2; do gearman -h 127.0.0.1 -p $2 -w -f truth -- /bin/true >/dev/null & others="$others $!"; done
                    date +%s%N
                    for client in 1 2; do seq $(($1 / 2)) | gearman -h 127.0.0.1 -p $2 -n -f truth >/dev/null & clients="$clients $!"; done
                    wait $clients
                    date +%s%N
                    """),
            new Peer(
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
                    def truth(): return subprocess.run(["/bin/true"]).returncode
                    END
                    python3 -m celery -A peer worker -c 2 --loglevel=ERROR >/dev/null & others="$others $!"
                    trap 'kill $others; wait; rm -r $folder' EXIT
                    python3 - $1 <<END
                    import sys, time
                    from celery import group
                    from peer import truth
                    group(truth.s() for _ in range(10))().get()
                    print(time.time_ns())
                    group(truth.s() for _ in range(int(sys.argv[1])))().get()
                    print(time.time_ns())
                    END
                    """),
            new Peer("Dask", "python3 -c 'import distributed'", "python3-distributed", """
                folder=$(mktemp -d)
                trap 'rm -r $folder' EXIT
                cd $folder
                cat > peer.py <<END
                import subprocess, sys, time
                from distributed import Client, LocalCluster
                def truth(_): return subprocess.run(["/bin/true"]).returncode
                if __name__ == "__main__":
                    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
                        client.gather(client.map(truth, range(10), pure=False))
                        print(time.time_ns())
                        client.gather(client.map(truth, range(int(sys.argv[1])), pure=False))
                        print(time.time_ns())
                END
                python3 peer.py $1
                """));

    boolean isInstalled() throws IOException, InterruptedException {
        return shell(check)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** With the programs of the system before others of the same name: packages of the system are found by them alone. */
    private static ProcessBuilder shell(String... words) {
        var all = new ArrayList<>(List.of("sh", "-c"));
        all.addAll(List.of(words));
        var builder = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().merge("PATH", "/usr/bin:/usr/sbin", (known, system) -> system + ":" + known);
        return builder;
    }

    /** Does so many commands; if the script prints two times, what is before the first and after the second does not count. */
    double perSecond(int count, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var process = shell(script, "peer", Integer.toString(count), Integer.toString(port))
                .start();
        process.getOutputStream().close();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0)
            throw new IOException("%s did not do its %,d commands".formatted(name, count));
        var times = printed.strip().split("\\s+");
        double seconds = times.length == 2
                ? (Long.parseLong(times[1]) - Long.parseLong(times[0])) / 1e9
                : (System.nanoTime() - start) / 1e9;
        return count / seconds;
    }
}
