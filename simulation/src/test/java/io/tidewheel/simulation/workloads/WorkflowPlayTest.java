package io.tidewheel.simulation.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.plan.WorkflowForecaster;
import io.tidewheel.workflow.plan.WorkflowSuppositions;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WorkflowPlayTest {
    private static final String SERVICES = """
        - {id: work, name: w, description: w, path: work, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n},
            {id: out, name: o, description: o, type: output, cardinality: 0..1}]}
        - {id: count, name: c, description: c, path: count, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n}]}
        """;
    private static final String JOB_IN_THE_MIDDLE = """
        api: 4.7.0
        actions:
          - {type: execute, id: a, service: work, outputs: [{id: out, var: a1}]}
          - {type: job, id: j, service: count, iterations: 100, partitions: 3, target: 30m,
             inputs: [{id: in, var: a1}], outputs: [{id: iterations, var: n}]}
          - {type: execute, id: b, service: work, inputs: [{id: in, var: n}]}
        """;

    private static WorkflowPlay.Figures alone(Map<String, Double> known) {
        var services = Service.byId(ServiceReader.read(SERVICES).orThrow());
        var workflow = WorkflowReader.read(JOB_IN_THE_MIDDLE).orThrow();
        var supposed = new WorkflowSuppositions(workflow, services, Map.of(), WorkflowSuppositions.End.MOST);
        var planner = new WorkflowForecaster(services, List.of(), List.of()).unfolding(supposed);
        return new WorkflowPlay(
                        planner,
                        supposed,
                        command -> known.containsKey(command.service())
                                ? OptionalDouble.of(known.get(command.service()))
                                : OptionalDouble.empty(),
                        Duration.ofMinutes(1).toSeconds())
                .alone(100);
    }

    @Test
    void aJobOfWhichNothingIsKnownTakesTheTimeThatItIsGiven() {
        assertThat(alone(Map.of("work", 10.0))).isEqualTo(new WorkflowPlay.Figures(5, 3, 3, 10 + 1_800 + 10));
    }

    @Test
    void aJobWhosePartitionsAreKnownTakesAsLongAsOneOfThem() {
        assertThat(alone(Map.of("work", 10.0, "count", 50.0)))
                .isEqualTo(new WorkflowPlay.Figures(5, 0, 3, 10 + 50 + 10));
    }
}
