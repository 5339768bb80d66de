package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.TaskResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What one life of a client came to know. A client that was killed may have left half a line at the end; that does not count. */
record ClientHistory(OptionalInt made, int safe, Map<Integer, Seen> results, Optional<Total> total) {
    /** A result as a client saw it. */
    record Seen(TaskResult.State state, String reason, int attempt) {}

    record Total(long size, long succeeded, long failed, long cancelled) {}

    static String line(TaskResult result) {
        return "result %d %s %d %s".formatted(result.index(), result.state(), result.attempt(), result.reason());
    }

    static ClientHistory read(Path file) {
        var made = OptionalInt.empty();
        var safe = 0;
        var results = new TreeMap<Integer, Seen>();
        var total = Optional.<Total>empty();
        for (var line : wholeLines(file)) {
            var words = line.split(" ", -1);
            switch (words[0]) {
                case "made" -> made = OptionalInt.of(Integer.parseInt(words[1]));
                case "safe" -> safe = Integer.parseInt(words[1]);
                case "result" -> {
                    var seen = new Seen(TaskResult.State.valueOf(words[2]), words[4], Integer.parseInt(words[3]));
                    var before = results.put(Integer.parseInt(words[1]), seen);
                    assertThat(before)
                            .as("%s: task %s was told twice to one client", file, words[1])
                            .isNull();
                }
                case "end" ->
                    total = Optional.of(new Total(
                            Long.parseLong(words[1]),
                            Long.parseLong(words[2]),
                            Long.parseLong(words[3]),
                            Long.parseLong(words[4])));
                default -> assertThat(line).isEqualTo("closed");
            }
        }
        return new ClientHistory(made, safe, results, total);
    }

    private static List<String> wholeLines(Path file) {
        try {
            var text = Files.exists(file) ? Files.readString(file) : "";
            return new ArrayList<>(
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }
}
