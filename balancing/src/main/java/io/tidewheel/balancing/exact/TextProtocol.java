package io.tidewheel.balancing.exact;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The lines RUPER-LB's server takes on its standard input, and its answers. Pure but for what it is handed: the lines to come, and the
 * files that instructions 4 and 5 name.
 */
public final class TextProtocol {
    /** A line is no longer than this; the original cuts longer ones into several instructions. */
    public static final int LONGEST_LINE = 511;

    private static final int LONGEST_NAME = 199;
    private static final String NOT_A_NUMBER = "-1\n";
    private static final String UNKNOWN = "-1 29\n";

    private TextProtocol() {}

    /** What instructions 4 and 5 reach for. */
    public interface ProtocolFiles {
        /** The next line of input, if there is one: a state may follow the instruction itself. */
        Optional<String> nextLine();

        /** The text of a file; empty if it cannot be read. */
        Optional<String> read(String name);

        /** Whether the file could be written. */
        boolean write(String name, String text);
    }

    /** What one line has led to. */
    public record Reply(ExactTask task, String text, boolean ends) {}

    /** Obeys one line. */
    public static Reply obey(ExactTask task, String line, long now, ProtocolFiles files) {
        if (line.length() > LONGEST_LINE) return new Reply(task, UNKNOWN, false);
        var words = new NumberScanner(line);
        var instruction = words.whole();
        if (instruction.isEmpty()) return new Reply(task, NOT_A_NUMBER, false);
        return switch (Math.clamp(instruction.getAsLong(), -1, 7)) {
            case 0 -> new Reply(task, "", true);
            case 1 -> report(task, words, now);
            case 2 -> start(task, words, now);
            case 3 -> finish(task, words, now);
            case 4 -> load(task, words, files);
            case 5 -> dump(task, words, files);
            case 6 -> lastMeasure(task, words);
            default -> new Reply(task, UNKNOWN, false);
        };
    }

    private static Reply report(ExactTask task, NumberScanner words, long now) {
        var index = words.whole();
        var count = words.count();
        var seconds = words.whole();
        if (isMissing(index, count, seconds)) return failure(task, 1, RuperCode.UNEXPECTED_FORMAT);
        var outcome = task.report(index.getAsLong(), count.getAsLong(), seconds.getAsLong(), now);
        return outcome.code() == RuperCode.OK ? share(outcome.task(), index.getAsLong(), "") : failure(outcome, 1);
    }

    private static Reply start(ExactTask task, NumberScanner words, long now) {
        var index = words.whole();
        var seconds = words.whole();
        if (isMissing(index, seconds)) return failure(task, 2, RuperCode.UNEXPECTED_FORMAT);
        var outcome = task.start(index.getAsLong(), seconds.getAsLong(), now);
        return outcome.code() == RuperCode.OK ? share(outcome.task(), index.getAsLong(), " ") : failure(outcome, 2);
    }

    private static Reply finish(ExactTask task, NumberScanner words, long now) {
        var index = words.whole();
        var count = words.count();
        var seconds = words.whole();
        if (isMissing(index, count, seconds)) return failure(task, 3, RuperCode.UNEXPECTED_FORMAT);
        var outcome = task.finish(index.getAsLong(), count.getAsLong(), seconds.getAsLong(), now);
        return outcome.code() == RuperCode.OK ? new Reply(outcome.task(), "0\n", false) : failure(outcome, 3);
    }

    private static Reply load(ExactTask task, NumberScanner words, ProtocolFiles files) {
        var name = words.word();
        if (name.isEmpty()) return failure(task, 4, RuperCode.UNEXPECTED_FORMAT);
        if (name.get().equals("stdin")) return loaded(task, StateFile.read(new FollowingWords(files)));
        var text = name.filter(TextProtocol::isShort).flatMap(files::read);
        return text.isEmpty() ? failure(task, 4, RuperCode.CANNOT_READ) : loaded(task, StateFile.read(text.get()));
    }

    private static Reply loaded(ExactTask before, Optional<ExactTask> read) {
        return read.map(task -> new Reply(task, "0\n", false))
                .orElseGet(() -> failure(before, 4, RuperCode.UNEXPECTED_FORMAT));
    }

    private static Reply dump(ExactTask task, NumberScanner words, ProtocolFiles files) {
        var name = words.word();
        if (name.isEmpty()) return failure(task, 5, RuperCode.UNEXPECTED_FORMAT);
        boolean written = isShort(name.get()) && files.write(name.get(), StateFile.write(task));
        return written ? new Reply(task, "0\n", false) : failure(task, 5, RuperCode.CANNOT_WRITE);
    }

    private static Reply lastMeasure(ExactTask task, NumberScanner words) {
        var index = words.whole();
        if (index.isEmpty()) return failure(task, 6, RuperCode.UNEXPECTED_FORMAT);
        if (!task.has(index.getAsLong())) return failure(task, 6, RuperCode.WORKER_RANGE);
        var measures = task.workers().get((int) index.getAsLong()).measures();
        // Here the original reads what lies in memory before an empty list.
        if (measures.isEmpty()) return failure(task, 6, RuperCode.NOT_STARTED);
        var last = measures.getLast();
        var text = "0 \n timestamp: %d\n speed: %s\n".formatted(last.seconds(), StateFile.scientific(last.speed(), 6));
        return new Reply(task, text, false);
    }

    private static Reply share(ExactTask task, long index, String afterZero) {
        var assigned = Long.toUnsignedString(task.workers().get((int) index).assigned());
        return new Reply(task, "0%s\n Assigned: %s\n ETA: %d\n".formatted(afterZero, assigned, task.eta()), false);
    }

    private static Reply failure(ExactTask.Outcome outcome, int instruction) {
        return failure(outcome.task(), instruction, outcome.code());
    }

    private static Reply failure(ExactTask task, int instruction, int code) {
        return new Reply(task, instruction + " " + code + "\n", false);
    }

    private static boolean isMissing(OptionalLong... numbers) {
        for (var number : numbers) if (number.isEmpty()) return true;
        return false;
    }

    private static boolean isShort(String name) {
        return name.length() <= LONGEST_NAME;
    }

    /** The words of the lines to come, taken line by line and only as needed. */
    private static final class FollowingWords implements Iterator<String> {
        private final ProtocolFiles files;
        private Iterator<String> line = java.util.Collections.emptyIterator();

        FollowingWords(ProtocolFiles files) {
            this.files = files;
        }

        @Override
        public boolean hasNext() {
            while (!line.hasNext()) {
                var next = files.nextLine();
                if (next.isEmpty()) return false;
                line = StateFile.words(next.get()).iterator();
            }
            return true;
        }

        @Override
        public String next() {
            if (!hasNext()) throw new NoSuchElementException();
            return line.next();
        }
    }
}
