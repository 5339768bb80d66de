package io.tidewheel.experiments.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a chain must never do, each told in a history that looks harmless step by step. */
class ChainHistoriesTest {
    private static final ChainId CHAIN = new ChainId(new RunId(1), 0);

    private final ChainHistories histories = new ChainHistories();

    @Test
    void aChainThatRunsTwiceSinceItsFirstAgentWasLostIsFine() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        histories.reporting(CHAIN, 1, "first", 1, true, 8);
        histories.claimed(CHAIN, 2, "second", 4, 5);
        histories.reporting(CHAIN, 2, "second", 1, true, 10);
        histories.reported(CHAIN, "second", 1, 11);
        see(ChainState.SUCCEEDED, 2, 12);
        assertThat(complaint()).isEmpty();
    }

    @Test
    void anAgentThatComesBackMayHaveWhatItHad() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        histories.claimed(CHAIN, 2, "second", 4, 5);
        see(ChainState.RUNNING, 1, 6);
        histories.reporting(CHAIN, 1, "first", 1, true, 8);
        see(ChainState.SUCCEEDED, 1, 9);
        assertThat(complaint()).isEmpty();
    }

    @Test
    void twoResultsThatBothWinAreFound() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        histories.claimed(CHAIN, 2, "second", 4, 5);
        histories.reporting(CHAIN, 1, "first", 1, true, 6);
        histories.reporting(CHAIN, 2, "second", 1, true, 7);
        see(ChainState.SUCCEEDED, 1, 9);
        see(ChainState.SUCCEEDED, 2, 10);
        assertThat(complaint()).isPresent();
    }

    @Test
    void oneAttemptOfTwoAgentsIsFound() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        histories.claimed(CHAIN, 1, "second", 2, 4);
        assertThat(complaint()).isPresent();
    }

    @Test
    void whatWasAcknowledgedAndIsNotThereIsFound() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        histories.reporting(CHAIN, 1, "first", 1, true, 4);
        histories.reported(CHAIN, "first", 1, 5);
        see(ChainState.RUNNING, 1, 6);
        assertThat(complaint()).isPresent();
    }

    @Test
    void aSuccessThatNobodyReportedIsFound() {
        add();
        histories.claimed(CHAIN, 1, "first", 2, 3);
        see(ChainState.SUCCEEDED, 1, 6);
        assertThat(complaint()).isPresent();
    }

    @Test
    void whatWasCancelledAndGoesOnIsFound() {
        add();
        histories.cancelling(CHAIN, 2);
        histories.cancelled(CHAIN, 3);
        histories.claimed(CHAIN, 1, "first", 4, 5);
        assertThat(complaint()).isPresent();
    }

    @Test
    void anEndThatChangesIsFound() {
        add();
        see(ChainState.FAILED, 1, 4);
        see(ChainState.FAILED, 1, 5);
        see(ChainState.FAILED, 1, 6);
        assertThat(complaint()).isEmpty();
        see(ChainState.CANCELLED, 1, 7);
        assertThat(complaint()).isPresent();
    }

    @Test
    void anAttemptThatIsHandedOutAgainIsFound() {
        add();
        histories.claimed(CHAIN, 2, "first", 2, 3);
        histories.claimed(CHAIN, 1, "second", 4, 5);
        assertThat(complaint()).isPresent();
    }

    @Test
    void aChainThatRunsBeforeAnybodyAddedItIsFound() {
        histories.claimed(CHAIN, 1, "first", 0, 1);
        histories.adding(CHAIN, 2);
        histories.added(CHAIN, 3);
        assertThat(complaint()).isPresent();
        assertThat(histories.complaint(_ -> Optional.of(ChainModel.ofController(true))))
                .isEmpty();
        assertThat(histories.complaint(_ -> Optional.empty())).isEmpty();
    }

    @Test
    void aFailureWithoutAReportIsFoundWhereNothingElseMayEndAChain() {
        add();
        see(ChainState.FAILED, 1, 4);
        assertThat(histories.complaint(_ -> Optional.of(ChainModel.ofClient(false))))
                .isPresent();
    }

    private void add() {
        histories.adding(CHAIN, 0);
        histories.added(CHAIN, 1);
    }

    private void see(ChainState state, int attempt, long now) {
        histories.seen(CHAIN, state, attempt, now, now);
    }

    private Optional<String> complaint() {
        return histories.complaint(_ -> Optional.of(ChainModel.ofClient(true)));
    }
}
