package io.tidewheel.server.balancer;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.foreign.BalancerFailure;
import io.tidewheel.balancing.foreign.BalancerQuestion;
import io.tidewheel.balancing.foreign.ForeignBalancer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A balancer that runs as a child process: lines to its standard input, answers from its standard output. It must flush each answer; RUPER-LB's own
 * server does so behind {@code stdbuf -oL}. Whatever goes wrong ends it: a balancer that has lost its place is of no use.
 */
public final class ChildBalancer implements ForeignBalancer {
    private static final int LONGEST_LINE = 511;
    private static final int MOST_LINES_AHEAD = 64;
    private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(2);
    private static final String END_OF_OUTPUT = "\0";

    private final Process process;
    private final BufferedWriter out;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_LINES_AHEAD);
    private final Duration patience;
    private final AtomicReference<@Nullable BalancerFailure> failure = new AtomicReference<>();

    private ChildBalancer(Process process, Duration patience) {
        this.process = process;
        this.out = process.outputWriter(StandardCharsets.UTF_8);
        this.patience = patience;
        Thread.ofVirtual().name("balancer-" + process.pid()).start(this::listen);
    }

    /**
     * Starts one. What it says on its standard error is passed on to ours.
     *
     * @param command the program and its arguments: iterations, workers, threshold
     * @param patience how long an answer may take
     */
    public static ChildBalancer start(List<String> command, Duration patience) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new ChildBalancer(process, patience);
        } catch (IOException failed) {
            throw new BalancerFailure(
                    "the foreign balancer '%s' cannot be started: %s; name a program that can be executed"
                            .formatted(String.join(" ", command), failed.getMessage()),
                    failed);
        }
    }

    @Override
    public ShareAnswer start(int partition, long ageSeconds) {
        return ask(new BalancerQuestion.Start(partition, ageSeconds));
    }

    @Override
    public ShareAnswer report(int partition, long count, long ageSeconds) {
        return ask(new BalancerQuestion.Report(partition, count, ageSeconds));
    }

    @Override
    public ShareAnswer finish(int partition, long count, long ageSeconds) {
        return ask(new BalancerQuestion.Finish(partition, count, ageSeconds));
    }

    private synchronized ShareAnswer ask(BalancerQuestion question) {
        var before = failure.get();
        if (before != null) throw before;
        try {
            if (!lines.isEmpty()) throw new BalancerFailure("the foreign balancer spoke without being asked");
            out.write(question.line());
            out.newLine();
            out.flush();
            var answer = new ArrayList<String>();
            answer.add(nextLine(question));
            int more = BalancerQuestion.isWell(answer.getFirst()) ? question.furtherLines() : 0;
            for (int i = 0; i < more; i++) answer.add(nextLine(question));
            return question.read(answer);
        } catch (IOException gone) {
            throw ended(new BalancerFailure("the foreign balancer has ended: " + gone.getMessage(), gone));
        } catch (BalancerFailure failed) {
            throw ended(failed);
        }
    }

    private String nextLine(BalancerQuestion question) {
        try {
            var line = lines.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new BalancerFailure("the foreign balancer did not answer '%s' within %d s"
                        .formatted(question.line(), patience.toSeconds()));
            }
            if (line.equals(END_OF_OUTPUT)) throw new BalancerFailure("the foreign balancer has ended");
            return line;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BalancerFailure("interrupted while waiting for the foreign balancer", interrupted);
        }
    }

    private BalancerFailure ended(BalancerFailure why) {
        failure.set(why);
        process.destroyForcibly();
        return why;
    }

    /** Reads line by line, none longer than allowed, and no further ahead than the queue holds. */
    private void listen() {
        try (var in = process.getInputStream()) {
            var line = readLine(in);
            // A full queue means that it speaks without being asked; that is found out at the next question.
            while (line != null && lines.offer(line)) line = readLine(in);
        } catch (IOException ended) {
            // It is the same as if it had ended by itself.
        }
        lines.offer(END_OF_OUTPUT);
    }

    private static @Nullable String readLine(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') return line.toString();
            if (line.length() == LONGEST_LINE) throw new IOException("a line is too long");
            line.append((char) next);
        }
        return line.isEmpty() ? null : line.toString();
    }

    /** Tells it to end, and ends it if it does not. */
    @Override
    public synchronized void close() {
        failure.compareAndSet(null, new BalancerFailure("the foreign balancer was closed"));
        try {
            out.write("0");
            out.newLine();
            out.close();
            if (process.waitFor(PATIENCE_AT_THE_END)) return;
        } catch (IOException gone) {
            // It has ended already, which is what was wanted.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
