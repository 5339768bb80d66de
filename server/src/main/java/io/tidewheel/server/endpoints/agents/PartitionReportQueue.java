package io.tidewheel.server.endpoints.agents;

import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.model.ChainId;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.jobs.JobControllers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what one agent tells of its partitions, on a thread of its own: a job with very many partitions takes a moment to think about each, and
 * heartbeats must not wait behind that. Of each partition only the newest word waits.
 */
final class PartitionReportQueue implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PartitionReportQueue.class);
    private static final int AT_ONCE = 64;
    /** As many as an agent can hold. */
    private static final int MOST_WAITING = 100_000;

    private static final long MOST_WAITING_BYTES = 32 << 20;

    /** Of which partition, and of which try, something is told. */
    private record Try(long run, int index, int attempt) {}

    /** What was told, and what the engine says of it: asked at once, since the agent may report the end of the same try right behind it. */
    private record Told(Progress news, CompletableFuture<Set<HeldAttempt>> held) {
        Told and(Told later) {
            return new Told(newer(news, later.news), held);
        }

        boolean isOwn() {
            return held.join().contains(PartitionReportQueue.held(news));
        }
    }

    private final JobControllers jobs;
    private final Engine engine;
    private final AgentDescription agent;
    private final Link<ServerMessage, AgentMessage> link;
    private final Map<Try, Told> waiting = new LinkedHashMap<>();
    private long waitingBytes;
    private boolean started;
    private boolean closed;

    PartitionReportQueue(
            JobControllers jobs, Engine engine, AgentDescription agent, Link<ServerMessage, AgentMessage> link) {
        this.jobs = jobs;
        this.engine = engine;
        this.agent = agent;
        this.link = link;
    }

    synchronized void add(List<Progress> news) {
        if (news.isEmpty() || closed) return;
        var held = engine.held(
                agent.session(), news.stream().map(PartitionReportQueue::held).toList());
        for (var each : news) {
            waiting.merge(attempt(each), new Told(each, held), Told::and);
            waitingBytes += each.getCheckpoint().size();
        }
        if (waiting.size() > MOST_WAITING || waitingBytes > MOST_WAITING_BYTES) {
            log.warn("agent {} tells more of its partitions than can be answered; its link is closed", agent.name());
            link.close();
            return;
        }
        if (!started) Thread.ofVirtual().name("progress of " + agent.name()).start(this::run);
        started = true;
        notifyAll();
    }

    private static Try attempt(Progress of) {
        return new Try(of.getRun(), of.getIndex(), of.getAttempt());
    }

    /** A checkpoint that nobody has seen yet stays until there is another. */
    private static Progress newer(Progress before, Progress now) {
        return now.getCheckpoint().isEmpty() && !before.getCheckpoint().isEmpty()
                ? now.toBuilder().setCheckpoint(before.getCheckpoint()).build()
                : now;
    }

    private void run() {
        try {
            for (var next = take(); !next.isEmpty(); next = take()) {
                var shares = jobs.progress(agent.session(), agent.name(), own(next));
                if (!shares.isEmpty())
                    link.offer(ServerMessage.newBuilder().addAllShares(shares).build());
            }
        } catch (LinkException broken) {
            link.close(); // the reader notices, and says why
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | OutOfMemoryError strange) {
            log.warn("what agent {} tells of its partitions cannot be answered: {}", agent.name(), strange.toString());
            link.close();
        }
    }

    /** An agent tells only of partitions that it was given: what it says of others is passed over. */
    private static List<Progress> own(List<Told> told) {
        try {
            return told.stream().filter(Told::isOwn).map(Told::news).toList();
        } catch (CompletionException gone) {
            return List.of(); // the agent tells all of it anew to the next engine
        }
    }

    private static HeldAttempt held(Progress of) {
        return new HeldAttempt(ChainId.of(of.getRun(), of.getIndex()), of.getAttempt());
    }

    /** Waits for something to answer; nothing at the end. */
    private synchronized List<Told> take() throws InterruptedException {
        while (waiting.isEmpty() && !closed) wait();
        var taken = new ArrayList<Told>();
        if (closed) return taken;
        for (var next = waiting.values().iterator(); next.hasNext() && taken.size() < AT_ONCE; next.remove())
            taken.add(next.next());
        // Those that were replaced while they waited are counted until nothing waits any more.
        waitingBytes -= taken.stream()
                .mapToLong(each -> each.news.getCheckpoint().size())
                .sum();
        if (waiting.isEmpty()) waitingBytes = 0;
        return taken;
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
