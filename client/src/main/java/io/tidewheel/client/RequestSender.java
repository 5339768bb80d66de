package io.tidewheel.client;

import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Ping;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries the requests of all runs to the server, on one connection, and knows whom its answers are for. Whoever has something to send
 * sends it, unless another thread is just doing so; nobody waits for a slow connection but the sender's own thread.
 */
final class RequestSender implements Runnable {
    private static final Duration RETRY = Duration.ofMillis(200);
    /** After so long without a word the server is asked for one; after so much longer it is given up. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private static final Duration SILENT = Duration.ofSeconds(20);
    /** The same where there is another server to turn to. */
    private static final Duration QUIET_OF_ONE_OF_MANY = Duration.ofSeconds(1);

    private static final Duration SILENT_OF_ONE_OF_MANY = Duration.ofMillis(2_500);

    private final Link<ClientMessage, ServerAnswer> link;
    private final Time time;
    private final long quiet;
    private final long silent;

    private final ReentrantLock sending = new ReentrantLock();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("tidewheel-client-courier").unstarted(this);
    /** A message that the connection did not take; it goes before all others. */
    private @Nullable ClientMessage stuck;

    private volatile boolean over;

    // Guarded by this.
    private final Set<TaskRun> ready = new LinkedHashSet<>();
    private final List<Retry> retries = new ArrayList<>();
    private final Map<Long, Consumer<ServerAnswer>> requests = new HashMap<>();
    private long lastRequest = 1;
    private long lastPing;
    private volatile long lastHeard;

    private record Retry(long dueNanos, TaskRun run) {}

    /** A sender for a connection on which the first request, the hello, has been answered. */
    RequestSender(Link<ClientMessage, ServerAnswer> link, Time time, Collection<TaskRun> runs, boolean hasOthers) {
        this.quiet = (hasOthers ? QUIET_OF_ONE_OF_MANY : QUIET).toNanos();
        this.silent = (hasOthers ? SILENT_OF_ONE_OF_MANY : SILENT).toNanos();
        this.link = link;
        this.time = time;
        this.lastHeard = time.nanos();
        this.lastPing = lastHeard;
        ready.addAll(runs);
    }

    /** The run has something to send. */
    void ready(TaskRun run) {
        synchronized (this) {
            run.setQueued(true);
            ready.add(run);
        }
        hurry();
    }

    /** The run has something to send, but not now. */
    void retryLater(TaskRun run) {
        synchronized (this) {
            retries.add(new Retry(time.nanos() + RETRY.toNanos(), run));
        }
        LockSupport.unpark(thread); // it may have to wake earlier than it thought
    }

    synchronized void forget(TaskRun run) {
        ready.remove(run);
        retries.removeIf(retry -> retry.run.equals(run));
    }

    /** Something came in; if it is an answer, whoever asked is told. */
    void heard(ServerAnswer answer) {
        lastHeard = time.nanos();
        Consumer<ServerAnswer> asked;
        synchronized (this) {
            asked = requests.remove(answer.getRequest());
        }
        if (asked != null) asked.accept(answer);
    }

    synchronized boolean isWaiting() {
        return !requests.isEmpty();
    }

    private void hurry() {
        // Asked again after the lock is free: what others have made ready meanwhile, and could not send, is ours to
        // send.
        while (hasReady() && sending.tryLock()) {
            try {
                if (stuck != null || over) return;
                offerAll();
            } catch (LinkException broken) {
                link.close(); // the reader notices
                return;
            } finally {
                sending.unlock();
            }
        }
    }

    private synchronized boolean hasReady() {
        return !ready.isEmpty();
    }

    void start() {
        thread.start();
    }

    /** Does what must wait: messages that got stuck, retries, and asking a server that says nothing whether it is there. */
    @Override
    public void run() {
        try {
            while (!over) {
                carryOn();
                // Whoever made something ready while we had the lock has left it to us.
                if (hasReady()) continue;
                LockSupport.parkNanos(this, untilNext());
            }
        } catch (LinkException broken) {
            link.close();
        }
    }

    private void carryOn() throws LinkException {
        sending.lock();
        try {
            if (over) return;
            if (stuck != null) sendStuck(stuck);
            look();
        } finally {
            sending.unlock();
        }
    }

    /** Closes the connection; after this nothing is sent or marked as being on its way any more. */
    void end() {
        link.close(); // frees the thread that may be waiting in it with the lock
        sending.lock();
        try {
            over = true;
        } finally {
            sending.unlock();
        }
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized long untilNext() {
        long now = time.nanos();
        long until = quiet - (now - Math.max(lastHeard, lastPing));
        for (var retry : retries) until = Math.min(until, retry.dueNanos - now);
        return Math.max(until, TimeUnit.MILLISECONDS.toNanos(1));
    }

    private void look() throws LinkException {
        long now = time.nanos();
        if (now - lastHeard >= silent) {
            link.close();
            return;
        }
        boolean ping;
        synchronized (this) {
            for (var retry : retries) if (retry.dueNanos - now <= 0) ready.add(retry.run);
            retries.removeIf(retry -> retry.dueNanos - now <= 0);
            ping = now - Math.max(lastHeard, lastPing) >= quiet;
            if (ping) lastPing = now;
        }
        if (ping) link.offer(request(ClientMessage.newBuilder().setPing(Ping.getDefaultInstance()), _ -> {}));
        offerAll();
    }

    private void offerAll() throws LinkException {
        if (stuck != null) return;
        for (var message = next(); message != null; message = next()) {
            if (link.offer(message)) continue;
            stuck = message;
            LockSupport.unpark(thread);
            return;
        }
    }

    private void sendStuck(ClientMessage message) throws LinkException {
        link.send(message);
        stuck = null;
        offerAll();
    }

    private @Nullable ClientMessage next() {
        while (true) {
            var run = nextReady();
            if (run == null) return null;
            var request = run.next();
            if (request.isEmpty()) continue;
            synchronized (this) {
                ready.add(run); // there may be more
            }
            return request(request.get().message(), request.get().answer());
        }
    }

    private synchronized @Nullable TaskRun nextReady() {
        if (ready.isEmpty()) return null;
        var run = ready.iterator().next();
        ready.remove(run);
        run.setQueued(false);
        return run;
    }

    private synchronized ClientMessage request(ClientMessage.Builder message, Consumer<ServerAnswer> answer) {
        requests.put(++lastRequest, answer);
        return message.setRequest(lastRequest).build();
    }
}
