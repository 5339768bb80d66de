package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.SampleServices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that feed themselves very often. */
class RecursionTest {
    private static final int DEPTH = 2_000;
    private static final int LONGEST_ID = 64;
    private static final String BODY = """
        vars: [{id: start, value: [/r]}]
        actions:
          - type: for
            id: deep
            input: start
            enumerator: f
            output: all
            yieldToOutput: a1
            yieldToInput: a1
            actions: [{type: execute, id: a, service: split, inputs: [{id: in, var: f}], outputs: [{id: out, var: a1}]}]
          - {type: for, id: after, input: all, enumerator: g, actions: [{type: execute, id: b, service: work, inputs: [{id: in, var: g}]}]}
        """;

    private static ChainPlanner begin(boolean isShort) {
        return new ChainPlanner(
                SampleServices.workflow(BODY),
                SampleServices.services(),
                new FileNaming("/tmp", "/out", "run7", isShort),
                _ -> true);
    }

    /** A chain that was made, and what it found. */
    private record Made(PlannedChain chain, Map<String, List<?>> found) {}

    /** Ends what can be ended until so many chains were made, and forgets everything now and then but what a store would know. */
    private static List<Made> play(boolean isShort, int restartEvery) {
        var made = new ArrayList<Made>();
        var planner = begin(isShort);
        while (true) {
            var next = planner.next(10);
            if (next.isEmpty()) break;
            for (var chain : next) {
                var done = new Made(chain, found(chain, made.size()));
                made.add(done);
                planner.succeeded(chain.key(), done.found);
            }
            if (made.size() % restartEvery == 0) planner = again(isShort, made);
        }
        assertThat(planner.isFinished()).isTrue();
        assertThat(planner.outcome().status()).isEqualTo(WorkflowOutcome.Status.SUCCESS);
        return made;
    }

    private static ChainPlanner again(boolean isShort, List<Made> made) {
        var planner = begin(isShort);
        for (var chain : made) planner.succeeded(planner.adopt(chain.chain.actions()), chain.found);
        return planner;
    }

    private static Map<String, List<?>> found(PlannedChain chain, int number) {
        var outputs = chain.executables().getFirst().outputs();
        if (chain.executables().getFirst().service().equals("work")) return Map.of();
        return Map.of(outputs.getFirst().variable(), number < 2 * DEPTH ? List.of("/r/" + number) : List.of());
    }

    @Test
    void idsDoNotGrowWithTheDepth() {
        var made = play(true, Integer.MAX_VALUE);
        assertThat(made.size()).isGreaterThan(2 * DEPTH - 1);
        var ids = new HashSet<String>();
        for (var each : made) {
            for (var id : each.chain.actions()) {
                assertThat(id).hasSizeLessThan(LONGEST_ID);
                assertThat(ids.add(id)).as(id).isTrue();
            }
            each.found.keySet().forEach(variable -> assertThat(variable).hasSizeLessThan(LONGEST_ID));
        }
    }

    /** The second is a run from before ids were short: it goes on with the ids that it has. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasMadeBeforeARestartIsFoundAgain(boolean isShort) {
        var unbroken = play(isShort, Integer.MAX_VALUE);
        var restarted = play(isShort, 700);
        assertThat(restarted.stream().flatMap(each -> each.chain.actions().stream()))
                .containsExactlyElementsOf(unbroken.stream()
                        .flatMap(each -> each.chain.actions().stream())
                        .toList());
        var last = unbroken.stream()
                .map(each -> each.chain.key())
                .filter(key -> key.startsWith("a$"))
                .toList()
                .getLast();
        if (isShort) assertThat(last).matches("a\\$~[a-z2-7]{20}");
        else assertThat(last.length()).isGreaterThan(2 * DEPTH);
    }
}
