package io.tidewheel.agent.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Stands in for an agent in tests that kill it: starts a watchdog and two slots that run process trees, one of which leaves its
 * session, and tells the number of every process. Arguments: the way to start processes, session, scratch folder.
 */
final class AgentStandIn {

    /** A shell with a child, a grandchild in another session, and a child of that one. Each tells its number. */
    private static final String TREE = """
        echo $$
        sleep 1000 & echo $!
        setsid sh -c 'trap "" HUP TERM; echo $$; sleep 1000 & echo $!; wait' &
        trap "" HUP TERM
        wait
        """;

    private AgentStandIn() {}

    public static void main(String[] args) throws Exception {
        var launchers = args[0].equals("best")
                ? ProcessLaunchers.best(System::nanoTime)
                : ProcessLaunchers.portable(System::nanoTime);
        var session = new AgentSession(args[1]);
        var scratch = Path.of(args[2]);
        var watchdog = Watchdog.start(session, List.of(scratch));
        Files.createDirectories(scratch.resolve("task/deep"));
        System.out.println("watchdog " + watchdog.pid());
        for (int slot = 1; slot <= 2; slot++) {
            var mark = session.markOfTask(slot);
            Thread.ofPlatform().start(() -> runTree(launchers, mark, scratch));
        }
        new CountDownLatch(1).await();
    }

    private static void runTree(ProcessLaunchers launchers, String mark, Path scratch) {
        var environment = Map.of("PATH", "/usr/bin:/bin", AgentSession.VARIABLE, mark);
        var spec = new ProcessSpec(List.of("sh", "-c", TREE), environment, scratch.resolve("task"));
        try (var launcher = launchers.open()) {
            switch (launcher.start(spec)) {
                case CommandNotStarted not -> System.out.println(not.message());
                case RunningProcess running ->
                    running.pump(
                            (_, bytes) -> {
                                var text = new byte[bytes.remaining()];
                                bytes.get(text);
                                System.out.writeBytes(text);
                                return OutputSink.Appetite.MORE;
                            },
                            ProcessLimits.NONE);
            }
        }
    }
}
