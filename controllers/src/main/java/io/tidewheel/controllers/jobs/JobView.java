package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.BalancerDecision;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.balancing.JobGoal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a job stands, for people.
 *
 * @param stored iterations whose results are there
 * @param events what was decided, oldest first
 */
public record JobView(
        JobGoal goal,
        Optional<Instant> began,
        boolean complete,
        long stored,
        JobForecast outlook,
        String foreignId,
        List<PartView> partitions,
        List<Event> events) {

    /** When enough results were there, if that is remembered. */
    public Optional<Instant> completed() {
        return events.stream()
                .filter(event -> event.sentence().startsWith(BalancerDecision.Complete.BEGINNING))
                .map(Event::at)
                .findFirst();
    }

    /** How long it took from its first start until enough results were there: what its target is about. */
    public Optional<Duration> took() {
        return began.flatMap(from -> completed().map(to -> Duration.between(from, to)));
    }

    /** By how much it was later than its target; negative if it was in time. Empty before it is complete, and without a target. */
    public Optional<Duration> late() {
        return goal.target().flatMap(target -> took().map(time -> time.minus(target)));
    }

    /**
     * One partition.
     *
     * @param chain the chain that does it, or did; -1 if there is none
     * @param site the agent or the foreign site
     * @param done iterations that it told, or, once stored, that are in its result
     * @param share up to which count it works
     * @param history how it went, oldest first
     */
    public record PartView(
            int index,
            int chain,
            String site,
            String state,
            long done,
            long share,
            double speed,
            List<Sample> history) {}

    /** What was known of a partition at a moment. */
    public record Sample(Instant at, long done, long share, double speed) {}

    /** Something that was decided, and why. */
    public record Event(Instant at, String sentence) {}
}
