package io.tidewheel.controllers.jobs;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An agent tells how far partitions are, and learns how far to go.
 *
 * @param isOurs whether the agent is connected to this server, which knows then what it holds; else the agent's own server has seen to that
 */
public record PartitionReports(SessionId session, String agent, List<Progress> news, boolean isOurs)
        implements ControllerInput<PartitionReports.Answers> {
    /**
     * @param shares what the agent is to be told
     * @param elsewhere what concerns jobs that another server keeps, or none at the moment
     * @param counted how many reports there were for jobs that are kept here
     */
    public record Answers(List<Share> shares, List<Progress> elsewhere, int counted) {}

    public PartitionReports {
        news = List.copyOf(news);
    }

    /** An agent tells only of partitions that it was given: what it says of others is passed over. */
    @Override
    public Answers take(ControllerTurn turn) {
        var shares = new ArrayList<Share>(news.size());
        var elsewhere = new ArrayList<Progress>();
        int counted = 0;
        for (var each : news) {
            var chain = ChainId.of(each.getRun(), each.getIndex());
            if (isOurs && !turn.holds(session, chain, each.getAttempt())) continue;
            var job = jobOf(turn, chain.run(), each.getIndex());
            if (job.isPresent()) {
                counted++;
                shares.add(job.get().progress(session, agent, each));
            } else {
                elsewhere.add(each);
            }
        }
        return new Answers(shares, elsewhere, counted);
    }

    private static Optional<JobController> jobOf(ControllerTurn turn, RunId run, int chain) {
        return turn.find(run)
                .flatMap(known ->
                        known.controller() instanceof JobHolder holder ? holder.jobOf(chain) : Optional.empty());
    }
}
