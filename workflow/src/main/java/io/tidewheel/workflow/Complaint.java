package io.tidewheel.workflow;

import java.util.Comparator;

/**
 * Something wrong in a file: where, what, and what to do about it.
 *
 * @param path from the top of the file to the culprit: {@code workflow->actions[0](for-each)->actions[1](execute cp)->outputs[0]}
 */
public record Complaint(String path, int line, int column, String message, String remedy) {
    /** In the order in which a reader of the file meets them. */
    public static final Comparator<Complaint> IN_ORDER =
            Comparator.comparingInt(Complaint::line).thenComparingInt(Complaint::column);

    @Override
    public String toString() {
        return "%d:%d: %s (%s; %s)".formatted(line, column, message, path, remedy);
    }
}
