package io.tidewheel.server.jobs;

import io.tidewheel.balancing.Goal;
import io.tidewheel.balancing.Outlook;
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
        Goal goal,
        Optional<Instant> began,
        boolean complete,
        long stored,
        Outlook outlook,
        String foreignId,
        List<PartView> partitions,
        List<Event> events) {

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
