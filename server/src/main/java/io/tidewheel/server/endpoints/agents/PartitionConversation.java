package io.tidewheel.server.endpoints.agents;

import io.tidewheel.controllers.jobs.PartitionReports;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Engine;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.endpoints.JobQueries;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands on what one agent tells of its partitions, to the engine or to other servers, and the answers to the agent. */
final class PartitionConversation {
    private static final Logger log = LoggerFactory.getLogger(PartitionConversation.class);

    private final JobQueries jobs;
    private final ProgressForwarder elsewhere;
    private final Engine engine;
    private final AgentDescription agent;
    private final Link<ServerMessage, AgentMessage> link;

    PartitionConversation(
            JobQueries jobs,
            ProgressForwarder elsewhere,
            Engine engine,
            AgentDescription agent,
            Link<ServerMessage, AgentMessage> link) {
        this.jobs = jobs;
        this.elsewhere = elsewhere;
        this.engine = engine;
        this.agent = agent;
        this.link = link;
    }

    /** Done when the engine has taken it. */
    CompletableFuture<Void> tell(List<Progress> news) {
        var reports = elsewhere.reports().told(agent.session(), agent.name(), news);
        return engine.take(reports).thenAccept(this::answer);
    }

    private void answer(PartitionReports.Answers answers) {
        jobs.count(answers.counted());
        answer(answers.shares());
        if (answers.elsewhere().isEmpty()) return;
        Thread.ofVirtual().name("progress of " + agent.name()).start(() -> {
            try {
                answer(elsewhere.alone(answers.elsewhere()));
            } catch (RuntimeException failed) {
                log.warn(
                        "what agent {} tells of its partitions cannot be answered: {}",
                        agent.name(),
                        failed.toString());
                link.close();
            }
        });
    }

    private void answer(List<Share> shares) {
        if (shares.isEmpty()) return;
        try {
            link.offer(ServerMessage.newBuilder().addAllShares(shares).build());
        } catch (LinkException broken) {
            link.close(); // the reader notices, and says why
        }
    }
}
