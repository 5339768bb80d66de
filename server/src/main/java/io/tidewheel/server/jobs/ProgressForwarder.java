package io.tidewheel.server.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what agents tell of partitions to the server that keeps the job, and its answers back, through the database that the servers share. A word
 * is on its way for about a second; of each partition only the newest counts. Safe for many threads.
 */
final class ProgressForwarder {
    private static final Logger log = LoggerFactory.getLogger(ProgressForwarder.class);
    private static final int AT_ONCE = 4_096;
    private static final int MOST_KNOWN = 100_000;

    /** How long an agent waits for the first answer before it begins with an equal part. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** An agent of this server that waits for an answer about a chain. */
    private record Asker(SessionId session, int attempt, Instant since) {}

    private final Archive archive;
    private final Time time;
    private final Map<ChainId, ForwardedProgress.Builder> outgoing = new LinkedHashMap<>();
    private final Map<ChainId, Asker> askers = new LinkedHashMap<>();
    private final Map<SessionId, Long> elsewhere = new LinkedHashMap<>();
    private final List<ServerNote> replies = new ArrayList<>();

    ProgressForwarder(Archive archive, Time time) {
        this.archive = archive;
        this.time = time;
    }

    /** Sends what an agent of this server tells on. False if it has waited in vain for its first answer, and must not wait longer. */
    synchronized boolean send(SessionId session, String agent, Progress news) {
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
    synchronized boolean reply(SessionId session, Share share) {
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

    /** What this server does for both sides: it keeps jobs, and it has agents. */
    interface Counter {
        /** The job is kept here: answers what the agent is to be told. */
        Optional<Share> answer(SessionId session, String agent, Progress news);

        void tell(SessionId agent, Share share);
    }

    /**
     * Hands over what there is, takes what has come, and answers it.
     *
     * @param self the number of this server
     * @param kept the jobs that it keeps
     */
    void runOnce(long self, Collection<RunId> kept, Counter counter) {
        var leaving = takeOutgoing(self);
        for (var note : archive.take(ServerNote.KEEPER, kept, AT_ONCE))
            answer(note, counter).ifPresent(leaving::add);
        leaving.addAll(takeReplies());
        if (!leaving.isEmpty()) archive.leave(leaving);
        for (var note : archive.take(self, AT_ONCE)) tell(note, counter);
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

    private Optional<ServerNote> answer(ServerNote note, Counter counter) {
        try {
            var news = ForwardedProgress.parseFrom(note.body().bytes());
            var session = new SessionId(news.getSession());
            synchronized (this) {
                elsewhere.put(session, news.getServer());
                trim(elsewhere);
            }
            return counter.answer(session, news.getAgent(), news.getProgress())
                    .map(share -> note(news.getServer(), share));
        } catch (InvalidProtocolBufferException strange) {
            log.warn("a note about chain {} cannot be read: {}", note.chain(), strange.getMessage());
            return Optional.empty();
        }
    }

    private void tell(ServerNote note, Counter counter) {
        try {
            var share = Share.parseFrom(note.body().bytes());
            Optional<Asker> asker;
            synchronized (this) {
                asker = Optional.ofNullable(askers.get(note.chain()))
                        .filter(each -> each.attempt == share.getAttempt().getAttempt());
            }
            asker.ifPresent(each -> counter.tell(each.session, share));
        } catch (InvalidProtocolBufferException strange) {
            log.warn("a note about chain {} cannot be read: {}", note.chain(), strange.getMessage());
        }
    }
}
