package io.tidewheel.workflow.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.graph.WorkflowGraph.Edge;
import io.tidewheel.workflow.graph.WorkflowGraph.Node;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkflowGraphTest {
    private static WorkflowGraph graph(String body) {
        return WorkflowGraph.of(SampleServices.workflow(body));
    }

    @Test
    void whoUsesAVariableWaitsForWhoMakesIt() {
        var graph = graph("""
            actions:
              - {type: execute, id: a, service: work, outputs: [{id: out, var: a1}]}
              - {type: execute, id: b, service: train, inputs: [{id: in, var: a1}], dependsOn: a}
            """);
        assertThat(graph.nodes()).extracting(Node::id).containsExactly("a", "b");
        assertThat(graph.edges()).containsExactly(new Edge("a", "b"));
    }

    @Test
    void valuesGoIntoLoopsAndOutOfThem() {
        var graph = graph("""
            vars: [{id: list}, {id: each}, {id: made}, {id: all}, {id: end}]
            actions:
              - {type: execute, id: split, service: work, outputs: [{id: out, var: list}]}
              - type: for
                id: loop
                input: list
                enumerator: each
                output: all
                yieldToOutput: made
                actions:
                  - {type: execute, id: inner, service: work, inputs: [{id: in, var: each}], outputs: [{id: out, var: made}]}
              - {type: execute, id: join, service: count, inputs: [{id: in, var: all}]}
              - {type: execute, id: last, service: count, dependsOn: loop}
            """);
        assertThat(graph.edges())
                .containsExactlyInAnyOrder(
                        new Edge("split", "inner"), new Edge("inner", "join"), new Edge("inner", "last"));
        assertThat(graph.nodes().get(1).loop()).isEqualTo(Optional.of("loop"));
    }

    @Test
    void aLargeGraphIsDrawnWithSimilarActionsAsOne() {
        var text = new StringBuilder("actions:\n");
        text.append("  - {type: execute, id: first, service: count, outputs: [{id: out, var: v}]}\n");
        for (int i = 0; i < 50; i++) {
            text.append("  - {type: execute, id: a%d, service: work, inputs: [{id: in, var: v}]}\n".formatted(i));
        }
        var graph = graph(text.toString());
        assertThat(graph.collapsed(51)).isSameAs(graph);
        var small = graph.collapsed(10);
        assertThat(small.nodes()).hasSize(2);
        assertThat(small.nodes().get(1).actions()).hasSize(50);
        assertThat(small.edges()).hasSize(1);
    }
}
