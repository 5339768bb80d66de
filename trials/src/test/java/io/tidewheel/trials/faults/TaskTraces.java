package io.tidewheel.trials.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The traces that tasks left. */
record TaskTraces(Map<Integer, List<Trace>> byTask) {
    /** What happened, to which attempt, on which life of which agent, in which process. */
    record Trace(int task, String what, int attempt, String agent, long process) {
        static Trace of(String line) {
            var words = line.split(" ");
            return new Trace(
                    Integer.parseInt(words[1]),
                    words[0],
                    Integer.parseInt(words[2]),
                    words[3],
                    Long.parseLong(words[4]));
        }

        /** A process that has ended, but whose parent has not looked yet, is over. */
        boolean isRunning() {
            try {
                var stat = Files.readString(Path.of("/proc/" + process + "/stat"));
                return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
            } catch (IOException gone) {
                return false;
            }
        }
    }

    static TaskTraces read(Path file) {
        try {
            var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
            return new TaskTraces(lines.stream().map(Trace::of).collect(Collectors.groupingBy(Trace::task)));
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }

    List<Trace> of(int task) {
        return byTask.getOrDefault(task, List.of());
    }

    List<Trace> of(int task, String what) {
        return of(task).stream().filter(trace -> trace.what.equals(what)).toList();
    }
}
