package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Measures how many commands per second, and at which cost of processor time, are run by our launchers, by a bare
 * posix_spawn and waitpid loop without pipes, and by xargs. The ways take turns in every round, so that the rest of the
 * machine disturbs them alike; the median of the rounds is told. Arguments: commands per round and slot, rounds, command.
 */
public final class SpawnRate {

    private static final int XARGS_SLOTS = 2;

    private final int commands;
    private final int rounds;
    private final String command;
    private final Map<String, List<double[]>> results = new LinkedHashMap<>();

    private SpawnRate(int commands, int rounds, String command) {
        this.commands = commands;
        this.rounds = rounds;
        this.command = command;
    }

    public static void main(String[] args) throws Exception {
        new SpawnRate(
                        args.length > 0 ? Integer.parseInt(args[0]) : 1000,
                        args.length > 1 ? Integer.parseInt(args[1]) : 7,
                        args.length > 2 ? args[2] : "/bin/true")
                .run();
    }

    /** A number of commands, one after the other. */
    private interface Loop {
        void run(int commands) throws Exception;
    }

    /** Opens what a slot needs. */
    private interface SpawnMethod {
        Loop open() throws Exception;
    }

    private void run() throws Exception {
        var best = ProcessLaunchers.best(System::nanoTime);
        var portable = ProcessLaunchers.portable(System::nanoTime);
        System.out.println("best launcher: " + best.reason());
        for (int round = -1; round < rounds; round++) {
            for (int slots : new int[] {1, 2, 4}) {
                measure("bare posix_spawn loop", slots, round, this::bareLoop);
                measure("our launcher", slots, round, () -> launcherLoop(best));
                measure("ProcessBuilderLauncher", slots, round, () -> launcherLoop(portable));
                measure("bare ProcessBuilder", slots, round, () -> this::processBuilder);
            }
            measureXargs(round);
        }
        results.forEach(this::print);
        compare();
    }

    private Loop bareLoop() {
        var bare = new BareSpawn(command);
        return bare::run;
    }

    private Loop launcherLoop(ProcessLaunchers launchers) {
        var launcher = launchers.open();
        var environment = Map.of("PATH", "/usr/bin:/bin", "HOME", "/tmp", AgentSession.VARIABLE, "0123456789abcdef.1");
        var spec = new ProcessSpec(List.of(command), environment, Path.of("/tmp"));
        return count -> {
            try (launcher) {
                for (int i = 0; i < count; i++) {
                    switch (launcher.start(spec)) {
                        case RunningProcess running -> running.pump(OutputSink.NOTHING, ProcessLimits.NONE);
                        case CommandNotStarted not -> throw new IllegalStateException(not.message());
                    }
                }
            }
        };
    }

