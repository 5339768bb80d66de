package io.tidewheel.server.http;

import io.tidewheel.protocol.MemoryBudget;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the request being answered by this thread takes. Whoever makes something large of a body says so before it is made; a
 * request that is too much for now, or for ever, ends with a problem. Outside of a request nothing is counted.
 */
public final class RequestMemory {
    private static final ScopedValue<RequestMemory> CURRENT = ScopedValue.newInstance();
    /** A byte of a text is met as a byte, in the characters of the parser, in the text made of them, and in what is kept of that. */
    private static final int COPIES = 5;

    private static final double PART_OF_HEAP = 0.4;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final MemoryBudget budget;
    private final MemoryBudget.Share share;
    private long uncounted = MemoryBudget.FREE_BYTES;

    private RequestMemory(MemoryBudget budget, MemoryBudget.Share share) {
        this.budget = budget;
        this.share = share;
    }

    /** What all requests together may take. */
    static final class Budget {
        private final MemoryBudget budget = MemoryBudget.ofHeap(PART_OF_HEAP);

        /** Has an answer written that flows; what it takes is given back when it has ended. */
        void flowing(ScopedValue.CallableOp<@Nullable Object, IOException> writer) throws IOException {
            try (var share = budget.open()) {
                ScopedValue.where(CURRENT, new RequestMemory(budget, share)).call(writer);
            }
        }

        /** Has a request answered; what it takes is given back when it is. */
        HttpAnswer within(ScopedValue.CallableOp<HttpAnswer, Exception> handler) throws Exception {
            try (var share = budget.open()) {
                return ScopedValue.where(CURRENT, new RequestMemory(budget, share))
                        .call(handler);
            }
        }
    }

    /** Counts so many bytes more that are about to be made for the request. */
    public static void charge(long bytes) {
        if (CURRENT.isBound()) CURRENT.get().take(bytes);
    }

    /** Asks in steps: a question for each of many small things would cost more than they do. */
    private void take(long bytes) {
        uncounted -= bytes;
        if (uncounted >= 0) return;
        long asked = MemoryBudget.FREE_BYTES - uncounted;
        if (share.heldBytes() + asked > budget.bytes())
            throw tooMuch(budget.bytes()).asException();
        try {
            if (!share.take(asked, PATIENCE)) throw exhausted().asException();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw exhausted().asException();
        }
        uncounted = MemoryBudget.FREE_BYTES;
    }

    /** A body that counts while it is read. */
    static InputStream counting(InputStream body) {
        return CURRENT.isBound() ? new Counting(body) : body;
    }

    private static HttpProblem tooMuch(long most) {
        return HttpProblem.of(
                413,
                "too-much-memory",
                "what the body stands for takes more than the %,d bytes of memory that this server has for it: send it in smaller parts, or give the server more memory (-Xmx in TIDEWHEEL_JAVA_OPTS)"
                        .formatted(most));
    }

    /** For a request that might be answered when others are done. */
    static HttpProblem exhausted() {
        return HttpProblem.of(
                        503,
                        "busy",
                        "the server has no memory for this request beside those that it is answering: try again in a"
                                + " moment")
                .with("Retry-After", "2");
    }

    private static final class Counting extends FilterInputStream {
        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            if (read >= 0) charge(COPIES);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            if (read > 0) charge((long) COPIES * read);
            return read;
        }
    }
}
