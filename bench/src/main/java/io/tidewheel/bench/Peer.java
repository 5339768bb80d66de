package io.tidewheel.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another system that runs commands, as its users would start it for /bin/true on two processors.
 *
 * @param programs must be there for it
 * @param packages what Debian calls them
 * @param script a shell script that does {@code $1} commands and prints nothing
 */
record Peer(String name, List<String> programs, String packages, String script) {
    private static final int PATIENCE_MINUTES = 5;

    static final List<Peer> ALL = List.of(
            new Peer("GNU parallel", List.of("parallel"), "parallel", "seq $1 | parallel -j2 /bin/true"),
            new Peer(
                    "gearman, jobs in memory",
                    List.of("gearmand", "gearman"),
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
                    """));

    boolean isInstalled() {
        return programs.stream().allMatch(Peer::isOnPath);
    }

    private static boolean isOnPath(String program) {
        for (var folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder.isEmpty() ? "." : folder, program))) return true;
        }
        return Files.isExecutable(Path.of("/usr/sbin", program));
    }

    /** Does so many commands; if the script prints two times, what is before the first and after the second does not count. */
    double perSecond(int count, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var builder = new ProcessBuilder("sh", "-c", script, "peer", Integer.toString(count), Integer.toString(port));
        builder.environment().merge("PATH", ":/usr/sbin", String::concat);
        var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
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
