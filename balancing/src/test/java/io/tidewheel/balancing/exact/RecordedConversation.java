package io.tidewheel.balancing.exact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was said in a conversation with the original program.
 *
 * @param numbers total, workers, threshold, and the second the origin was moved to
 */
record RecordedConversation(String title, List<Long> numbers, List<RecordedLine> said) {
    /** One instruction, at which second, and its answer; {@code state} is what was loaded or written with it. */
    record RecordedLine(long second, String instruction, String answer, List<String> state) {}

    static List<RecordedConversation> all() {
        var all = new ArrayList<RecordedConversation>();
        for (var line : text().lines().toList()) {
            if (line.startsWith("== "))
                all.add(new RecordedConversation(line.substring(3), new ArrayList<>(), new ArrayList<>()));
            else if (line.startsWith("task ")) {
                for (var number : line.substring(5).split(" ", -1))
                    all.getLast().numbers.add(Long.parseLong(number));
            } else if (line.startsWith(":")) all.getLast().said.getLast().state.add(line.substring(1));
            else if (!line.isBlank() && !line.startsWith("#"))
                all.getLast().said.add(said(line));
        }
        return all;
    }

    private static RecordedLine said(String line) {
        var parts = line.split(" \\| ", -1);
        var answer = bytes(parts[1], Arrays.asList(parts[2].split(" ", -1)));
        return new RecordedLine(Long.parseLong(parts[0]), parts[1], answer, new ArrayList<>());
    }

    /** Only the answer to a start has a blank after its zero. */
    private static String bytes(String instruction, List<String> words) {
        return switch (words.getFirst()) {
            case "share" ->
                "0%s\n Assigned: %s\n ETA: %s\n"
                        .formatted(instruction.startsWith("2") ? " " : "", words.get(1), words.get(2));
            case "measure" -> "0 \n timestamp: %s\n speed: %s\n".formatted(words.get(1), words.get(2));
            case "done" -> "0\n";
            case "end" -> "";
            case "error" -> String.join(" ", words.subList(1, words.size())) + "\n";
            default -> throw new IllegalArgumentException("conversations.txt: " + words);
        };
    }

    private static String text() {
        try (var in = RecordedConversation.class.getResourceAsStream("conversations.txt")) {
            if (in == null) throw new IllegalStateException("conversations.txt is missing");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Override
    public String toString() {
        return title;
    }
}
