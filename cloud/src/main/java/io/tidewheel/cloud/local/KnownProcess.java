package io.tidewheel.cloud.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A process by its number and its start, since numbers are used again.
 *
 * @param start in whatever the system counts; on Linux ticks since it was booted, which do not move when clocks are set
 */
record KnownProcess(long pid, long start) {
    private static final int STATE = 0;
    private static final int START = 19;

    static KnownProcess of(ProcessHandle process) {
        return new KnownProcess(process.pid(), start(process));
    }

    static Optional<KnownProcess> parse(String line) {
        var words = line.strip().split(" ", 2);
        if (words.length < 2 || !words[0].matches("\\d{1,10}") || !words[1].matches("-?\\d{1,18}"))
            return Optional.empty();
        return Optional.of(new KnownProcess(Long.parseLong(words[0]), Long.parseLong(words[1])));
    }

    /** The process, if it still runs. */
    Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid).filter(process -> start(process) == start && runs(process));
    }

    /** One that has ended and whose parent has not looked yet does not run any more. */
    static boolean runs(ProcessHandle process) {
        return process.isAlive() && !facts(process).get(STATE).equals("Z");
    }

    private static long start(ProcessHandle process) {
        var facts = facts(process);
        if (facts.size() > START) return Long.parseLong(facts.get(START));
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
    }

    /** What Linux tells of a process after its name; elsewhere only that nothing is known. */
    private static List<String> facts(ProcessHandle process) {
        try {
            var line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return List.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
        } catch (IOException | IndexOutOfBoundsException unknown) {
            return List.of("?");
        }
    }

    @Override
    public String toString() {
        return pid + " " + start;
    }
}
