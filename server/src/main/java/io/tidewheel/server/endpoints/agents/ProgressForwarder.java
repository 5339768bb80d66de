package io.tidewheel.server.endpoints.agents;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.jobs.EqualShare;
import io.tidewheel.controllers.jobs.ForwardedReports;
import io.tidewheel.engine.Engine;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.endpoints.EngineAnswers;
import io.tidewheel.server.endpoints.JobQueries;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what agents tell of partitions to the server that keeps the job, and its answers back, through the database that the servers share. What is to be carried the
 * engine says, in its turns ({@link ForwardedReports}). A word is on its way for about a second. Safe for many threads.
 */
public final class ProgressForwarder {
    private static final Logger log = LoggerFactory.getLogger(ProgressForwarder.class);
    private static final int AT_ONCE = 4_096;

    private final Archive archive;
    private final JobQueries jobs;
    private final AgentConnections agents;
    private final ForwardedReports reports;

    /**
     * @param agents of this server
     * @param shared whether other servers work on the same database
     */
    public ProgressForwarder(Archive archive, boolean shared, JobQueries jobs, AgentConnections agents) {
        this.archive = archive;
        this.jobs = jobs;
        this.agents = agents;
        this.reports = new ForwardedReports(shared);
    }

    /** What was heard from and is to be told to agents of this server. */
    ForwardedReports reports() {
        return reports;
    }

    /** What agents do that must not wait any longer for the server that keeps their job. It waits for the store. */
    List<Share> alone(List<Progress> news) {
        return news.stream().map(each -> EqualShare.of(each, archive)).toList();
    }

    /** An agent, of this server or of another, is to be told something. Called by the engine's thread. */
    public void tell(SessionId session, Share share) {
        reports.tell(session, share, agents::tell);
    }

    /** Hands over what there is, takes what has come, and answers it. It waits for the store and for the engine. */
    public void runOnce(Engine engine) {
        long self = engine.number().value();
        var mail = EngineAnswers.await(engine.take(reports.mail(self)));
        leave(mail.leaving());
        var asked = archive.take(ServerNote.KEEPER, mail.kept(), AT_ONCE);
        if (!asked.isEmpty()) answer(engine, asked);
        if (!mail.waits()) return;
        var answers = archive.take(self, AT_ONCE);
        if (!answers.isEmpty())
            EngineAnswers.await(engine.take(reports.answered(answers))).forEach(this::tell);
    }

    private void leave(List<ServerNote> notes) {
        if (!notes.isEmpty()) archive.leave(notes);
    }

    private void answer(Engine engine, List<ServerNote> asked) {
        var answered = EngineAnswers.await(engine.take(reports.asked(asked)));
        jobs.count(answered.counted());
        leave(answered.leaving());
        for (var note : answered.unreadable()) log.warn("a note about chain {} cannot be read", note.chain());
    }

    private void tell(AgentWord word) {
        try {
            agents.tell(word.agent(), Share.parseFrom(word.word().bytes()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("what was read in a turn cannot be read", strange);
        }
    }
}
