package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.balancing.JobGoal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Time;
import io.tidewheel.server.sites.TascaasSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What another balancer than ours says about each job, if one is set. Safe for many threads. */
final class BalancerAdvices implements AutoCloseable {
    private final TascaasSettings settings;
    private final Time time;
    private final Map<RunId, BalancerAdvice> advices = new HashMap<>();

    BalancerAdvices(TascaasSettings settings, Time time) {
        this.settings = settings;
        this.time = time;
    }

    synchronized BalancerAdvice of(RunId run, JobGoal goal) {
        return advices.computeIfAbsent(run, _ -> BalancerAdvice.of(settings, goal, time));
    }

    /** The job has ended. */
    void end(RunId run) {
        var advice = taken(run);
        if (advice != null) advice.close();
    }

    private synchronized @Nullable BalancerAdvice taken(RunId run) {
        return advices.remove(run);
    }

    @Override
    public void close() {
        all().forEach(BalancerAdvice::close);
    }

    private synchronized List<BalancerAdvice> all() {
        var all = List.copyOf(advices.values());
        advices.clear();
        return all;
    }
}
