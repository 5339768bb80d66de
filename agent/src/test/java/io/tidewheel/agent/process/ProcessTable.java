package io.tidewheel.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What /proc tells about processes. */
final class ProcessTable {

    private ProcessTable() {}

    /** Whether a process still runs; one that has ended and only waits to be noticed does not. */
    static boolean runs(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException gone) {
            return false;
        }
    }

    static long openDescriptors() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The children of all threads of this process, ended ones included. */
    static List<Long> children() {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.map(ProcessTable::childrenOf)
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .filter(word -> !word.isBlank())
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String childrenOf(Path thread) {
        try {
            return Files.readString(thread.resolve("children"));
        } catch (IOException threadEnded) {
            return "";
        }
    }
}
