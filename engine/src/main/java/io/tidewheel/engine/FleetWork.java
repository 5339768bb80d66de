package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the fleet sees and wants of the work: the engine, or whatever stands for it. */
public interface FleetWork {
    /** How things stand now. Fails if nobody knows at the moment. What has been done since the last look is told once. */
    CompletableFuture<Sight> look();

    /** Lets an agent finish what it runs and gives it nothing more. */
    CompletableFuture<Void> drain(SessionId agent);

    /** Says in which order the work of owners goes to their own machines, until it is said again. */
    void rank(Map<LaneId, LaneRank> ranks);

    /** Says which runs that have a budget of their own may use which machines, and when, until it is said again. */
    default void fund(Map<MachineId, Map<RunId, PaidTime>> paidTimes) {}

    /** A run that has a budget of its own, and what waited and ran of it at a moment. */
    record Limited(RunId run, Owner owner, Money budget, List<SeenLane> lanes, Instant at) {}

    /**
     * How work and agents stand.
     *
     * @param server the server that looks
     * @param waiting how many chains could start, by what they require
     * @param lanes whose work that is, and what runs
     * @param outlooks what is left of runs that know it, beyond what waits and runs
     * @param done what agents did since the last look
     * @param limited runs that have a budget of their own
     */
    record Sight(
            ServerNumber server,
            Map<RequiredResources, Long> waiting,
            List<AgentView> agents,
            List<SeenLane> lanes,
            Map<RunId, RemainingWork> outlooks,
            List<Used> done,
            List<Limited> limited) {
        /** A sight for an asker who does not want to know whose work it is. */
        public Sight(ServerNumber server, Map<RequiredResources, Long> waiting, List<AgentView> agents) {
            this(server, waiting, agents, List.of(), Map.of(), List.of(), List.of());
        }

        /** If no run has a budget of its own. */
        public Sight(
                ServerNumber server,
                Map<RequiredResources, Long> waiting,
                List<AgentView> agents,
                List<SeenLane> lanes,
                Map<RunId, RemainingWork> outlooks,
                List<Used> done) {
            this(server, waiting, agents, lanes, outlooks, done, List.of());
        }

        Sight with(Map<RequiredResources, Long> others, List<SeenLane> otherLanes) {
            return new Sight(server, others, agents, otherLanes, outlooks, done, limited);
        }
    }

    /**
     * What an agent did for a lane.
     *
     * @param kind what work of this lane is called, in all runs of its name
     * @param completed how many chains it completed
     * @param completedIn how long those took together
     * @param ran how long all took together, also those that failed or were lost
     * @param from when the first of them began
     * @param to when the last of them ended
     */
    record Used(
            RunId run,
            Owner owner,
            String kind,
            String agent,
            long completed,
            Duration completedIn,
            Duration ran,
            Instant from,
            Instant to) {
        Used plus(Used other) {
            return new Used(
                    run,
                    owner,
                    kind,
                    agent,
                    completed + other.completed,
                    completedIn.plus(other.completedIn),
                    ran.plus(other.ran),
                    other.from.isBefore(from) ? other.from : from,
                    other.to.isAfter(to) ? other.to : to);
        }
    }
}
