package io.tidewheel.protocol.extensions;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.SteepExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program as an extension. It is started when it is asked for the first time, and anew when it has died: after a pause that grows, and not for a
 * minute when it has died five times in one. Whoever asks never waits for longer than the limit.
 */
public final class ProgramExtension implements SteepExtension {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MOST_DEATHS = 5;

    private final ExtensionSpec spec;
    private final Path folder;
    private final Map<String, ?> configuration;
    private final LongSupplier nanos;
    private final ArrayDeque<Long> deaths = new ArrayDeque<>();
    private @Nullable ProgramProcess process;
    private boolean closed;
    private long lastId;

    /**
     * @param folder where it runs, and where the first word of its command begins
     * @param configuration what it is told with each call
     */
    public ProgramExtension(ExtensionSpec spec, Path folder, Map<String, ?> configuration, LongSupplier nanos) {
        this.spec = spec;
        this.folder = folder;
        this.configuration = Map.copyOf(configuration);
        this.nanos = nanos;
    }

    @Override
    public @Nullable Object answer(Map<String, ?> arguments) throws ExtensionFailure {
        return answer(arguments, _ -> {});
    }

    @Override
    public @Nullable Object answer(Map<String, ?> arguments, Consumer<String> lines) throws ExtensionFailure {
        long until = nanos.getAsLong() + spec.limit().toNanos();
        var asked = running(until);
        long id = nextId();
        try {
            return asked.ask(line(id, arguments), id, lines, left(until)).get(left(until), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ExtensionFailure told) throw told;
            throw new ExtensionFailure("plug-in %s failed: %s".formatted(spec.name(), failed.getCause()));
        } catch (TimeoutException late) {
            asked.kill("it was ended because it gave no answer");
            throw new ExtensionFailure("plug-in %s gave no answer in %s".formatted(spec.name(), words(spec.limit())));
        } catch (InterruptedException stopped) {
            asked.cancel(id);
            Thread.currentThread().interrupt();
            throw new ExtensionFailure("plug-in %s was not waited for: whoever asked it stops".formatted(spec.name()));
        }
    }

    private synchronized long nextId() {
        return ++lastId;
    }

    private Map<String, Object> line(long id, Map<String, ?> arguments) {
        var line = new LinkedHashMap<String, Object>();
        line.put("v", 1);
        line.put("id", id);
        line.put("call", spec.type().word());
        line.put("plugin", spec.name());
        line.put("config", configuration);
        line.put("args", arguments);
        return line;
    }

    private long left(long until) {
        return Math.max(1, until - nanos.getAsLong());
    }

    /** The process that is there, or another one, as soon as there may be one. */
    private synchronized ProgramProcess running(long until) throws ExtensionFailure {
        if (closed) throw new ExtensionFailure("plug-in %s has been closed".formatted(spec.name()));
        var known = process;
        if (known != null && known.isAlive()) return known;
        if (known != null) deaths.addLast(nanos.getAsLong());
        process = null;
        while (!deaths.isEmpty() && nanos.getAsLong() - deaths.getFirst() > WINDOW.toNanos()) deaths.removeFirst();
        if (deaths.size() >= MOST_DEATHS)
            throw new ExtensionFailure("plug-in %s has died %d times within a minute (%s), and is not asked for a while"
                    .formatted(spec.name(), deaths.size(), known == null ? "it does not start" : known.lastWords()));
        awaitPause(until);
        try {
            var started = ProgramProcess.start(spec, folder);
            process = started;
            return started;
        } catch (ExtensionFailure failed) {
            deaths.addLast(nanos.getAsLong());
            throw failed;
        }
    }

    private void awaitPause(long until) throws ExtensionFailure {
        if (deaths.isEmpty()) return;
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(20, deaths.size() - 1));
        if (pause.compareTo(LONGEST_PAUSE) > 0) pause = LONGEST_PAUSE;
        long begin = deaths.getLast() + pause.toNanos();
        try {
            for (long left = begin - nanos.getAsLong(); left > 0; left = begin - nanos.getAsLong()) {
                if (nanos.getAsLong() - until >= 0)
                    throw new ExtensionFailure("plug-in %s has died and is not there again yet".formatted(spec.name()));
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, Math.max(1, until - nanos.getAsLong())));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ExtensionFailure("plug-in %s was not waited for: whoever asked it stops".formatted(spec.name()));
        }
    }

    private static String words(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (process != null) process.end();
    }
}
