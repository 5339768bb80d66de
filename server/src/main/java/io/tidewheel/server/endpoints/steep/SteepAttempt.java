package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.server.endpoints.SteepJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run of a chain, which we call an attempt. Runs are counted from 1 without gaps; attempts that were given back unstarted are none.
 *
 * @param attempt its number among the attempts
 * @param resumes when the next one begins, if it is known
 */
record SteepAttempt(
        int attempt,
        Optional<String> agent,
        Optional<Instant> start,
        Optional<Instant> end,
        ChainStatus status,
        Optional<String> error,
        Optional<Instant> resumes) {
    private static final int MOST = 1_000;

    /** Oldest first. */
    static List<SteepAttempt> all(SteepQueries queries, ChainRecord chain) {
        var runs = new ArrayList<SteepAttempt>();
        for (var attempt : queries.archive().attempts(chain.id(), MOST).reversed()) {
            if (attempt.number() < chain.attempt() || !isOpen(chain)) runs.add(past(queries, chain, attempt));
        }
        boolean known = !runs.isEmpty() && runs.getLast().attempt == chain.attempt();
        if (isOpen(chain) && chain.attempt() > 0 && !known) runs.add(last(queries, chain));
        return runs;
    }

    /** Whether the last attempt is described by the chain itself: it runs, or it was the end. */
    private static boolean isOpen(ChainRecord chain) {
        return chain.state() == ChainState.RUNNING || chain.state().isFinal();
    }

    private static SteepAttempt past(SteepQueries queries, ChainRecord chain, AttemptRecord attempt) {
        boolean waits = chain.state() == ChainState.DELAYED && attempt.number() == chain.attempt();
        return new SteepAttempt(
                attempt.number(),
                queries.agent(Optional.of(attempt.session())),
                begin(attempt.report()),
                Optional.of(attempt.ended()),
                attempt.reason() == Reason.CANCELLED ? ChainStatus.CANCELLED : ChainStatus.ERROR,
                Optional.of(message(attempt.report(), attempt.reason())),
                waits ? chain.due() : Optional.empty());
    }

    private static SteepAttempt last(SteepQueries queries, ChainRecord chain) {
        var status = ChainStatus.of(chain.state());
        return new SteepAttempt(
                chain.attempt(),
                queries.agent(chain.session()),
                chain.claimed(),
                chain.finished(),
                status,
                status == ChainStatus.ERROR ? ChainDetails.error(chain) : Optional.empty(),
                Optional.empty());
    }

    /** When an attempt began by the agent's clock, if the agent lived to tell. */
    private static Optional<Instant> begin(Payload report) {
        long micros = ChainDetails.outcome(report).getStartedMicros();
        return micros == 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000));
    }

    private static String message(Payload report, Reason reason) {
        var said = ChainDetails.outcome(report).getMessage();
        return said.isEmpty() ? reason.sentence() : said;
    }

    ObjectNode json() {
        var node = SteepJson.object();
        SteepJson.putText(node, "agentId", agent);
        SteepJson.put(node, "startTime", start);
        SteepJson.put(node, "endTime", end);
        node.put("status", status.name());
        SteepJson.putText(node, "errorMessage", error);
        SteepJson.put(node, "autoResumeAfter", resumes);
        return node;
    }
}
