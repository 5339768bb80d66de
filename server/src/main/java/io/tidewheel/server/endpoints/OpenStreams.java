package io.tidewheel.server.endpoints;

import io.tidewheel.model.Archive;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.protocol.Link;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.StreamAdmission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The long conversations. A request is checked when it comes; a stream may last for months, so the tokens under which streams were opened
 * are looked at again now and then, and what a revoked or expired token has opened is closed.
 */
public final class OpenStreams implements StreamAdmission {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofMillis(500);

    /** What a stream does until it ends. */
    @FunctionalInterface
    public interface StreamWork {
        void run() throws Exception;
    }

    private record Lasting(Caller caller, Link<?, ?> link) {}

    private final Archive archive;
    private final Time time;
    private final Map<Lasting, Boolean> open = new ConcurrentHashMap<>();
    private final List<Runnable> others = new CopyOnWriteArrayList<>();
    private volatile Set<String> gone = Set.of();
    private volatile boolean stopping;
    private volatile long lookedNanos;

    public OpenStreams(Archive archive, Time time) {
        this.archive = archive;
        this.time = time;
        this.lookedNanos = time.nanos();
    }

    public void serve(Caller caller, Link<?, ?> link, StreamWork work) throws Exception {
        var lasting = new Lasting(caller, link);
        open.put(lasting, true);
        try {
            if (!stopping) work.run();
        } finally {
            open.remove(lasting);
        }
    }

    @Override
    public boolean stands(Caller caller) {
        if (time.nanos() - lookedNanos > BETWEEN_LOOKS.toNanos()) check();
        return !stopping && !gone.contains(caller.tokenId());
    }

    /** Has something else done whenever this looks. */
    public void alsoLook(Runnable other) {
        others.add(other);
    }

    /** Closes what may not stay. If the store does not answer, everything stays as it was. */
    public void look() {
        check();
        others.forEach(Runnable::run);
    }

    private void check() {
        lookedNanos = time.nanos();
        try {
            var now = time.instant();
            gone = archive.tokens().stream()
                    .filter(token -> !token.isValid(now))
                    .map(TokenRecord::id)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (StoreFailure broken) {
            return;
        }
        for (var each : open.keySet()) if (gone.contains(each.caller.tokenId())) each.link.close();
    }

    /** Lets nothing more begin, and ends what goes on. */
    public void stop() {
        stopping = true;
        open.keySet().forEach(each -> Thread.startVirtualThread(() -> each.link.finish(FAREWELL)));
    }

    /** How often {@link #look} is to be called. */
    public static Duration interval() {
        return BETWEEN_LOOKS;
    }
}
