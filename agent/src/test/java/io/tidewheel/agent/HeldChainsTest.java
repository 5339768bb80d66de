package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.StopSwitch.Urgency;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldChainsTest {
    private static final Work SLEEP = TestCommands.sleep(Duration.ofSeconds(1));
    private final HeldChains holdings = new HeldChains(2);

    @Test
    void slotsGetChainsInOrderOneAtATime() {
        holdings.add(List.of(chain(1, SLEEP), chain(2, SLEEP)));
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(1);
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(2);
    }

    @Test
    void chainsThatTakeNoTimeAreSharedOut() {
        holdings.add(IntStream.range(0, 10)
                .mapToObj(i -> chain(i, TestCommands.NOOP))
                .toList());
        assertThat(holdings.next(List.of(), 0)).hasSize(5);
        assertThat(holdings.next(List.of(), 0)).hasSize(2);
    }

    @Test
    void aChainThatTakesTimeEndsAShare() {
        holdings.add(List.of(
                chain(1, TestCommands.NOOP),
                chain(2, TestCommands.NOOP),
                chain(3, SLEEP),
                chain(4, TestCommands.NOOP),
                chain(5, TestCommands.NOOP),
                chain(6, TestCommands.NOOP)));
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(1, 2);
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(3);
    }

    @Test
    void ownersTakeTurnsWhateverWasFetchedAheadForTheOther() {
        for (int i = 0; i < 1_000; i++) holdings.add(List.of(chain(i, "alice", SLEEP)));
        holdings.add(List.of(chain(1_000, "bob", SLEEP), chain(1_001, "bob", SLEEP), chain(1_002, "carol", SLEEP)));
        var order = IntStream.range(0, 6)
                .mapToObj(_ -> holdings.next(List.of(), 0))
                .flatMap(taken -> indexes(taken).stream());
        assertThat(order).containsExactly(0, 1_000, 1_002, 1, 1_001, 2);
    }

    @Test
    void aShareOfThoseThatTakeNoTimeIsOfAllOwners() {
        holdings.add(List.of(
                chain(1, "alice", TestCommands.NOOP),
                chain(2, "alice", TestCommands.NOOP),
                chain(3, "alice", TestCommands.NOOP),
                chain(4, "bob", TestCommands.NOOP)));
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(1, 4);
    }

    @Test
    void whoeverHasMostWaitingIsRelievedFirst() {
        holdings.add(List.of(
                chain(1, "bob", SLEEP), chain(2, "alice", SLEEP), chain(3, "alice", SLEEP), chain(4, "alice", SLEEP)));
        assertThat(indexes(holdings.recall(2))).containsExactly(4, 3);
        assertThat(indexes(holdings.recall(9))).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aStoppedChainOfAnotherOwnerIsSkippedToo() {
        holdings.add(List.of(chain(1, "alice", SLEEP), chain(2, "bob", SLEEP), chain(3, "alice", SLEEP)));
        holdings.stop(id(2), Urgency.GENTLE, true);
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(1);
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(3);
        assertThat(holdings.recall(9)).isEmpty();
    }

    @Test
    void theSameAssignmentIsTakenOnce() {
        assertThat(holdings.add(List.of(chain(1, SLEEP)))).isEmpty();
        assertThat(holdings.add(List.of(chain(1, SLEEP)))).isEmpty();
        assertThat(holdings.totals(0).waiting()).isEqualTo(1);
        var first = holdings.next(List.of(), 0);
        holdings.add(List.of(chain(1, SLEEP)));
        assertThat(holdings.totals(0).waiting()).isZero();
        holdings.release(first);
        holdings.add(List.of(chain(1, SLEEP)));
        assertThat(holdings.totals(0).waiting()).isEqualTo(1);
    }

    @Test
    void whatIsTooMuchIsGivenBack() {
        var many = IntStream.range(0, HeldChains.MOST_HELD + 3)
                .mapToObj(i -> chain(i, SLEEP))
                .toList();
        assertThat(indexes(holdings.add(many)))
                .containsExactly(HeldChains.MOST_HELD, HeldChains.MOST_HELD + 1, HeldChains.MOST_HELD + 2);
    }

    @Test
    void afterTheCloseEverythingIsGivenBack() {
        holdings.add(List.of(chain(1, SLEEP), chain(2, SLEEP)));
        assertThat(indexes(holdings.close())).containsExactly(2, 1);
        assertThat(indexes(holdings.add(List.of(chain(3, SLEEP))))).containsExactly(3);
        assertThat(holdings.next(List.of(), 0)).isEmpty();
        assertThat(holdings.all())
                .as("until the server has acknowledged the return")
                .hasSize(3);
    }

    @Test
    void aStoppedChainThatWaitedIsSkipped() {
        holdings.add(List.of(chain(1, SLEEP), chain(2, SLEEP), chain(3, SLEEP)));
        assertThat(holdings.stop(id(1), Urgency.GENTLE, false))
                .map(chain -> chain.id)
                .contains(id(1));
        assertThat(holdings.stop(id(3), Urgency.GENTLE, true)).isEmpty();
        assertThat(holdings.recall(0)).isEmpty();
        assertThat(indexes(holdings.next(List.of(), 0))).containsExactly(2);
        assertThat(holdings.recall(9)).isEmpty();
        assertThat(holdings.all()).containsExactlyInAnyOrder(id(1).toWire(), TestAgent.goingOn(id(2)));
    }

    @Test
    void aStopBetweenTheTakingAndTheStartIsNotLost() {
        holdings.add(List.of(chain(1, SLEEP)));
        var chain = holdings.next(List.of(), 0).getFirst();
        holdings.stop(id(1), Urgency.AT_ONCE, true);
        var stop = new io.tidewheel.agent.runtime.StopSwitch();
        var limits = new AttemptTimeLimits(
                0, AttemptTimeLimits.NEVER, AttemptTimeLimits.NEVER, AttemptTimeLimits.NEVER, Duration.ZERO);
        var output = new TaskOutput(chain.id, 1, false, new SlotBudget(1), stop, limits, () -> 0, _ -> {});
        holdings.begin(chain, new HeldChain.Running(0, stop, output));
        assertThat(stop.urgency()).isEqualTo(Urgency.AT_ONCE);
        assertThat(holdings.isForgotten(chain)).isTrue();
    }

    @Test
    void aLaterAttemptEndsTheEarlierOnesWhoseLeaseIsLost() {
        holdings.add(List.of(chain(1, SLEEP), chain(2, SLEEP), chain(3, SLEEP)));
        var runs = holdings.next(List.of(), 0).getFirst();
        var stop = new io.tidewheel.agent.runtime.StopSwitch();
        var limits = new AttemptTimeLimits(
                0, AttemptTimeLimits.NEVER, AttemptTimeLimits.NEVER, AttemptTimeLimits.NEVER, Duration.ZERO);
        var output = new TaskOutput(runs.id, 1, false, new SlotBudget(1), stop, limits, () -> 0, _ -> {});
        holdings.begin(runs, new HeldChain.Running(0, stop, output));
        holdings.add(List.of(later(1), later(2)));
        assertThat(stop.urgency()).isEqualTo(Urgency.AT_ONCE);
        assertThat(holdings.isForgotten(runs)).isTrue();
        assertThat(holdings.all())
                .containsExactlyInAnyOrder(
                        id(1).toWire(),
                        id(3).toWire(),
                        later(1).id.toWire(),
                        later(2).id.toWire());
        assertThat(indexes(holdings.next(List.of(runs), 0)))
                .as("another chain goes on")
                .containsExactly(3);
        assertThat(holdings.next(List.of(), 0).getFirst().id).isEqualTo(later(1).id);
    }

    @Test
    void totalsCountWhatIsDoneAndWhatRuns() {
        holdings.add(List.of(chain(1, TestCommands.NOOP), chain(2, SLEEP)));
        var first = holdings.next(List.of(), 0);
        holdings.next(first, 100);
        assertThat(holdings.totals(0)).isEqualTo(new HeldChains.Totals(1, 100, 100, 1, 0, 2));
    }

    private static List<Integer> indexes(List<HeldChain> chains) {
        return chains.stream().map(chain -> chain.id.index()).toList();
    }

    private static AttemptId id(int index) {
        return new AttemptId(1, index, 1);
    }

    private static HeldChain chain(int index, Work work) {
        return chain(index, "alice", work);
    }

    private static HeldChain later(int index) {
        return chain(new AttemptId(1, index, 2), "alice", SLEEP);
    }

    private static HeldChain chain(int index, String owner, Work work) {
        return chain(id(index), owner, work);
    }

    private static HeldChain chain(AttemptId id, String owner, Work work) {
        return new HeldChain(
                id,
                0,
                1,
                owner,
                work,
                "",
                Amounts.NONE,
                AttemptTimeLimits.NEVER,
                AttemptTimeLimits.NEVER,
                0,
                AttemptTimeLimits.NEVER,
                false,
                null);
    }
}
