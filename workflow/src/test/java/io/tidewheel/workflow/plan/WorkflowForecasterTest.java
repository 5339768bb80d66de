package io.tidewheel.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.plan.WorkflowForecast.Edge;
import io.tidewheel.workflow.plan.WorkflowForecast.Need;
import io.tidewheel.workflow.plan.WorkflowForecast.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkflowForecasterTest {
    private static final String DIAMOND = """
        actions:
          - {type: execute, id: a, service: work, outputs: [{id: out, var: a1}]}
          - {type: execute, id: b, service: train, inputs: [{id: in, var: a1}], outputs: [{id: out, var: b1}]}
          - {type: execute, id: c, service: count, inputs: [{id: in, var: a1}], outputs: [{id: out, var: c1}]}
          - {type: execute, id: d, service: work, inputs: [{id: in, var: b1}, {id: in, var: c1}], dependsOn: a}
        """;

    private static final Amounts FOUR_CORES = new Amounts(4_000, 0, 0);
    private static final Amounts TWO_GIB = new Amounts(0, 2L << 30, 0);

    private static WorkflowForecast plan(String body, List<Capabilities> agents, List<Setup> setups, long most) {
        var offers = agents.stream()
                .map(set -> new OfferedResources(set, Amounts.UNLIMITED))
                .toList();
        var workflow = SampleServices.workflow(body);
        return new WorkflowForecaster(SampleServices.services(), offers, setups)
                .plan(workflow, supposed(workflow, Map.of(), WorkflowSuppositions.End.MOST), most);
    }

    private static WorkflowSuppositions supposed(
            Workflow workflow, Map<String, WorkflowSuppositions.Range> said, WorkflowSuppositions.End end) {
        return new WorkflowSuppositions(workflow, SampleServices.services(), said, end);
    }

    private static long chains(
            String body, Map<String, WorkflowSuppositions.Range> said, WorkflowSuppositions.End end) {
        var workflow = SampleServices.workflow(body);
        return new WorkflowForecaster(SampleServices.services(), List.of(), List.of())
                .plan(workflow, supposed(workflow, said, end), 1_000)
                .chains();
    }

    @Test
    void levelsNeedsAndTheGraphAreTold() {
        var plan = plan(
                DIAMOND, List.of(Capabilities.of("gpu")), List.of(Setup.of("big", Capabilities.of("cpu"), 3)), 100);
        assertThat(plan.chains()).isEqualTo(4);
        assertThat(plan.depth()).isEqualTo(3);
        assertThat(plan.widest()).isEqualTo(2);
        assertThat(plan.complete()).isTrue();
        assertThat(plan.levels().get(1).examples()).containsExactly(List.of("b"), List.of("c"));
        assertThat(plan.needs())
                .containsExactly(
                        new Need(Capabilities.NONE, Amounts.NONE, 2, new Source.Agents()),
                        new Need(Capabilities.of("cpu"), FOUR_CORES, 1, new Source.NewMachines("big")),
                        new Need(Capabilities.of("gpu"), TWO_GIB, 1, new Source.Agents()));
        assertThat(plan.edges())
                .contains(new Edge("a", "b", "a1"), new Edge("c", "d", "c1"), new Edge("a", "d", ""))
                .hasSize(5);
        assertThat(plan.canBeRun()).isTrue();
    }

    @Test
    void whatNobodyOffersIsTold() {
        var plan = plan(
                DIAMOND, List.of(Capabilities.of("gpu")), List.of(Setup.of("none", Capabilities.of("cpu"), 0)), 100);
        assertThat(plan.needs()).contains(new Need(Capabilities.of("cpu"), FOUR_CORES, 1, new Source.NotOffered()));
        assertThat(plan.canBeRun()).isFalse();
        var small = Setup.of("small", Capabilities.of("cpu"), 3)
                .withAgents(1, new Setup.Size(1, Optional.of(2.0), Optional.empty(), Optional.empty()));
        assertThat(plan(DIAMOND, List.of(Capabilities.of("gpu")), List.of(small), 100)
                        .needs())
                .contains(new Need(Capabilities.of("cpu"), FOUR_CORES, 1, new Source.NotOffered()));
        assertThat(plan(DIAMOND, List.of(), List.of(), 100).needs())
                .extracting(Need::source)
                .containsOnly(new Source.Unknown());
    }

    @Test
    void loopsWhoseRoundsNobodyKnowsAreNamedAndCountedOnce() {
        var plan = plan("""
            vars: [{id: three, value: [1, 2, 3]}]
            actions:
              - {type: for, id: later, input: collected, enumerator: z, actions: [{type: execute, id: c, service: work}]}
              - {type: execute, id: s, service: split, outputs: [{id: out, var: parts}]}
              - type: for
                id: known
                input: three
                enumerator: x
                actions: [{type: execute, id: a, service: work}]
              - type: for
                id: unknown
                input: parts
                enumerator: y
                output: collected
                yieldToOutput: b1
                actions: [{type: execute, id: b, service: work, outputs: [{id: out, var: b1}]}]
              - type: for
                id: itself
                input: three
                enumerator: w
                yieldToInput: d1
                actions: [{type: execute, id: d, service: split, outputs: [{id: out, var: d1}]}]
            """, List.of(), List.of(), 100);
        assertThat(plan.openLoops()).containsExactly("later", "unknown", "itself");
        assertThat(plan.chains()).isEqualTo(1 + 3 + 1 + 1 + 3);
        assertThat(plan.complete()).isTrue();
    }

    @Test
    void noMoreChainsAreMadeThanAskedFor() {
        var plan = plan(DIAMOND, List.of(), List.of(), 2);
        assertThat(plan.chains()).isEqualTo(2);
        assertThat(plan.complete()).isFalse();
    }

    private static final String OPEN = """
        vars: [{id: start, value: [1]}]
        actions:
          - {type: execute, id: s, service: split, outputs: [{id: out, var: parts}]}
          - type: for
            id: each
            input: parts
            enumerator: y
            output: collected
            yieldToOutput: b1
            actions: [{type: execute, id: b, service: work, inputs: [{id: in, var: y}], outputs: [{id: out, var: b1}]}]
          - {type: for, id: again, input: collected, enumerator: z, actions: [{type: execute, id: c, service: work, inputs: [{id: in, var: z}]}]}
          - type: for
            id: itself
            input: start
            enumerator: w
            yieldToInput: d1
            actions: [{type: execute, id: d, service: split, outputs: [{id: out, var: d1}]}]
        """;

    @Test
    void roundsThatAreSaidAreCounted() {
        var said = Map.of("each", new WorkflowSuppositions.Range(2, 5), "itself", new WorkflowSuppositions.Range(3, 3));
        assertThat(chains(OPEN, said, WorkflowSuppositions.End.LEAST)).isEqualTo(1 + 2 + 2 + 4);
        assertThat(chains(OPEN, said, WorkflowSuppositions.End.MOST)).isEqualTo(1 + 5 + 5 + 4);
        assertThat(chains(OPEN, Map.of("parts", new WorkflowSuppositions.Range(7, 7)), WorkflowSuppositions.End.MOST))
                .isEqualTo(1 + 7 + 7 + 1);
        // Whoever goes through what another loop collected has as many rounds.
        assertThat(supposed(SampleServices.workflow(OPEN), said, WorkflowSuppositions.End.MOST)
                        .unsaid())
                .isEmpty();
        assertThatThrownBy(() -> chains(
                        OPEN,
                        Map.of(
                                "start",
                                new WorkflowSuppositions.Range(7, 7),
                                "no",
                                new WorkflowSuppositions.Range(1, 1)),
                        WorkflowSuppositions.End.MOST))
                .hasMessageContaining(
                        "'no' is not a loop whose rounds are known only when it runs: these are each, again, itself");
    }

    @Test
    void aJobIsAsManyChainsAsItBeginsWithAndWhatNeedsItComesAfterAllOfThem() {
        var body = """
            actions:
              - {type: execute, id: a, service: work, outputs: [{id: out, var: a1}]}
              - {type: job, id: j, service: work, iterations: 100, partitions: 3, target: 30m,
                 inputs: [{id: in, var: a1}], outputs: [{id: iterations, var: n}]}
              - {type: execute, id: b, service: work, inputs: [{id: in, var: n}]}
            """;
        var plan = plan(body, List.of(), List.of(), 100);
        assertThat(plan.chains()).isEqualTo(5);
        assertThat(plan.levels()).extracting(WorkflowForecast.Level::chains).containsExactly(1L, 3L, 1L);
        assertThat(plan.widest()).isEqualTo(3);
        assertThat(plan.complete()).isTrue();
    }

    @Test
    void conditionsOnWhatIsMadeAreARange() {
        var body = """
            vars: [{id: yes, value: true}]
            actions:
              - {type: execute, id: s, service: split, outputs: [{id: out, var: parts}]}
              - {type: execute, id: maybe, service: work, when: not empty parts}
              - {type: execute, id: never, service: work, when: "yes == false"}
            """;
        assertThat(chains(body, Map.of(), WorkflowSuppositions.End.LEAST)).isEqualTo(1);
        assertThat(chains(body, Map.of(), WorkflowSuppositions.End.MOST)).isEqualTo(2);
        var supposed = supposed(SampleServices.workflow(body), Map.of(), WorkflowSuppositions.End.MOST);
        assertThat(supposed.openConditions()).containsExactly("maybe");
        assertThat(supposed.isRange()).isTrue();
    }
}
