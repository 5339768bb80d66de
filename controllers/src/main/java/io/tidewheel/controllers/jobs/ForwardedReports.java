package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.ForwardedProgress;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What agents of one server tell of jobs that another server keeps, and what is answered: who waits for an answer, which agents are connected elsewhere, and which
 * notes are to be left for whom. Of each partition only the newest word counts. It is asked and told in the turns of one engine alone; whoever asks carries the notes.
 */
public final class ForwardedReports {
    private static final int MOST_KNOWN = 100_000;
    /** How long an agent waits for the first answer before it begins with an equal part. */
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Partitions of which nothing was heard for so long are over: there is nothing to be answered any more. */
    private static final Duration FORGOTTEN = Duration.ofHours(1);

    /** An agent of this server that speaks of a chain whose job is kept elsewhere. */
    private record Asker(SessionId session, int attempt, Instant since, Instant heard) {}

    private final boolean shared;
    private final Map<ChainId, ForwardedProgress> questions = new LinkedHashMap<>();
    /** The agents that asked, by their chains; the one heard last comes last. */
    private final Map<ChainId, Asker> askers = new LinkedHashMap<>();
    /** Agents that speak of jobs which are kept here, and the server that each is connected to. */
    private final Map<SessionId, Long> elsewhere = new LinkedHashMap<>();

    private final Map<ChainId, ServerNote> words = new LinkedHashMap<>();

    /** @param shared whether other servers work on the same store; else nobody is waited for */
    public ForwardedReports(boolean shared) {
        this.shared = shared;
    }

    /**
     * What an agent of this server tells. What concerns jobs that are kept elsewhere is sent on; in the answer there are those of them that must not wait any
     * longer.
     */
    public ControllerInput<PartitionReports.Answers> told(SessionId session, String agent, List<Progress> news) {
        return turn -> {
            var answers = new PartitionReports(session, agent, news, true).take(turn);
            var alone = new ArrayList<Progress>();
            for (var each : answers.elsewhere())
                if (!shared || !waits(turn.now(), session, agent, each)) alone.add(each);
            return new PartitionReports.Answers(answers.shares(), alone, answers.counted());
        };
    }

    /** False if it has waited in vain for its first answer. */
    private boolean waits(Instant now, SessionId session, String agent, Progress news) {
        var chain = ChainId.of(news.getRun(), news.getIndex());
        var since = Optional.ofNullable(askers.remove(chain))
                .filter(known -> known.attempt == news.getAttempt() && known.session.equals(session))
                .map(Asker::since)
                .orElse(now);
        askers.put(chain, new Asker(session, news.getAttempt(), since, now));
        trim(askers);
        questions.put(
                chain,
                ForwardedProgress.newBuilder()
                        .setSession(session.value())
                        .setAgent(agent)
                        .setProgress(news)
                        .build());
        trim(questions);
        return news.hasTold() || since.plus(PATIENCE).isAfter(now);
    }

    private static void trim(Map<?, ?> map) {
        if (map.size() > MOST_KNOWN) map.remove(map.keySet().iterator().next());
    }

    /**
     * What is to be left for other servers and looked for.
     *
     * @param kept runs about which others may have left questions
     * @param leaving notes for others
     * @param waits whether there may be answers for agents of this server
     */
    public record Mail(List<RunId> kept, List<ServerNote> leaving, boolean waits) {}

    /** @param self the number of the server that asks */
    public ControllerInput<Mail> mail(long self) {
        return turn -> {
            var leaving = new ArrayList<ServerNote>();
            questions.forEach((chain, news) -> leaving.add(note(
                    ServerNote.KEEPER,
                    chain,
                    news.toBuilder().setServer(self).build().toByteArray())));
            questions.clear();
            leaving.addAll(words.values());
            words.clear();
            forget(turn.now());
            return new Mail(OpenJobs.runs().take(turn), leaving, !askers.isEmpty());
        };
    }

    private void forget(Instant now) {
        var oldest = askers.values().iterator();
        while (oldest.hasNext() && oldest.next().heard.plus(FORGOTTEN).isBefore(now)) oldest.remove();
    }

    /**
     * The answers to what agents of other servers have told.
     *
     * @param leaving for the servers of the agents
     * @param counted how many reports there were
     * @param unreadable notes that another version may have left
     */
    public record Answered(List<ServerNote> leaving, int counted, List<ServerNote> unreadable) {}

    /** Other servers have left questions about jobs that are kept here. */
    public ControllerInput<Answered> asked(List<ServerNote> notes) {
        return turn -> {
            var leaving = new ArrayList<ServerNote>();
            var unreadable = new ArrayList<ServerNote>();
            int counted = 0;
            for (var note : notes) {
                try {
                    counted +=
                            answer(turn, ForwardedProgress.parseFrom(note.body().bytes()), leaving);
                } catch (InvalidProtocolBufferException strange) {
                    unreadable.add(note);
                }
            }
            return new Answered(leaving, counted, unreadable);
        };
    }

    private int answer(ControllerTurn turn, ForwardedProgress news, List<ServerNote> leaving) {
        var session = new SessionId(news.getSession());
        elsewhere.remove(session);
        elsewhere.put(session, news.getServer());
        trim(elsewhere);
        var answers = new PartitionReports(session, news.getAgent(), List.of(news.getProgress()), false).take(turn);
        for (var share : answers.shares()) leaving.add(note(news.getServer(), share));
        return answers.counted();
    }

    /** Other servers have answered what agents of this one have told: what these are to hear now. */
    public ControllerInput<List<AgentWord>> answered(List<ServerNote> notes) {
        return _ -> {
            var heard = new ArrayList<AgentWord>();
            for (var note : notes) asker(note).ifPresent(asker -> heard.add(new AgentWord(asker.session, note.body())));
            return heard;
        };
    }

    private Optional<Asker> asker(ServerNote note) {
        try {
            int attempt = Share.parseFrom(note.body().bytes()).getAttempt().getAttempt();
            return Optional.ofNullable(askers.get(note.chain())).filter(each -> each.attempt == attempt);
        } catch (InvalidProtocolBufferException strange) {
            // Its next report is answered again.
            return Optional.empty();
        }
    }

    /**
     * An agent is to be told something unasked: the effect of a turn. It is told here if it is connected here, whatever server it was connected to before, and by its
     * server otherwise.
     *
     * @param here tells an agent of this server; false if it is none
     */
    public void tell(SessionId session, Share share, LocalAgents here) {
        if (here.tell(session, share)) {
            elsewhere.remove(session);
            return;
        }
        var server = elsewhere.get(session);
        if (server == null) return;
        var note = note(server, share);
        words.put(note.chain(), note);
        trim(words);
    }

    /** The agents that are connected to this server. */
    @FunctionalInterface
    public interface LocalAgents {
        boolean tell(SessionId session, Share share);
    }

    private static ServerNote note(long server, Share share) {
        var attempt = share.getAttempt();
        return note(server, ChainId.of(attempt.getRun(), attempt.getIndex()), share.toByteArray());
    }

    private static ServerNote note(long server, ChainId chain, byte[] body) {
        return new ServerNote(server, chain, Payload.of(body));
    }
}
