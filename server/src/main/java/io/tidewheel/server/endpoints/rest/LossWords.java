package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.Durations;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Reason;
import io.tidewheel.scheduling.AfterAttempt;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.scheduling.LossCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is said of the loss of agents: when one is given up, which losses a task has seen, and why they count or do not. */
final class LossWords {
    private LossWords() {}

    /** When the agent of a task that runs is given up. */
    static Explanation.Cause silence(Optional<Duration> ofRun, Optional<LossLimits> ofAgent) {
        var words = ofRun.map(time -> "its agent%s may be away for %s, as its run has it"
                        .formatted(
                                ofAgent.map(limits -> " (%s)".formatted(kind(limits)))
                                        .orElse(""),
                                Durations.format(time)))
                .or(() -> ofAgent.map(LossWords::limits))
                .orElse("its agent may be silent for as long as its server has it");
        return cause("agent-silence", words + "; then it is begun elsewhere");
    }

    private static String limits(LossLimits limits) {
        return "its agent (%s) may be silent for %s, and needs at most %.1f s to come back when its connection is closed"
                .formatted(
                        kind(limits),
                        Durations.format(limits.silence()),
                        limits.reconnect().toMillis() / 1e3);
    }

    private static String kind(LossLimits limits) {
        var profile = limits.profileName().map(name -> "profile " + name).orElse("a time of silence of its own");
        return limits.expendable() ? profile + ", so that its loss is held against no task" : profile;
    }

    /**
     * Which agents were lost with a task.
     *
     * @param recorded how many losses count against it
     * @param most so many of them make it poison
     * @param isAsked whether its run has said so; otherwise it must be sure that they are no chance
     * @param attempts those that did not succeed
     */
    static List<Explanation.Cause> losses(int recorded, int most, boolean isAsked, List<AttemptRecord> attempts) {
        var causes = new ArrayList<Explanation.Cause>();
        // Of a task that has ended because of them, the last one stands among its attempts only.
        long died = attempts.stream()
                .filter(attempt -> attempt.reason() == Reason.AGENT_DIED)
                .count();
        long counted = Math.max(recorded, died);
        causes.add(new Explanation.Cause(
                "agents-died", isAsked ? counted(counted, most) : suspected(counted, most), Optional.of(counted)));
        var passed = attempts.stream()
                .filter(attempt -> attempt.reason() == Reason.AGENT_LOST)
                .toList();
        if (!passed.isEmpty())
            causes.add(new Explanation.Cause(
                    "agents-lost",
                    "%s lost with %s, which is not held against it: %s"
                            .formatted(
                                    passed.size() == 1 ? "1 attempt was" : passed.size() + " attempts were",
                                    passed.size() == 1 ? "its agent" : "their agents",
                                    whys(passed)),
                    Optional.of((long) passed.size())));
        return causes;
    }

    private static String counted(long counted, int most) {
        return "%d of %d agents that may die of it did: then it is not begun again".formatted(counted, most);
    }

    private static String suspected(long counted, int most) {
        return "%d of %d agents that may die of it did: then it is not begun again if agents die so seldom without it that this is no chance (one in a million)"
                        .formatted(counted, most)
                + "; as long as it may be, it waits longer each time, and after %d it is given up"
                        .formatted(AfterAttempt.MOST_LOSSES);
    }

    private static String whys(List<AttemptRecord> lost) {
        var counts = new EnumMap<LossCause, Integer>(LossCause.class);
        lost.forEach(attempt -> AgentLoss.of(attempt).ifPresent(loss -> counts.merge(loss.cause(), 1, Integer::sum)));
        if (counts.isEmpty()) return Reason.AGENT_LOST.sentence();
        var words = counts.entrySet().stream()
                .map(entry -> "%s (%d)".formatted(entry.getKey().sentence(), entry.getValue()))
                .collect(Collectors.joining("; "));
        boolean mayCount = counts.containsKey(LossCause.SILENCE)
                || counts.containsKey(LossCause.TOGETHER)
                || counts.containsKey(LossCause.UNBEGUN);
        return mayCount ? words + ". From the %dth time on it counts".formatted(LossCause.TOO_MANY) : words;
    }

    private static Explanation.Cause cause(String code, String text) {
        return new Explanation.Cause(code, text, Optional.empty());
    }
}
