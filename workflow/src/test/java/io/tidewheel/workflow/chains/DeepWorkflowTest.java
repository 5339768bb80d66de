package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.chains.WorkflowOutcome.Status;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Workflows that are as deep or as wide as only programs write them: whoever goes down by calling itself has no stack for the one, and whoever
 * looks at all of it for each step does not come to the end of the other.
 */
class DeepWorkflowTest {
    private static final int MANY = 100_000;
    private static final int DEEP = 5_000;

    @Test
    void eachActionMayWaitForTheOneBeforeIt() {
        var bench = PlannerBench.of("actions:\n"
                + lines(IntStream.range(0, MANY), i -> work(i, i == 0 ? "" : "v" + (i - 1), "v" + i, "")));
        check(bench, MANY);
    }

    /** The last one is read first. */
    @Test
    void alsoIfTheyStandInTheOtherOrder() {
        var bench = PlannerBench.of("actions:\n"
                + lines(
                        IntStream.range(0, MANY).map(i -> MANY - 1 - i),
                        i -> work(i, i == 0 ? "" : "v" + (i - 1), "v" + i, "")));
        check(bench, MANY);
    }

    @Test
    void alsoIfNothingIsHandedOn() {
        var bench = PlannerBench.of("actions:\n"
                + lines(IntStream.range(0, MANY), i -> work(i, "", "", i == 0 ? "" : "a" + (i - 1))));
        check(bench, MANY);
    }

    @Test
    void oneActionMayWaitForAllOthers() {
        var all = IntStream.range(0, MANY).mapToObj(i -> "{id: in, var: v" + i + "}");
        var bench = PlannerBench.of("actions:\n"
                + lines(IntStream.range(0, MANY), i -> work(i, "", "v" + i, ""))
                + "  - {type: execute, id: last, service: join, inputs: [%s], outputs: [{id: out, var: end, store: true}]}\n"
                        .formatted(all.collect(Collectors.joining(", "))));
        check(bench, MANY + 1);
        assertThat(bench.command("last").commandLine()).hasSizeGreaterThan(MANY);
    }

    @Test
    void oneActionMayWaitForAllRoundsOfALoop() {
        var items = IntStream.range(0, MANY).mapToObj(Integer::toString);
        var bench = PlannerBench.of("""
            vars: [{id: many, value: [%s]}]
            actions:
              - type: for
                input: many
                enumerator: each
                output: all
                yieldToOutput: made
                actions:
                  - {type: execute, id: a, service: work, inputs: [{id: in, var: each}], outputs: [{id: out, var: made}]}
              - {type: execute, id: last, service: join, inputs: [{id: in, var: all}], outputs: [{id: out, var: end, store: true}]}
            """.formatted(items.collect(Collectors.joining(", "))));
        check(bench, MANY + 1);
    }

    /** Each round knows only when it has ended whether there is another. What a round is called costs more the deeper it is, so they are fewer here. */
    @Test
    void aLoopMayFeedItselfAgainAndAgain() {
        var bench = PlannerBench.of("""
            vars: [{id: start, value: [/r]}]
            actions:
              - type: for
                input: start
                enumerator: f
                output: all
                yieldToOutput: a1
                yieldToInput: a1
                actions:
                  - {type: execute, id: a, service: split, inputs: [{id: in, var: f}], outputs: [{id: out, var: a1}]}
            """);
        for (int round = 1; round <= DEEP; round++) {
            var made = bench.next();
            assertThat(made).hasSize(1);
            var key = made.getFirst();
            var output = "a1" + key.substring(1);
            bench.succeed(key, Map.of(output, round == DEEP ? List.of() : List.of("/r/" + round)));
        }
        assertThat(bench.next()).isEmpty();
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    private static void check(PlannerBench bench, int actions) {
        long done =
                bench.run().stream().mapToLong(chain -> chain.split(" ").length).sum();
        assertThat(done).isEqualTo(actions);
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    private interface Line {
        String of(int number);
    }

    private static String lines(IntStream numbers, Line line) {
        return numbers.mapToObj(line::of).collect(Collectors.joining());
    }

    private static String work(int number, String in, String out, String dependsOn) {
        var text = new StringBuilder("  - {type: execute, id: a" + number + ", service: work");
        if (!in.isEmpty()) text.append(", inputs: [{id: in, var: ").append(in).append("}]");
        if (!out.isEmpty())
            text.append(", outputs: [{id: out, var: ").append(out).append("}]");
        if (!dependsOn.isEmpty()) text.append(", dependsOn: ").append(dependsOn);
        return text.append("}\n").toString();
    }
}
