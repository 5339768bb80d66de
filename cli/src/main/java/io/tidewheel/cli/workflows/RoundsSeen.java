package io.tidewheel.cli.workflows;

import io.tidewheel.workflow.plan.WorkflowForecast;
import io.tidewheel.workflow.plan.WorkflowSuppositions;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many rounds loops had in an earlier run. */
final class RoundsSeen {
    private RoundsSeen() {}

    /** Adds what was seen of loops of which nothing is said: on average, if the loop is inside of another. */
    static Map<String, WorkflowSuppositions.Range> add(
            Map<String, WorkflowSuppositions.Range> said,
            ForecastWorkflow workflow,
            WorkflowForecast plan,
            EarlierRun earlier) {
        var known = new LinkedHashMap<>(said);
        var supposed = workflow.supposed(WorkflowSuppositions.End.MOST);
        for (var loop : supposed.unsaid()) {
            if (supposed.feedsItself(loop)) continue;
            int rounds = done(loop, plan, earlier);
            int around = Math.max(1, done(loopAround(loop, plan), plan, earlier));
            if (rounds > 0)
                known.put(
                        loop,
                        new WorkflowSuppositions.Range(Math.floorDiv(rounds, around), Math.ceilDiv(rounds, around)));
        }
        return known;
    }

    private static String loopAround(String loop, WorkflowForecast plan) {
        for (var action : plan.actions()) if (action.id().equals(loop)) return action.loop();
        return "";
    }

    /** How often the actions in a loop were done, at most. */
    private static int done(String loop, WorkflowForecast plan, EarlierRun earlier) {
        if (loop.isEmpty()) return 1;
        int most = 0;
        for (var action : plan.actions())
            if (action.loop().equals(loop))
                most = Math.max(most, earlier.counts().getOrDefault(action.id(), 0));
        return most;
    }
}
