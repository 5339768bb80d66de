package io.tidewheel.experiments.histories;

/**
 * Something that was asked, and took effect at one moment between the question and the answer. Without an answer it may have taken effect at any
 * moment after the question, or never.
 *
 * @param end {@link #PENDING} if there was no answer
 */
public record RecordedOperation<O>(O operation, long begin, long end) {
    public static final long PENDING = Long.MAX_VALUE;

    public RecordedOperation {
        if (end < begin) throw new IllegalArgumentException(operation + " ends before it begins");
    }

    public boolean isPending() {
        return end == PENDING;
    }

    @Override
    public String toString() {
        return "[%d, %s] %s".formatted(begin, isPending() ? "no answer" : Long.toString(end), operation);
    }
}
