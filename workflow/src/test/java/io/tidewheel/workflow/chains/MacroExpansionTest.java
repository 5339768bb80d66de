package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.text.MacroReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MacroExpansionTest {
    private static final Map<String, Macro> MACROS =
            Macro.byId(MacroReader.read("""
                - id: inner
                  parameters:
                    - {id: from, type: input, default: preset}
                    - {id: to, type: output}
                  vars: [{id: own, value: mine}]
                  actions:
                    - {type: execute, id: a, service: work, inputs: [{id: in, var: from}, {id: in, var: own}],
                       outputs: [{id: out, var: middle}]}
                    - {type: execute, id: b, service: work, inputs: [{id: in, var: middle}], outputs: [{id: out, var: to}],
                       dependsOn: a}
                - id: outer
                  parameters:
                    - {id: list, type: input}
                    - {id: all, type: output}
                  actions:
                    - type: for
                      id: each
                      input: list
                      enumerator: one
                      output: all
                      yieldToOutput: done
                      actions:
                        - {type: include, id: i, macro: inner, inputs: [{id: from, var: one}], outputs: [{id: to, var: done}]}
                        - {type: execute, id: z, service: work, dependsOn: i}
                """).orThrow());

    @Test
    void actionsAndPrivateVariablesGetNamesOfTheirOwn() {
        var bench = PlannerBench.of("""
            actions:
              - {type: include, id: x, macro: inner, outputs: [{id: to, var: r}]}
              - {type: include, id: y, macro: inner, inputs: [{id: from, value: given}], outputs: [{id: to, var: s}]}
            """, MACROS);
        assertThat(bench.next()).containsExactly("$x$inner$a $x$inner$b", "$y$inner$a $y$inner$b");
        assertThat(bench.command("$x$inner$a").commandLine())
                .containsExactly("work", "preset", "mine", bench.path("$x$inner$a"));
        assertThat(bench.command("$y$inner$a").commandLine()).contains("given", "mine");
        assertThat(bench.command("$y$inner$b").outputs().getFirst().variable()).isEqualTo("s");
    }

    @Test
    void macrosInLoopsInMacrosAreExpanded() {
        var bench = PlannerBench.of("""
            vars: [{id: items, value: [p, q]}]
            actions:
              - {type: include, id: o, macro: outer, inputs: [{id: list, var: items}], outputs: [{id: all, var: r}]}
              - {type: execute, id: end, service: work, inputs: [{id: in, var: r}], dependsOn: o}
            """, MACROS);
        var first = "$$o$outer$i$inner$";
        assertThat(bench.next())
                .containsExactly(
                        first + "a$0 " + first + "b$0 $o$outer$z$0", first + "a$1 " + first + "b$1 $o$outer$z$1");
        bench.succeedAll();
        assertThat(bench.next()).containsExactly("end");
        assertThat(bench.command("end").commandLine())
                .containsExactly("work", bench.path(first + "b$0"), bench.path(first + "b$1"));
    }

    @Test
    void whatAnIncludeDependsOnComesBeforeAllItsActions() {
        var bench = PlannerBench.of("""
            actions:
              - {type: include, id: x, macro: inner, outputs: [{id: to, var: r}], dependsOn: first}
              - {type: execute, id: first, service: maybe, outputs: [{id: out, var: f}]}
              - {type: execute, id: last, service: work, dependsOn: x}
            """, MACROS);
        assertThat(bench.next()).containsExactly("first");
        bench.succeed("first", Map.of("f", List.of()));
        assertThat(bench.next()).containsExactly("$x$inner$a $x$inner$b last");
    }

    @Test
    void anIncludeUnderAConditionIsLeftOutAsAWhole() {
        var bench = PlannerBench.of("""
            vars: [{id: wanted, value: false}]
            actions:
              - {type: include, id: x, macro: inner, outputs: [{id: to, var: r}], when: wanted}
            """, MACROS);
        assertThat(bench.run()).isEmpty();
        assertThat(bench.outcome().leftOut()).isEqualTo(2);
    }

    @Test
    void macrosThatGrowBeyondMeasureAreRefused() {
        var text = new StringBuilder(
                "- {id: m0, actions: [{type: execute, service: work}, {type: execute, service: work}]}\n");
        for (int i = 1; i < 24; i++) {
            text.append("- {id: m%d, actions: [{type: include, macro: m%d}, {type: include, macro: m%d}]}\n"
                    .formatted(i, i - 1, i - 1));
        }
        var macros = Macro.byId(MacroReader.read(text.toString()).orThrow());
        var workflow = SampleServices.workflow("actions: [{type: include, macro: m23}]");
        assertThatThrownBy(() -> MacroExpansion.expand(workflow, macros))
                .hasMessageContaining("more than 5,000,000 actions");
    }
}
