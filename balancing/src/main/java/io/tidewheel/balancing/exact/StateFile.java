package io.tidewheel.balancing.exact;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The text in which a task is kept between two processes; the original reads what this writes, and the other way round. */
public final class StateFile {
    private StateFile() {}

    public static String write(ExactTask task) {
        var text = new StringBuilder();
        line(
                text,
                Long.toUnsignedString(task.total()),
                Long.toUnsignedString(task.remaining()),
                task.eta(),
                task.threshold(),
                task.workers().size(),
                flag(task.started()),
                flag(task.finished()));
        for (var worker : task.workers()) line(text, worker.startedAt() / 1_000);
        for (var worker : task.workers()) line(text, worker.resumedAt() / 1_000);
        for (var worker : task.workers()) write(text, worker);
        return text.toString();
    }

    private static void write(StringBuilder text, ExactWorker worker) {
        line(
                text,
                Long.toUnsignedString(worker.assigned()),
                flag(worker.started()),
                flag(worker.finished()),
                Long.toUnsignedString(worker.done()),
                ExactWorker.seconds(worker.startedAt(), worker.lastAt()),
                worker.measures().size());
        for (var measure : worker.measures()) {
            text.append(' ').append(measure.seconds()).append("  ");
            text.append(scientific(measure.speed(), 8)).append('\n');
        }
    }

    /** Reads a whole text; empty if it is not the state of a task. */
    public static Optional<ExactTask> read(String text) {
        return read(text.lines().flatMap(line -> words(line).stream()).iterator());
    }

    /** Takes from {@code words} what belongs to one task; empty if they end too early or are not what they should be. */
    public static Optional<ExactTask> read(Iterator<String> words) {
        try {
            return Optional.of(readTask(words));
        } catch (NoSuchElementException | NumberFormatException | ArithmeticException wrong) {
            return Optional.empty();
        }
    }

    static List<String> words(String line) {
        return line.isBlank() ? List.of() : List.of(line.strip().split("\\s+"));
    }

    private static ExactTask readTask(Iterator<String> words) {
        long total = count(words);
        long remaining = count(words);
        long eta = count(words);
        long threshold = whole(words);
        int size = Math.toIntExact(whole(words));
        if (size < 1 || size > ExactTask.MOST_WORKERS) throw new NumberFormatException("workers: " + size);
        boolean started = readFlag(words);
        boolean finished = readFlag(words);
        var starts = millis(words, size);
        var resumes = millis(words, size);
        var workers = new ArrayList<ExactWorker>();
        for (int i = 0; i < size; i++) workers.add(readWorker(words, starts.get(i), resumes.get(i)));
        return new ExactTask(total, remaining, eta, threshold, started, finished, workers);
    }

    private static ExactWorker readWorker(Iterator<String> words, long startedAt, long resumedAt) {
        long assigned = count(words);
        boolean started = readFlag(words);
        boolean finished = readFlag(words);
        long done = count(words);
        long lastAt = startedAt + millis(words);
        long size = whole(words);
        var measures = new ArrayList<SpeedMeasure>();
        for (long i = 0; i < size; i++) measures.add(new SpeedMeasure(whole(words), speed(words)));
        return new ExactWorker(assigned, started, finished, done, startedAt, resumedAt, lastAt, measures);
    }

    private static long whole(Iterator<String> words) {
        return Long.parseLong(words.next());
    }

    private static long count(Iterator<String> words) {
        return Long.parseUnsignedLong(words.next());
    }

    private static long millis(Iterator<String> words) {
        return Math.multiplyExact(whole(words), 1_000L);
    }

    private static List<Long> millis(Iterator<String> words, int size) {
        var all = new ArrayList<Long>();
        for (int i = 0; i < size; i++) all.add(millis(words));
        return all;
    }

    private static boolean readFlag(Iterator<String> words) {
        return whole(words) != 0;
    }

    private static float speed(Iterator<String> words) {
        float speed = Float.parseFloat(words.next());
        if (!Float.isFinite(speed) || speed < 0) throw new NumberFormatException("speed: " + speed);
        return speed;
    }

    private static int flag(boolean value) {
        return value ? 1 : 0;
    }

    private static void line(StringBuilder text, Object... values) {
        for (int i = 0; i < values.length; i++) text.append(i == 0 ? "" : " ").append(values[i]);
        text.append('\n');
    }

    /** A number as C writes it: one digit, {@code decimals} more, and an exponent of at least two digits. */
    static String scientific(float number, int decimals) {
        if (number == 0) return "0." + "0".repeat(decimals) + "E+00";
        var exact = new BigDecimal(number).round(new MathContext(decimals + 1, RoundingMode.HALF_EVEN));
        int exponent = exact.precision() - exact.scale() - 1;
        var digits = exact.unscaledValue().abs().toString();
        var padded = digits + "0".repeat(Math.max(0, decimals + 1 - digits.length()));
        return "%s%s.%sE%s%02d"
                .formatted(
                        exact.signum() < 0 ? "-" : "",
                        padded.substring(0, 1),
                        padded.substring(1, decimals + 1),
                        exponent < 0 ? "-" : "+",
                        Math.abs(exponent));
    }
}
