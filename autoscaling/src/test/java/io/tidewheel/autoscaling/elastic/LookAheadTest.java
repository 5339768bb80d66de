package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookAheadTest {
    private static final WorkGraph TWELVE = OwnerStage.graph(OwnerStage.TWELVE);

    /** Depth 0 stands for no limit. */
    @ParameterizedTest(name = "{0} finished, {1} waves")
    @CsvSource(textBlock = """
        -,            1, 2,            2,  2
        -,            2, 2 3,          5,  3
        -,            3, 2 3 3,        8,  3
        -,            0, 2 3 3 1 2 1, 12,  3
        a,            1, 2,            2,  2
        a,            2, 2 2,          4,  2
        a,            3, 2 2 3,        7,  3
        a,            0, 2 2 3 1 2 1, 11,  3
        abc,          1, 2,            2,  2
        abc,          2, 2 3,          5,  3
        abc,          3, 2 3 1,        6,  3
        abc,          0, 2 3 1 2 1,    9,  3
        abcdefgh,     1, 1,            1,  1
        abcdefgh,     2, 1 2,          3,  2
        abcdefgh,     3, 1 2 1,        4,  2
        abcdefgh,     0, 1 2 1,        4,  2
        abcdefghijkl, 1, '',           0,  0
        abcdefghijkl, 2, '',           0,  0
        abcdefghijkl, 3, '',           0,  0
        abcdefghijkl, 0, '',           0,  0
        """)
    void wavesAreCountedFromWhatIsFinished(String finished, int depth, String waves, long tasks, long widest) {
        var workflow = OwnerStage.workflow("w", TWELVE, OwnerStage.tasks(TWELVE, finished));
        var ahead = LookAhead.into(List.of(workflow), depth == 0 ? LookAhead.NO_LIMIT : depth);
        var sizes = waves.isEmpty()
                ? List.<Long>of()
                : java.util.Arrays.stream(waves.split(" ", -1))
                        .map(Long::valueOf)
                        .toList();
        assertThat(ahead).isEqualTo(new LookAhead(tasks, widest, sizes));
    }

    @Test
    void wavesOfSeveralWorkflowsAddUp() {
        var three = List.of(fresh("1"), fresh("2"), fresh("3"));
        assertThat(LookAhead.into(three, LookAhead.NO_LIMIT))
                .isEqualTo(new LookAhead(36, 9, List.of(6L, 9L, 9L, 3L, 6L, 3L)));
    }

    @Test
    void runningTasksBelongToTheFirstWave() {
        var workflow = new SeenWorkflow(
                "w", 0, OwnerStage.NOON, TWELVE, new BitSet(), OwnerStage.tasks(TWELVE, "ab"), RunTimes.UNKNOWN);
        assertThat(LookAhead.into(List.of(workflow), 1).tasks()).isEqualTo(2);
    }

    @Test
    void aChainIsSeenToItsEnd() {
        var text = new StringBuilder("a");
        for (char each = 'b'; each <= 'z'; each++)
            text.append(' ').append(each).append(':').append((char) (each - 1));
        var chain = OwnerStage.workflow("w", OwnerStage.graph(text.toString()), new BitSet());
        assertThat(LookAhead.into(List.of(chain), LookAhead.NO_LIMIT).waves())
                .hasSize(26)
                .containsOnly(1L);
    }

    @Test
    void tasksThatWaitForEachOtherAreRefused() {
        assertThatThrownBy(() -> WorkGraph.of(List.of(List.of(1), List.of(0)), List.of("x", "y")))
                .hasMessage("task 0 waits for itself, through others");
        assertThatThrownBy(() -> WorkGraph.of(List.of(List.of(7)), List.of("x")))
                .hasMessage("task 0 cannot wait for task 7");
    }

    private static SeenWorkflow fresh(String id) {
        return OwnerStage.workflow(id, TWELVE, new BitSet());
    }
}
