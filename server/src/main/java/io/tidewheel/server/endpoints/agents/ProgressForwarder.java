package io.tidewheel.server.endpoints.agents;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.jobs.EqualShare;
import io.tidewheel.controllers.jobs.OpenJobs;
import io.tidewheel.controllers.jobs.PartitionReports;
import io.tidewheel.engine.Engine;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.ForwardedProgress;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.endpoints.EngineAnswers;
import io.tidewheel.server.endpoints.JobQueries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what agents tell of partitions to the server that keeps the job, and its answers back, through the database that the servers share. A word
 * is on its way for about a second; of each partition only the newest counts. Safe for many threads.
 */
public final class ProgressForwarder {
    private static final Logger log = LoggerFactory.getLogger(ProgressForwarder.class);
    private static final int AT_ONCE = 4_096;
    private static final int MOST_KNOWN = 100_000;

    /** How long an agent waits for the first answer before it begins with an equal part. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** An agent of this server that waits for an answer about a chain. */
    private record Asker(SessionId session, int attempt, Instant since) {}

    private final Archive archive;
    private final Time time;
    private final boolean shared;
    private final JobQueries jobs;
    private final Map<ChainId, ForwardedProgress.Builder> outgoing = new LinkedHashMap<>();
    private final Map<ChainId, Asker> askers = new LinkedHashMap<>();
    private final Map<SessionId, Long> elsewhere = new LinkedHashMap<>();
    private final List<ServerNote> replies = new ArrayList<>();

    /** @param shared whether other servers work on the same database */
    public ProgressForwarder(Archive archive, Time time, boolean shared, JobQueries jobs) {
        this.archive = archive;
        this.time = time;
        this.shared = shared;
        this.jobs = jobs;
    }

    /** Sends on what an agent of this server tells of jobs that are not kept here. Answers what it is to be told at once. */
    List<Share> forward(SessionId session, String agent, List<Progress> news) {
        var shares = new ArrayList<Share>();
        for (var each : news) if (!shared || !send(session, agent, each)) shares.add(equalShare(each));
        return shares;
    }

    private Share equalShare(Progress news) {
        var run = archive.run(new RunId(news.getRun()));
        var document = run.map(known -> archive.document(known.id())).orElse(Payload.NONE);
        return EqualShare.of(news, run, document, archive.chain(ChainId.of(news.getRun(), news.getIndex())));
    }

    /** False if it has waited in vain for its first answer, and must not wait longer. */
    private synchronized boolean send(SessionId session, String agent, Progress news) {
        var chain = ChainId.of(news.getRun(), news.getIndex());
        var known = askers.get(chain);
        var since = known != null && known.attempt == news.getAttempt() && known.session.equals(session)
                ? known.since
                : time.instant();
        askers.put(chain, new Asker(session, news.getAttempt(), since));
        trim(askers);
        outgoing.put(
                chain,
                ForwardedProgress.newBuilder()
                        .setSession(session.value())
                        .setAgent(agent)
                        .setProgress(news));
        return news.hasTold() || since.plus(PATIENCE).isAfter(time.instant());
    }

    private static void trim(Map<?, ?> map) {
        if (map.size() > MOST_KNOWN) map.remove(map.keySet().iterator().next());
    }

    /** Whether an agent is connected to another server; then it is told there. */
    public synchronized boolean reply(SessionId session, Share share) {
        var server = elsewhere.get(session);
        if (server == null) return false;
        replies.add(note(server, share));
        return true;
    }

    private static ServerNote note(long server, Share share) {
        var attempt = share.getAttempt();
        return new ServerNote(
                server, ChainId.of(attempt.getRun(), attempt.getIndex()), Payload.of(share.toByteArray()));
    }

    /**
     * Hands over what there is, takes what has come, and answers it. It waits for the store and for the engine.
     *
     * @param agents the agents of this server
     */
    public void runOnce(Engine engine, AgentConnections agents) {
        long self = engine.number().value();
        var leaving = takeOutgoing(self);
        var kept = EngineAnswers.await(engine.take(OpenJobs.runs()));
        leaving.addAll(answers(engine, archive.take(ServerNote.KEEPER, kept, AT_ONCE)));
        leaving.addAll(takeReplies());
        if (!leaving.isEmpty()) archive.leave(leaving);
        for (var note : archive.take(self, AT_ONCE)) tell(note, agents);
    }

    private List<ServerNote> answers(Engine engine, List<ServerNote> asked) {
        var open = new ArrayList<CompletableFuture<List<ServerNote>>>();
        for (var note : asked) answer(engine, note).ifPresent(open::add);
        var answers = new ArrayList<ServerNote>();
        for (var each : open) answers.addAll(EngineAnswers.await(each));
        return answers;
    }

    private synchronized List<ServerNote> takeOutgoing(long self) {
        var notes = new ArrayList<ServerNote>();
        outgoing.forEach((chain, news) -> notes.add(new ServerNote(
                ServerNote.KEEPER,
                chain,
                Payload.of(news.setServer(self).build().toByteArray()))));
        outgoing.clear();
        return notes;
    }

    private synchronized List<ServerNote> takeReplies() {
        var notes = List.copyOf(replies);
        replies.clear();
        return notes;
    }

    private Optional<CompletableFuture<List<ServerNote>>> answer(Engine engine, ServerNote note) {
        try {
            var news = ForwardedProgress.parseFrom(note.body().bytes());
            var session = new SessionId(news.getSession());
            learn(session, news.getServer());
            var reports = new PartitionReports(session, news.getAgent(), List.of(news.getProgress()), false);
            return Optional.of(engine.take(reports).thenApply(answers -> {
                jobs.count(answers.counted());
                return answers.shares().stream()
                        .map(share -> note(news.getServer(), share))
                        .toList();
            }));
        } catch (InvalidProtocolBufferException strange) {
            log.warn("a note about chain {} cannot be read: {}", note.chain(), strange.getMessage());
            return Optional.empty();
        }
    }

    private synchronized void learn(SessionId session, long server) {
        elsewhere.put(session, server);
        trim(elsewhere);
    }

    private void tell(ServerNote note, AgentConnections agents) {
        try {
            var share = Share.parseFrom(note.body().bytes());
            asker(note.chain(), share.getAttempt().getAttempt()).ifPresent(asker -> agents.tell(asker.session, share));
        } catch (InvalidProtocolBufferException strange) {
            log.warn("a note about chain {} cannot be read: {}", note.chain(), strange.getMessage());
        }
    }

    private synchronized Optional<Asker> asker(ChainId chain, int attempt) {
        return Optional.ofNullable(askers.get(chain)).filter(each -> each.attempt == attempt);
    }
}
