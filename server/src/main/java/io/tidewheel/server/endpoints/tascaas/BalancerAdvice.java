package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.balancing.JobGoal;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.foreign.BalancerFailure;
import io.tidewheel.balancing.foreign.ForeignBalancer;
import io.tidewheel.model.Time;
import io.tidewheel.server.balancer.ChildBalancer;
import io.tidewheel.server.balancer.ExactBalancer;
import io.tidewheel.server.sites.TascaasSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What another balancer than ours says about one job. It decides the numbers that partitions are told; what counts, who is lost and which partitions
 * there are is decided here all the same. When it fails, ours goes on alone. Safe for many threads.
 */
final class BalancerAdvice implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BalancerAdvice.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private @Nullable ForeignBalancer balancer;

    private BalancerAdvice(@Nullable ForeignBalancer balancer) {
        this.balancer = balancer;
    }

    /** For a job with a target, if the settings name another balancer than ours. */
    static BalancerAdvice of(TascaasSettings settings, JobGoal goal, Time time) {
        var words = settings.balancer();
        if (words.isEmpty() || goal.target().isEmpty()) return new BalancerAdvice(null);
        long threshold = goal.reportEvery().toSeconds() * 2;
        if (words.equals(List.of(TascaasSettings.EXACT)))
            return new BalancerAdvice(new ExactBalancer(goal.iterations(), goal.partitions(), threshold, time));
        var command = new ArrayList<>(words);
        command.addAll(List.of(
                Long.toString(goal.iterations()), Integer.toString(goal.partitions()), Long.toString(threshold)));
        try {
            return new BalancerAdvice(ChildBalancer.start(command, PATIENCE));
        } catch (BalancerFailure failed) {
            log.warn("a job goes on with our own balancer: {}", failed.getMessage());
            return new BalancerAdvice(null);
        }
    }

    /** What it answers; empty if there is none, or none any more. */
    synchronized Optional<ShareAnswer> ask(Function<ForeignBalancer, ShareAnswer> question) {
        var asked = balancer;
        if (asked == null) return Optional.empty();
        try {
            return Optional.of(question.apply(asked));
        } catch (BalancerFailure failed) {
            log.warn("a job goes on with our own balancer: {}", failed.getMessage());
            close();
            return Optional.empty();
        }
    }

    @Override
    public synchronized void close() {
        var ending = balancer;
        balancer = null;
        if (ending != null) ending.close();
    }
}