    private void processBuilder(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            var process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            process.getInputStream().readAllBytes();
            process.getErrorStream().readAllBytes();
            process.waitFor();
        }
    }

    private void measure(String name, int slots, int round, SpawnMethod method) throws Exception {
        var loops = new ArrayList<Loop>();
        for (int i = 0; i < slots; i++) loops.add(method.open());
        var done = new CountDownLatch(slots);
        double cpu = cpuSeconds();
        long start = System.nanoTime();
        for (var loop : loops) {
            Thread.ofPlatform().start(() -> {
                try {
                    loop.run(commands);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        note(name + ", slots " + slots, round, slots * commands, System.nanoTime() - start, cpuSeconds() - cpu);
    }

    private void measureXargs(int round) throws Exception {
        double cpu = cpuSeconds();
        long start = System.nanoTime();
        int count = XARGS_SLOTS * commands;
        var script = "yes '' | head -n " + count + " | tr '\\n' '\\0' | xargs -0 -P" + XARGS_SLOTS + " -n1 " + command;
        new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start().waitFor();
        note("xargs -n1, slots 2", round, count, System.nanoTime() - start, cpuSeconds() - cpu);
    }

    private void note(String name, int round, int count, long nanos, double cpu) {
        if (round < 0) return; // the first round warms up
        results.computeIfAbsent(name, _ -> new ArrayList<>())
                .add(new double[] {count * 1e9 / nanos, cpu * 1e3 / count});
    }

    private void print(String name, List<double[]> runs) {
        System.out.printf(
                "%-34s %7.0f/s (%5.0f..%5.0f)   cpu %.3f ms%n",
                name, median(runs, 0), worst(runs), best(runs), median(runs, 1));
    }

    /** Compares what stood side by side in each round; the machine changes more between rounds than within one. */
    private void compare() {
        for (int slots : new int[] {1, 2, 4}) {
            System.out.printf(
                    "ours / bare loop, slots %d: rate %.2f, processor time %.2f%n",
                    slots,
                    ratio("our launcher, slots " + slots, "bare posix_spawn loop, slots " + slots, 0),
                    ratio("our launcher, slots " + slots, "bare posix_spawn loop, slots " + slots, 1));
        }
        System.out.printf("ours / xargs -P2: rate %.2f%n", ratio("our launcher, slots 2", "xargs -n1, slots 2", 0));
    }

    private double ratio(String one, String other, int figure) {
        var ratios = new ArrayList<double[]>();
        for (int round = 0; round < rounds; round++) {
            ratios.add(new double[] {
                results.get(one).get(round)[figure] / results.get(other).get(round)[figure]
            });
        }
        return median(ratios, 0);
    }

    private static double median(List<double[]> runs, int figure) {
        return runs.stream().mapToDouble(r -> r[figure]).sorted().toArray()[runs.size() / 2];
    }

    private static double worst(List<double[]> runs) {
        return runs.stream().mapToDouble(r -> r[0]).min().orElse(0);
    }

    private static double best(List<double[]> runs) {
        return runs.stream().mapToDouble(r -> r[0]).max().orElse(0);
    }

    /** Of this process and of all children that have ended. */
    private static double cpuSeconds() {
        return BareSpawn.cpuSeconds(0) + BareSpawn.cpuSeconds(-1);
    }

    /** What the machine can do at most from Java: nothing but the two calls, and memory prepared beforehand. */
    @SuppressWarnings("restricted")
    private static final class BareSpawn {
        private static final Linker LINKER = Linker.nativeLinker();
        private static final MethodHandle SPAWN = handle(
                "posix_spawn", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        private static final MethodHandle WAITPID =
                handle("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        private static final MethodHandle GETRUSAGE =
                handle("getrusage", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

        private final Arena arena = Arena.ofAuto();
        private final MemorySegment pid = arena.allocate(JAVA_INT);
        private final MemorySegment path;
        private final MemorySegment argv = arena.allocate(ADDRESS, 2);
        private final MemorySegment environment = arena.allocate(ADDRESS, 3);

        BareSpawn(String command) {
            path = arena.allocateFrom(command);
            argv.setAtIndex(ADDRESS, 0, path);
            environment.setAtIndex(ADDRESS, 0, arena.allocateFrom("PATH=/usr/bin:/bin"));
            environment.setAtIndex(ADDRESS, 1, arena.allocateFrom("HOME=/tmp"));
        }

        void run(int count) {
            try {
                for (int i = 0; i < count; i++) {
                    int error = (int)
                            SPAWN.invokeExact(pid, path, MemorySegment.NULL, MemorySegment.NULL, argv, environment);
                    if (error != 0) throw new IllegalStateException("posix_spawn: error " + error);
                    int _ = (int) WAITPID.invokeExact(pid.get(JAVA_INT, 0), MemorySegment.NULL, 0);
                }
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }

        static double cpuSeconds(int who) {
            try (var arena = Arena.ofConfined()) {
                var usage = arena.allocate(JAVA_LONG, 18);
                int _ = (int) GETRUSAGE.invokeExact(who, usage);
                long micros = 0;
                for (int i = 0; i < 4; i++) micros += usage.getAtIndex(JAVA_LONG, i) * (i % 2 == 0 ? 1_000_000 : 1);
                return micros / 1e6;
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }

        private static MethodHandle handle(String name, FunctionDescriptor type) {
            return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
        }
    }
}
