package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.workflows.EarlierChains;
import io.tidewheel.controllers.workflows.EarlierChains.ChainAnswer;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Lease;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArchivedChainsTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final RunId ASKER = new RunId(99);

    private final MemoryDatabase database = MemoryDatabase.empty();
    private final Queue<Runnable> readers = new ArrayDeque<>();
    private final List<RunId> stirred = new ArrayList<>();
    private EarlierChains chains = (_, _) -> Optional.empty();

    @BeforeEach
    void aRunThatDidTwoOfThreeChains() {
        var store = database.store();
        var server = store.begin("test", NOON);
        var run = store.reserveRuns(1).getFirst();
        var lane = new LaneId(run, 0);
        var changes = new TurnChanges(server);
        changes.runs()
                .add(new TurnChanges.NewRun(
                        run, RunSpec.tasks(new Owner("ada"), "flow"), Optional.empty(), NOON, true, false));
        changes.lanes().add(new TurnChanges.NewLane(lane, LaneSpec.PLAIN));
        changes.chains().add(new TurnChanges.NewChains(lane, 0, List.of(chain("a"), chain("b\nc"), chain("d")), NOON));
        store.commit(changes);
        var ends = new TurnChanges(server);
        ends.finishes().add(success(lane, 0));
        ends.finishes().add(success(lane, 1));
        store.commit(ends);
        chains = new ArchivedRuns(database.archive(), readers::add, stirred::add).chains(List.of(run));
    }

    @Test
    void whatNobodyDidIsKnownAtOnce() {
        assertThat(chains.find(ASKER, "e")).contains(new ChainAnswer.Known(Optional.empty()));
        assertThat(chains.find(ASKER, "d")).as("did not succeed").contains(new ChainAnswer.Known(Optional.empty()));
        assertThat(readers).isEmpty();
    }

    @Test
    void whoeverAsksIsStirredWhenTheAnswersAreThereAndDoesNotWait() {
        assertThat(chains.find(ASKER, "a")).isEmpty();
        assertThat(chains.find(ASKER, "b\nc")).isEmpty();
        assertThat(chains.find(ASKER, "a")).as("asked again too early").isEmpty();
        assertThat(readers).as("one reader for all").hasSize(1);
        assertThat(stirred).isEmpty();

        readers.remove().run();
        assertThat(stirred).containsExactly(ASKER);
        assertThat(body("a")).isEqualTo("body of a");
        assertThat(body("b\nc")).isEqualTo("body of b\nc");

        assertThat(chains.find(ASKER, "a")).as("an answer is given once").isEmpty();
        assertThat(readers).as("a later question has a reader of its own").hasSize(1);
    }

    private String body(String actions) {
        var answer = chains.find(ASKER, actions).orElseThrow();
        var chain = ((ChainAnswer.Known) answer).chain().orElseThrow();
        return new String(chain.body().bytes(), StandardCharsets.UTF_8);
    }

    private static NewChain chain(String actions) {
        return new NewChain(actions, Payload.of(("body of " + actions).getBytes(StandardCharsets.UTF_8)));
    }

    private static TurnChanges.Finish success(LaneId lane, int index) {
        var lease = new Lease(new ChainId(lane.run(), index), lane, 1, 0, 0, new SessionId(7), NOON, false);
        return new TurnChanges.Finish(lease, ChainState.SUCCEEDED, Reason.NONE, 0, NOON, Payload.NONE);
    }
}
