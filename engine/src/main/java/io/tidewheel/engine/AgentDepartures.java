package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.scheduling.LossCause;
import io.tidewheel.scheduling.LossChance;
import io.tidewheel.scheduling.LossHistory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;

/** What is remembered of the agents that were there, and of those that went, to tell why one of them did. Only the last hour is remembered. */
final class AgentDepartures {
    private static final int MOST_AGENTS = 10_000;
    private static final long REMEMBERED_NANOS = Duration.ofHours(1).toNanos();
    private static final long BETWEEN_MARKS_NANOS = Duration.ofSeconds(10).toNanos();
    /** Losses that came shortly before those of a chain are of the same storm. */
    private static final long SAME_STORM_NANOS = Duration.ofMinutes(1).toNanos();

    /**
     * @param ended its connection was closed from its end, and not because it was sent away
     * @param atWork the chains that were at work there
     */
    private record Departure(SessionId session, long nanos, boolean ended, Set<ChainId> atWork) {}

    /** For how long all agents together had been there at a moment. */
    private record Mark(long nanos, long watched) {}

    private final ArrayDeque<Departure> recent = new ArrayDeque<>();
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private long watched;
    /** What was watched until the first of the marks. */
    private long forgotten;

    /** Nothing is heard from an agent any more; it may yet come back. */
    void note(LiveSession session) {
        if (recent.size() >= MOST_AGENTS) recent.removeFirst();
        recent.add(new Departure(session.id, session.awaySinceNanos, session.endedItself, Set.copyOf(session.atWork)));
    }

    /** An agent was there for so long until now. */
    void watch(long nanos, long thereNanos) {
        watched += thereNanos;
        var last = marks.peekLast();
        if (last != null && nanos - last.nanos < BETWEEN_MARKS_NANOS) return;
        marks.add(new Mark(nanos, watched));
        while (nanos - marks.getFirst().nanos > REMEMBERED_NANOS) forgotten = marks.removeFirst().watched;
        while (!recent.isEmpty() && nanos - recent.getFirst().nanos > REMEMBERED_NANOS) recent.removeFirst();
    }

    /**
     * Why an agent was lost, as one of its chains has to see it.
     *
     * @param history the losses of the chain before
     */
    AgentLoss judge(Turn turn, LiveSession session, LiveLease lease, LossHistory history) {
        boolean heard = session.joins > 0;
        var atWork = lease.atWork(turn, session.awaySinceNanos);
        boolean expendable = heard && session.limits.expendable();
        // What is taken away at any time is judged as it would be if it had ended by itself.
        var ifEnded = history.and(AgentLoss.of(LossCause.MACHINE, atWork), turn.now);
        double chance = expendable && ifEnded.taken() >= LossCause.TOO_MANY ? chance(turn, lease, ifEnded) : 1;
        var cause = LossCause.of(new LossCause.Evidence(
                heard,
                lease.isBegun(),
                session.endedItself,
                session.machineGoes,
                expendable,
                others(session, lease.lease.chain()),
                history.doubtful(),
                chance));
        return AgentLoss.of(cause, atWork);
    }

    /** How likely it is that all those agents were lost with the chain by chance. */
    double chance(Turn turn, LiveLease lease, LossHistory losses) {
        if (losses.atWork().isEmpty()) return 1;
        double inLastHour = chance(turn.nanos - REMEMBERED_NANOS, lease, losses);
        // When agents are lost all the time, what was an hour ago tells nothing.
        long storm = turn.nanos
                - SAME_STORM_NANOS
                - losses.first()
                        .map(first -> Duration.between(first, turn.now).toNanos())
                        .orElse(0L);
        return without(storm, lease) == 0 ? inLastHour : Math.max(inLastHour, chance(storm, lease, losses));
    }

    private double chance(long since, LiveLease lease, LossHistory losses) {
        return LossChance.of(losses.ended(), losses.atWork().orElseThrow(), without(since, lease), watchedSince(since));
    }

    private Duration watchedSince(long nanos) {
        long before = forgotten;
        for (var mark : marks) {
            if (mark.nanos - nanos > 0) break;
            before = mark.watched;
        }
        return Duration.ofNanos(watched - before);
    }

    /**
     * How many agents were lost without the chain. Those that had nothing but chains of the same run count only if more of these have succeeded: in an array of which
     * each task ends its agent, one does not speak for the other.
     */
    private int without(long since, LiveLease lease) {
        var chain = lease.lease.chain();
        int strangers = 0;
        int siblings = 0;
        for (var each : recent) {
            if (!each.ended || each.nanos - since < 0 || each.atWork.contains(chain)) continue;
            boolean isSibling = !each.atWork.isEmpty()
                    && each.atWork.stream().allMatch(other -> other.run().equals(chain.run()));
            if (isSibling) siblings++;
            else strangers++;
        }
        return lease.lane.run.totals().succeeded() > siblings ? strangers + siblings : strangers;
    }

    /** How many other agents went at the same time, without the chain; not all are counted when there are many. */
    private int others(LiveSession session, ChainId chain) {
        int others = 0;
        for (var each : recent) {
            if (each.session.equals(session.id) || each.atWork.contains(chain)) continue;
            if (Math.abs(each.nanos - session.awaySinceNanos) > LossCause.SAME_TIME.toNanos()) continue;
            if (++others >= LossCause.MANY) return others;
        }
        return others;
    }
}
