package io.tidewheel.cli.progress;

import io.tidewheel.cli.text.Console;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Draws how far a run is, from a thread of its own, until it is closed. */
public final class ProgressDisplay implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration TELL = Duration.ofSeconds(5);

    private final Console console;
    private final String title;
    private final Supplier<ProgressNumbers> numbers;
    private final Supplier<List<String>> below;
    private final ProgressRate pace = new ProgressRate();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;
    private final long began = System.nanoTime();
    /** How much was done when we began to look: the rate is of what we have seen. */
    private final long before;

    private ProgressDisplay(
            Console console, String title, Supplier<ProgressNumbers> numbers, Supplier<List<String>> below) {
        this.console = console;
        this.title = title;
        this.numbers = numbers;
        this.below = below;
        this.before = numbers.get().done();
        this.thread = Thread.ofVirtual().name("progress").unstarted(this::draw);
    }

    public static ProgressDisplay show(Console console, String title, Supplier<ProgressNumbers> numbers) {
        return show(console, title, numbers, List::of);
    }

    /** @param below further lines, which are shown on terminals only */
    public static ProgressDisplay show(
            Console console, String title, Supplier<ProgressNumbers> numbers, Supplier<List<String>> below) {
        var progress = new ProgressDisplay(console, title, numbers, below);
        if (!console.isQuiet()) progress.thread.start();
        return progress;
    }

    private void draw() {
        var pause = console.errIsTerminal() ? REDRAW : TELL;
        try {
            pace.look(began, before);
            while (!end.await(pause.toNanos(), TimeUnit.NANOSECONDS)) line(false);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void line(boolean last) {
        var now = numbers.get();
        long nanos = System.nanoTime();
        pace.look(nanos, now.done());
        double rate = last ? (now.done() - before) * 1e9 / Math.max(1, nanos - began) : pace.perSecond();
        var left = pace.untilDone(now.size() - now.done());
        if (console.errIsTerminal()) {
            drawn(ProgressLine.bar(title, now, rate, left, console.width()), last);
        } else {
            console.err().println(ProgressLine.plain(title, now, rate, left));
        }
    }

    /** Over what was drawn before: the cursor stays in the first line until the end. */
    private void drawn(String first, boolean last) {
        var more = below.get();
        var text = new StringBuilder("\r\u001b[K").append(first);
        for (var line : more) text.append("\n\u001b[K").append(line);
        if (last) text.append("\u001b[J\n");
        else if (!more.isEmpty())
            text.append("\u001b[J\u001b[").append(more.size()).append("A\r");
        console.err().print(text);
        console.err().flush();
    }

    /** Draws the last state and stops. */
    @Override
    public void close() {
        end.countDown();
        try {
            thread.join();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        if (!console.isQuiet()) line(true);
    }
}
