package io.tidewheel.trials.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The traces that tasks left: which attempt of which task began and ended, and on which agent. */
record Effects(Map<Integer, List<Trace>> byTask) {
    record Trace(String what, int attempt, String agent) {}

    static Effects read(Path file) {
        var byTask = new TreeMap<Integer, List<Trace>>();
        try {
            for (var line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                var words = line.split(" ");
                byTask.computeIfAbsent(Integer.valueOf(words[1]), _ -> new ArrayList<>())
                        .add(new Trace(words[0], Integer.parseInt(words[2]), words[3]));
            }
        } catch (IOException trouble) {
            throw new UncheckedIOException("cannot read " + file, trouble);
        }
        return new Effects(byTask);
    }

    List<Trace> of(int task) {
        return byTask.getOrDefault(task, List.of());
    }

    List<Trace> of(int task, String what) {
        return of(task).stream().filter(trace -> trace.what.equals(what)).toList();
    }
}
