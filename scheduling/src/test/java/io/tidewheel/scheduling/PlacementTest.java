package io.tidewheel.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
    private static final Owner ADA = new Owner("ada");
    private static final Owner BOB = new Owner("bob");
    private final Placement placement = new Placement();

    @Test
    void chainsGoToAnAgentThatOffersWhatTheyRequire() {
        waiting(1, ADA, "gpu", 0, 2);
        agent(1, "docker", 4);
        assertThat(placement.place(100)).isEmpty();
        agent(2, "docker,gpu", 1);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(2), 1));
    }

    @Test
    void anAgentThatIsReservedForAnOwnerWorksForNobodyElse() {
        waiting(1, ADA, "", 9, 5);
        placement.addAgent(session(1), Capabilities.NONE, Amounts.UNLIMITED, 2, Optional.of(BOB));
        placement.free(session(1), 2, 3);
        assertThat(placement.place(100)).isEmpty();
        assertThat(placement.explain(lane(1))).isInstanceOf(WhyWaiting.NoAgentOffers.class);
        waiting(2, BOB, "", 0, 3);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(2), session(1), 3));
        agent(2, "", 1);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(2), 1));
    }

    @Test
    void onAnOwnersOwnAgentsTheLeastRankComesFirstWhateverThePriority() {
        waiting(1, BOB, "", 9, 1);
        waiting(2, BOB, "", 0, 1);
        waiting(3, BOB, "", 0, 1);
        waiting(4, BOB, "", 5, 1);
        placement.rank(lane(1), new LaneRank(8, 0));
        placement.rank(lane(2), new LaneRank(3, 1));
        placement.rank(lane(3), new LaneRank(3, 0));
        placement.addAgent(session(1), Capabilities.NONE, Amounts.UNLIMITED, 1, Optional.of(BOB));
        // The one without a rank is new, and comes first so that it is known soon.
        assertThat(oneAfterTheOther()).containsExactly(lane(4), lane(3), lane(2), lane(1));
    }

    @Test
    void ranksAreNothingToAgentsThatWorkForEverybody() {
        waiting(1, BOB, "", 0, 1);
        waiting(2, BOB, "", 5, 1);
        waiting(3, BOB, "", 0, 1);
        placement.rank(lane(2), new LaneRank(9, 0));
        placement.rank(lane(3), new LaneRank(1, 0));
        agent(1, "", 1);
        assertThat(oneAfterTheOther()).containsExactly(lane(2), lane(1), lane(3));
    }

    @Test
    void aRankCanBeTakenBack() {
        waiting(1, BOB, "", 0, 1);
        waiting(2, BOB, "", 5, 1);
        placement.rank(lane(1), new LaneRank(1, 0));
        placement.rank(lane(2), new LaneRank(2, 0));
        placement.rank(lane(1), LaneRank.NONE);
        placement.rank(lane(2), LaneRank.NONE);
        placement.addAgent(session(1), Capabilities.NONE, Amounts.UNLIMITED, 1, Optional.of(BOB));
        assertThat(oneAfterTheOther()).containsExactly(lane(2), lane(1));
    }

    private List<LaneId> oneAfterTheOther() {
        var order = new ArrayList<LaneId>();
        while (true) {
            placement.free(session(1), 1, 0);
            var grants = placement.place(1);
            if (grants.isEmpty()) return order;
            order.add(grants.getFirst().lane());
        }
    }

    @Test
    void highPriorityComesFirstThenTheOwnerWithLeastRunning() {
        waiting(1, ADA, "", 0, 10);
        waiting(2, BOB, "", 0, 10);
        waiting(3, ADA, "", 5, 1);
        agent(1, "", 5);
        assertThat(placement.place(100))
                .containsExactlyInAnyOrder(
                        new LaneGrant(lane(3), session(1), 1),
                        new LaneGrant(lane(2), session(1), 2),
                        new LaneGrant(lane(1), session(1), 2));
    }

    @Test
    void amongEqualsTheSetWithMostRemainingThenTheMostSpecific() {
        waiting(1, ADA, "a", 0, 2);
        waiting(2, ADA, "b", 0, 3);
        agent(1, "a,b,c", 1);
        assertThat(placement.place(1)).containsExactly(new LaneGrant(lane(2), session(1), 1));
        waiting(3, ADA, "a,c", 0, 2);
        placement.free(session(1), 1, 0);
        assertThat(placement.place(1)).containsExactly(new LaneGrant(lane(3), session(1), 1));
    }

    @Test
    void theAgentThatIsIdleLongestComesFirstAndWorkIsSpread() {
        agent(1, "", 2);
        agent(2, "", 2);
        waiting(1, ADA, "", 0, 3);
        assertThat(placement.place(100))
                .containsExactly(new LaneGrant(lane(1), session(1), 2), new LaneGrant(lane(1), session(2), 1));
    }

    @Test
    void moreThanTheSlotsIsHandedOutOnlyWhenNoSlotIsFreeAnywhere() {
        agent(1, "", 1);
        agent(2, "", 1);
        placement.free(session(1), 1, 100);
        waiting(1, ADA, "", 0, 2);
        assertThat(placement.place(100))
                .containsExactlyInAnyOrder(
                        new LaneGrant(lane(1), session(1), 1), new LaneGrant(lane(1), session(2), 1));
        waiting(2, ADA, "", 0, 50);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(2), session(1), 50));
    }

    @Test
    void whatIsHandedOutAheadIsSharedBetweenAgents() {
        agent(1, "", 1);
        agent(2, "", 1);
        placement.free(session(1), 0, 1_000);
        placement.free(session(2), 0, 1_000);
        waiting(1, ADA, "", 0, 100);
        assertThat(placement.place(1_000))
                .containsExactlyInAnyOrder(
                        new LaneGrant(lane(1), session(1), 50), new LaneGrant(lane(1), session(2), 50));
    }

    @Test
    void aSetThatNobodyOffersDoesNotHoldUpOthers() {
        waiting(1, ADA, "quantum", 9, 1_000_000);
        waiting(2, ADA, "", 0, 1);
        agent(1, "", 1);
        assertThat(placement.place(10)).containsExactly(new LaneGrant(lane(2), session(1), 1));
        assertThat(placement.demand()).containsExactly(Map.entry(Capabilities.of("quantum"), 1_000_000L));
    }

    @Test
    void waitingIsExplained() {
        waiting(1, ADA, "docker,gpu", 0, 5);
        assertThat(placement.explain(lane(1)).sentence()).contains("no agent is connected");
        agent(1, "docker", 2);
        assertThat(placement.explain(lane(1)))
                .isEqualTo(new WhyWaiting.NoAgentOffers(Capabilities.of("docker", "gpu"), Capabilities.of("gpu"), 1));
        agent(2, "docker,gpu", 3);
        assertThat(placement.explain(lane(1))).isEqualTo(new WhyWaiting.AboutToStart());
        placement.place(100);
        waiting(2, ADA, "gpu", 0, 7);
        assertThat(placement.explain(lane(2))).isEqualTo(new WhyWaiting.SuitableAgentsBusy(1, 3, 2));
    }

    @Test
    void aLaneThatLeavesTakesItsSetWithIt() {
        waiting(1, ADA, "gpu", 0, 5);
        agent(1, "gpu", 1);
        placement.removeLane(lane(1));
        assertThat(placement.place(10)).isEmpty();
        assertThat(placement.demand()).isEmpty();
        waiting(2, ADA, "gpu", 0, 1);
        assertThat(placement.place(10)).hasSize(1);
    }

    @Test
    void aSlotGoesToTheOwnerWithLeastRunningAndOfEqualsToTheOneServedLongerAgo() {
        waiting(1, ADA, "a", 9, 100);
        waiting(2, BOB, "b", 0, 10);
        waiting(3, new Owner("cyd"), "", 5, 1);
        agent(1, "a,b", 1);
        var order = new ArrayList<LaneId>();
        for (int i = 0; i < 5; i++) {
            placement.free(session(1), 1, 0);
            var lane = placement.place(1).getFirst().lane();
            order.add(lane);
            end(lane);
        }
        assertThat(order).containsExactly(lane(1), lane(3), lane(2), lane(1), lane(2));
    }

    @Test
    void whoComesAnewAgainAndAgainDoesNotGoBeforeThoseWhoWait() {
        waiting(1, ADA, "", 0, 10);
        agent(1, "", 1);
        assertThat(placement.place(1)).containsExactly(new LaneGrant(lane(1), session(1), 1));
        end(lane(1));
        waiting(2, BOB, "", 0, 1);
        placement.free(session(1), 1, 0);
        assertThat(placement.place(1)).containsExactly(new LaneGrant(lane(1), session(1), 1));
        end(lane(1));
        placement.free(session(1), 1, 0);
        assertThat(placement.place(1)).containsExactly(new LaneGrant(lane(2), session(1), 1));
    }

    @Test
    void chainsThatNeedAmountsAlsoGoAheadOfNeedAsFarAsAmountsAreLeft() {
        waiting(1, ADA, "", 0, 1_000);
        placement.ended(lane(1), Duration.ofMillis(2));
        placement.addLane(lane(2), BOB, Capabilities.NONE, new Amounts(1_000, 0, 0), 0);
        placement.ready(lane(2), 1);
        placement.addAgent(session(1), Capabilities.NONE, new Amounts(1_000, 0, 0), 2);
        placement.free(session(1), 0, 20);
        assertThat(placement.place(100)).contains(new LaneGrant(lane(2), session(1), 1));
    }

    @Test
    void whileOthersWaitAnOwnerHasNoMoreThanItsShareOfSlotsAheadUnlessItsChainsAreShort() {
        waiting(1, ADA, "", 0, 1_000);
        waiting(2, BOB, "", 0, 1_000);
        placement.ended(lane(2), Duration.ofMillis(2));
        agent(1, "", 4);
        placement.free(session(1), 0, 100, Amounts.NONE, Map.of(ADA, 1));
        assertThat(placement.place(1_000))
                .containsExactlyInAnyOrder(
                        new LaneGrant(lane(1), session(1), 1), new LaneGrant(lane(2), session(1), 99));
    }

    @Test
    void anAgentSavesForTheOwnerWhoseTurnItIsAndWhoNeedsMoreThanIsLeft() {
        placement.addLane(lane(1), ADA, Capabilities.NONE, new Amounts(1_000, 0, 0), 0);
        placement.ready(lane(1), 100);
        placement.addAgent(session(1), Capabilities.NONE, new Amounts(4_000, 0, 0), 4);
        placement.free(session(1), 4, 0);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(1), 4));
        placement.addLane(lane(2), BOB, Capabilities.NONE, new Amounts(4_000, 0, 0), 0);
        placement.ready(lane(2), 1);
        waiting(3, ADA, "", 0, 1);
        placement.free(session(1), 1, 0, new Amounts(3_000, 0, 0));
        // What needs nothing of it takes nothing away from whom is saved for.
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(3), session(1), 1));
        placement.free(session(1), 2, 0, new Amounts(1_000, 0, 0));
        assertThat(placement.place(100)).isEmpty();
        placement.free(session(1), 4, 0, Amounts.NONE);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(2), session(1), 1));
        placement.free(session(1), 4, 0, Amounts.NONE);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(1), 4));
    }

    @Test
    void anAgentThatTakesNoWorkSavesForNobody() {
        placement.addLane(lane(1), ADA, Capabilities.NONE, new Amounts(4_000, 0, 0), 0);
        placement.ready(lane(1), 1);
        for (int agent = 1; agent <= 2; agent++) {
            placement.addAgent(session(agent), Capabilities.NONE, new Amounts(4_000, 0, 0), 2);
            placement.free(session(agent), 1, 0, new Amounts(2_000, 0, 0));
            assertThat(placement.place(100)).isEmpty();
        }
        placement.pause(session(1));
        assertThat(placement.place(100)).isEmpty();
        placement.addLane(lane(2), BOB, Capabilities.NONE, new Amounts(2_000, 0, 0), 0);
        placement.running(lane(2), 1);
        placement.ready(lane(2), 1);
        assertThat(placement.place(100)).isEmpty();
        placement.free(session(1), 1, 0, new Amounts(2_000, 0, 0));
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(2), session(1), 1));
    }

    @Test
    void chainsThatNeedAmountsGoWhereAsMuchIsLeft() {
        needing(1, new Amounts(2_000, 0, 0), 10);
        placement.addAgent(session(1), Capabilities.NONE, new Amounts(4_000, 100, 0), 8);
        placement.free(session(1), 8, 50, Amounts.NONE);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(1), 2));
        placement.free(session(1), 7, 50, new Amounts(2_000, 0, 0));
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(1), 1));
        assertThat(placement.explain(lane(1)))
                .isEqualTo(new WhyWaiting.AmountsInUse(new Amounts(2_000, 0, 0), new Amounts(2_000, 0, 0), 1));
        placement.free(session(1), 0, 50, new Amounts(4_000, 0, 0));
        assertThat(placement.explain(lane(1))).isInstanceOf(WhyWaiting.SuitableAgentsBusy.class);
    }

    @Test
    void whatUsersCountIsCountedDownLikeAnythingElse() {
        var license = Amounts.parse("license=1", Amounts.NONE);
        needing(1, license, 10);
        placement.addAgent(session(1), Capabilities.NONE, Amounts.UNLIMITED, 8);
        placement.free(session(1), 8, 50, Amounts.NONE);
        assertThat(placement.place(100)).isEmpty();
        assertThat(placement.isOffered(Capabilities.NONE, license)).isFalse();
        assertThat(placement.explain(lane(1)).sentence())
                .isEqualTo(
                        "the only agent does not have license 1: start one with --has license=1," + " or ask for less");
        placement.addAgent(session(2), Capabilities.NONE, Amounts.parse("license=2", Amounts.UNLIMITED), 8);
        placement.free(session(2), 8, 50, Amounts.NONE);
        assertThat(placement.isOffered(Capabilities.NONE, license)).isTrue();
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(2), 2));
        assertThat(placement.explain(lane(1)).sentence())
                .isEqualTo("the only suitable agent has a free slot, but too little is left there of what it needs"
                        + " (license 1): others use it");
        placement.free(session(2), 7, 50, license);
        assertThat(placement.place(100)).containsExactly(new LaneGrant(lane(1), session(2), 1));
    }

    @Test
    void whatAnAgentIsStillFindingOutCountsAsOfferedUntilItKnows() {
        var container = Capabilities.of("container");
        waiting(1, ADA, "container", 0, 1);
        agent(1, "", 1);
        assertThat(placement.isOffered(container, Amounts.NONE)).isFalse();
        placement.mayOffer(session(1), container);
        assertThat(placement.isOffered(container, Amounts.NONE)).isTrue();
        assertThat(placement.offered()).contains(new OfferedResources(container, Amounts.UNLIMITED));
        assertThat(placement.place(10)).isEmpty();
        assertThat(placement.explain(lane(1))).isEqualTo(new WhyWaiting.BeingFoundOut(container));
        placement.removeAgent(session(1));
        agent(1, "", 1);
        assertThat(placement.isOffered(container, Amounts.NONE)).isFalse();
        assertThat(placement.explain(lane(1))).isInstanceOf(WhyWaiting.NoAgentOffers.class);
    }

    @Test
    void ofSeveralThatHaveTooLittleTheNearestIsNamed() {
        needing(1, Amounts.parse("cpu=4,license=1,seat=1", Amounts.NONE), 1);
        placement.addAgent(session(1), Capabilities.NONE, Amounts.parse("cpu=8", Amounts.UNLIMITED), 1);
        placement.addAgent(session(2), Capabilities.NONE, Amounts.parse("cpu=2,license=1,seat=1", Amounts.NONE), 1);
        assertThat(placement.explain(lane(1)).sentence())
                .contains("none of the 2 agents")
                .contains("has cpu 4, license 1, seat 1 together, the nearest one lacks cpu 4");
    }

    @Test
    void anAgentThatIsTooSmallDoesNotStandInTheWayOfALargerOne() {
        needing(1, new Amounts(0, 64, 0), 1);
        placement.addAgent(session(1), Capabilities.NONE, new Amounts(8_000, 32, 0), 1);
        placement.free(session(1), 1, 0, Amounts.NONE);
        assertThat(placement.place(10)).isEmpty();
        assertThat(placement.explain(lane(1)))
                .isEqualTo(
                        new WhyWaiting.NoAgentHas(new Amounts(0, 64, 0), new Amounts(0, 64, 0), Capabilities.NONE, 1));
        assertThat(placement.isOffered(Capabilities.NONE, new Amounts(0, 64, 0)))
                .isFalse();
        placement.addAgent(session(2), Capabilities.NONE, new Amounts(8_000, 64, 0), 1);
        placement.addAgent(session(3), Capabilities.NONE, new Amounts(8_000, 64, 0), 1);
        placement.free(session(2), 1, 0, new Amounts(0, 1, 0));
        placement.free(session(3), 1, 0, Amounts.NONE);
        assertThat(placement.place(10)).containsExactly(new LaneGrant(lane(1), session(3), 1));
    }

    @Test
    void whatNeedsMuchDoesNotBlockWhatNeedsNothing() {
        needing(1, new Amounts(0, 0, 4), 5);
        waiting(2, ADA, "", 0, 5);
        agent(1, "", 2);
        placement.addAgent(session(2), Capabilities.NONE, new Amounts(1_000, 1, 0), 2);
        placement.free(session(2), 2, 3, Amounts.NONE);
        assertThat(placement.place(100))
                .contains(new LaneGrant(lane(1), session(1), 2), new LaneGrant(lane(2), session(2), 5));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverMoreIsGrantedThanWaitsOrFits(long seed) {
        var random = new Random(seed);
        var names = List.of("a", "b", "c");
        var ready = new HashMap<LaneId, Long>();
        var room = new HashMap<SessionId, Integer>();
        var needs = new HashMap<LaneId, Capabilities>();
        var offers = new HashMap<SessionId, Capabilities>();
        for (int i = 1; i <= 20; i++) {
            var set = Capabilities.of(names.subList(0, random.nextInt(4)));
            placement.addLane(lane(i), random.nextBoolean() ? ADA : BOB, set, Amounts.NONE, random.nextInt(3));
            placement.ended(lane(i), Duration.ofMillis(1)); // short ones go ahead of need whoever else waits
            needs.put(lane(i), set);
            var offered = Capabilities.of(names.subList(0, random.nextInt(4)));
            placement.addAgent(session(i), offered, Amounts.UNLIMITED, 4);
            offers.put(session(i), offered);
        }
        for (int step = 0; step < 500; step++) {
            int i = 1 + random.nextInt(20);
            if (random.nextBoolean()) {
                long count = random.nextInt(30);
                placement.ready(lane(i), count);
                ready.put(lane(i), count);
            } else {
                int idle = random.nextInt(5);
                int spare = random.nextInt(20);
                placement.free(session(i), idle, spare);
                room.put(session(i), idle + spare);
            }
            int most = 1 + random.nextInt(40);
            int granted = 0;
            for (var grant : placement.place(most)) {
                granted += grant.count();
                assertThat(offers.get(grant.agent()).covers(needs.get(grant.lane())))
                        .isTrue();
                assertThat(ready.merge(grant.lane(), (long) -grant.count(), Long::sum))
                        .isNotNegative();
                assertThat(room.merge(grant.agent(), -grant.count(), Integer::sum))
                        .isNotNegative();
            }
            assertThat(granted).as("seed %d, step %d", seed, step).isLessThanOrEqualTo(most);
            if (granted < most) assertThatNothingFits(ready, room, needs, offers);
        }
    }

    private static void assertThatNothingFits(
            Map<LaneId, Long> ready,
            Map<SessionId, Integer> room,
            Map<LaneId, Capabilities> needs,
            Map<SessionId, Capabilities> offers) {
        new TreeMap<>(ready).forEach((lane, count) -> {
            if (count == 0) return;
            room.forEach((agent, left) -> {
                if (left > 0)
                    assertThat(offers.get(agent).covers(needs.get(lane)))
                            .as("%s on %s", lane, agent)
                            .isFalse();
            });
        });
    }

    private void waiting(int run, Owner owner, String requires, int priority, long count) {
        placement.addLane(lane(run), owner, Capabilities.parse(requires), Amounts.NONE, priority);
        placement.ready(lane(run), count);
    }

    private void end(LaneId lane) {
        placement.running(lane, -1);
        placement.ended(lane, Duration.ofSeconds(3));
    }

    private void needing(int run, Amounts needs, long count) {
        placement.addLane(lane(run), ADA, Capabilities.NONE, needs, 0);
        placement.ready(lane(run), count);
    }

    private void agent(int number, String offers, int slots) {
        placement.addAgent(session(number), Capabilities.parse(offers), Amounts.UNLIMITED, slots);
        placement.free(session(number), slots, 0);
    }

    private static LaneId lane(int run) {
        return new LaneId(new RunId(run), 0);
    }

    private static SessionId session(int number) {
        return new SessionId(number);
    }
}
