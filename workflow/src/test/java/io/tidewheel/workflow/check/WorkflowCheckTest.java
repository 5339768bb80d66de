package io.tidewheel.workflow.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.text.MacroReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WorkflowCheckTest {
    private static final String MACROS = """
        - id: double
          parameters:
            - {id: source, type: input}
            - {id: mode, type: input, default: fast}
            - {id: result, type: output}
          actions:
            - {type: execute, id: one, service: cp, inputs: [{id: input_file, var: source}],
               outputs: [{id: output_file, var: middle}]}
            - {type: execute, id: two, service: cp, inputs: [{id: input_file, var: middle}],
               outputs: [{id: output_file, var: result}]}
        """;

    private static List<Complaint> check(String body) {
        return WorkflowCheck.check(
                SampleServices.workflow(body),
                CheckContext.of(SampleServices.services()).with(macros(MACROS)));
    }

    private static Map<String, Macro> macros(String text) {
        return Macro.byId(MacroReader.read(text).orThrow());
    }

    @Test
    void aGoodWorkflowGetsNoComplaint() {
        assertThat(check("""
            vars:
              - {id: files, value: [a, b]}
            actions:
              - type: for
                id: each
                input: files
                enumerator: file
                output: copies
                yieldToOutput: copy
                actions:
                  - {type: execute, service: cp, inputs: [{id: input_file, var: file}],
                     outputs: [{id: output_file, var: copy}]}
              - {type: include, id: twice, macro: double, inputs: [{id: source, value: x}],
                 outputs: [{id: result, var: doubled}], dependsOn: each}
              - {type: execute, id: all, service: join, inputs: [{id: in, var: copies}, {id: in, var: doubled}],
                 outputs: [{id: out, var: end, store: true}], dependsOn: [twice]}
            """)).isEmpty();
    }

    /** The caret marks the place of the mistake. */
    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("vars: [{id: ^$x, value: 1}]", "workflow->vars[0]", "begins with $, which is reserved"),
                Arguments.of(
                        "vars: [{id: x, value: 1}]\n" + "actions:\n"
                                + "- {type: execute, service: work, outputs: [^{id: out, var: x}]}",
                        "workflow->actions[0](execute work)->outputs[0]",
                        "the output variable 'x' has a value"),
                Arguments.of("vars: [{id: x}, {id: ^x}]", "workflow->vars[1]", "there are two variables 'x'"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, id: a, service: work}\n"
                                + "- ^{type: execute, id: a, service: work}",
                        "workflow->actions[1](execute work)",
                        "there are two actions 'a'"),
                Arguments.of(
                        "vars: [{id: a, value: 1}]\n" + "actions:\n" + "- ^{type: execute, id: a, service: work}",
                        "workflow->actions[0](execute work)",
                        "has the name of a variable"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, id: prepare, service: work}\n"
                                + "- ^{type: execute, service: work, dependsOn: prepar}",
                        "workflow->actions[1](execute work)->dependsOn",
                        "there is no action 'prepar' to depend on; did you mean 'prepare'?"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, id: a, service: work, dependsOn: b}\n"
                                + "- {type: execute, id: b, service: work, dependsOn: a}",
                        "workflow->actions[0](execute work)",
                        "wait for each other: a, b"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, id: a, service: work, dependsOn: a}",
                        "workflow->actions[0](execute work)",
                        "waits for itself"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n"
                                + "actions:\n"
                                + "- ^{type: for, id: f, input: l, enumerator: e, actions: [{type: execute, id: a,"
                                + " service: work, dependsOn: f}]}",
                        "workflow->actions[0](for-each)",
                        "wait for each other: f, a"),
                Arguments.of(
                        "actions:\n"
                            + "- ^{type: execute, id: a, service: work, inputs: [{id: in, var: y}], outputs: [{id:"
                            + " out, var: x}]}\n"
                            + "- {type: execute, id: b, service: work, inputs: [{id: in, var: x}], outputs: [{id: out,"
                            + " var: y}]}",
                        "workflow->actions[0](execute work)",
                        "wait for each other"),
                Arguments.of(
                        "vars: [{id: source}]\n" + "actions:\n"
                                + "- {type: execute, service: work, inputs: [^{id: in, var: sorce}]}",
                        "workflow->actions[0](execute work)->inputs[0]",
                        "the variable 'sorce' has no value, and no action makes it; give it a value under vars, or"
                                + " make it the output of an action; did you mean 'source'?"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, id: a, service: work, outputs: [{id: out, var: x}]}\n"
                                + "- {type: execute, id: b, service: work, outputs: [^{id: out, var: x}]}",
                        "workflow->actions[1](execute work)->outputs[0]",
                        "'x' is an output of 'a' already"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n" + "actions:\n"
                                + "- {type: for, id: f, input: l, enumerator: e, actions: []}\n"
                                + "- ^{type: for, id: g, input: l, enumerator: e, actions: []}",
                        "workflow->actions[1](for-each)->enumerator",
                        "'e' is the enumerator of 'f' already"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n"
                            + "actions:\n"
                            + "- {type: for, id: f, input: l, enumerator: e, actions: [{type: execute, service: work,"
                            + " outputs: [^{id: out, var: e}]}]}",
                        "workflow->actions[0](for-each)->actions[0](execute work)->outputs[0]",
                        "the output 'e' is the enumerator of 'f'"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n" + "actions:\n"
                                + "- {type: execute, id: a, service: work, outputs: [{id: out, var: e}]}\n"
                                + "- ^{type: for, id: f, input: l, enumerator: e, actions: []}",
                        "workflow->actions[1](for-each)->enumerator",
                        "the enumerator 'e' is an output of 'a'"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n"
                            + "actions:\n"
                            + "- {type: for, input: l, enumerator: e, actions: [{type: execute, id: a, service: work,"
                            + " outputs: [{id: out, var: x}]}]}\n"
                            + "- {type: execute, service: work, inputs: [^{id: in, var: x}]}",
                        "workflow->actions[1](execute work)->inputs[0]",
                        "'x' is made inside of the loop with 'a' and not visible here; hand it out of the loop with"
                                + " yieldToOutput"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n"
                            + "actions:\n"
                            + "- {type: for, id: f, input: l, enumerator: e, actions: [{type: execute, id: a, service:"
                            + " work}]}\n"
                            + "- ^{type: execute, service: work, dependsOn: a}",
                        "workflow->actions[1](execute work)->dependsOn",
                        "'a' is inside of a loop, so there are many of it; depend on the loop instead"),
                Arguments.of(
                        "vars: [{id: l, value: []}]\n"
                            + "actions:\n"
                            + "- {type: for, id: f, input: l, enumerator: e, actions: [{type: execute, id: a, service:"
                            + " work}]}\n"
                            + "- ^{type: execute, id: a$3, service: work}",
                        "workflow->actions[1](execute work)",
                        "has the name of a round of 'a'"),
                Arguments.of(
                        "actions:\n" + "- ^{type: include, macro: duble}",
                        "workflow->actions[0](include duble)",
                        "there is no macro 'duble'; did you mean 'double'?"),
                Arguments.of(
                        "actions:\n" + "- ^{type: include, macro: double, outputs: [{id: result, var: r}]}",
                        "workflow->actions[0](include double)",
                        "needs the input 'source'"),
                Arguments.of(
                        "actions:\n" + "- ^{type: include, macro: double, inputs: [{id: source, value: 1}]}",
                        "workflow->actions[0](include double)",
                        "needs the output 'result'"),
                Arguments.of(
                        "actions:\n"
                            + "- {type: include, macro: double, inputs: [{id: source, value: 1}, ^{id: source, value:"
                            + " 1}], outputs: [{id: result, var: r}]}",
                        "workflow->actions[0](include double)->inputs[1]",
                        "'source' is given twice"),
                Arguments.of(
                        "actions:\n"
                                + "- {type: include, macro: double, inputs: [{id: source, value: 1}, ^{id: mood, value:"
                                + " 1}], outputs: [{id: result, var: r}]}",
                        "workflow->actions[0](include double)->inputs[1]",
                        "has no input 'mood'; did you mean 'mode'?"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, service: wrok}",
                        "workflow->actions[0](execute wrok)",
                        "there is no service 'wrok'; did you mean 'work'?"),
                Arguments.of(
                        "actions:\n"
                                + "- {type: execute, service: cp, inputs: [^{id: inputfile, value: x}, {id: input_file,"
                                + " value: x}], outputs: [{id: output_file, var: y}]}",
                        "workflow->actions[0](execute cp)->inputs[0]",
                        "the service 'cp' has no input 'inputfile'; did you mean 'input_file'?"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, service: cp, inputs: [{id: input_file, value: x}]}",
                        "workflow->actions[0](execute cp)",
                        "the output 'output_file' of 'cp' is given nowhere, but its cardinality is 1..1"),
                Arguments.of(
                        "actions:\n"
                                + "- ^{type: execute, service: cp, inputs: [{id: input_file, value: [x, y]}], outputs:"
                                + " [{id: output_file, var: z}]}",
                        "workflow->actions[0](execute cp)",
                        "the input 'input_file' of 'cp' is given 2 times, but its cardinality is 1..1"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, service: join, outputs: [{id: out, var: z}]}",
                        "workflow->actions[0](execute join)",
                        "the input 'in' of 'join' is given nowhere, but its cardinality is 1..n; add it to the inputs"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, service: options, inputs: [^{id: level, value: high}]}",
                        "workflow->actions[0](execute options)->inputs[0]",
                        "the value 'high' of 'level' is not of type integer"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, service: options, inputs: [^{id: verbose, value: yes}]}",
                        "workflow->actions[0](execute options)->inputs[0]",
                        "the value 'yes' of 'verbose' is not of type boolean"),
                Arguments.of(
                        "actions:\n" + "- {type: execute, id: a, service: work, outputs: [{id: out, var: x}]}\n"
                                + "- {type: execute, service: options, inputs: [^{id: rate, var: x}]}",
                        "workflow->actions[1](execute options)->inputs[0]",
                        "'rate' is of type float, but gets the name of a file from 'a'"),
                Arguments.of(
                        "actions:\n" + "- ^{type: execute, service: work, when: x > 3}",
                        "workflow->actions[0](execute work)->when",
                        "the variable 'x' has no value"),
                Arguments.of(
                        "actions:\n- ^{type: execute, service: work, id: \"a\\nb\"}",
                        "workflow->actions[0](execute work)",
                        "control characters"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsFoundAndShown(String marked, String path, String words) {
        int at = marked.indexOf('^');
        var before = marked.substring(0, at);
        long line = 2 + before.chars().filter(c -> c == '\n').count();
        int column = at - before.lastIndexOf('\n');
        var complaints = check(marked.replace("^", ""));
        assertThat(complaints).as("%s", complaints).hasSize(1);
        var complaint = complaints.getFirst();
        assertThat(complaint.path()).isEqualTo(path);
        assertThat(complaint.line() + ":" + complaint.column()).isEqualTo(line + ":" + column);
        assertThat(complaint.message() + "; " + complaint.remedy()).contains(words);
    }

    @Test
    void allMistakesAreTold() {
        assertThat(check("""
            actions:
              - {type: execute, id: a, service: nothing, dependsOn: nobody}
              - {type: execute, id: a, service: work, inputs: [{id: in, var: nowhere}, {id: on, value: 1}]}
            """)).extracting(Complaint::line).containsExactly(3, 3, 4, 4, 4);
    }

    @Test
    void whatNobodyCanOfferIsToldOncePerService() {
        var workflow = SampleServices.workflow("""
            actions:
              - {type: execute, id: a, service: train}
              - {type: execute, id: b, service: train}
              - {type: execute, id: c, service: count}
            """);
        var surroundings = CheckContext.of(SampleServices.services())
                .offering(wanted -> Capabilities.of("cpu").covers(wanted.requires()));
        var complaints = WorkflowCheck.check(workflow, surroundings);
        assertThat(complaints).hasSize(1);
        assertThat(complaints.getFirst().message())
                .isEqualTo("the service 'train' requires gpu, which no agent and no setup offers together");
    }

    @Test
    void whenThereIsNobodyAtAllNoEmptyListOfCapabilitiesIsNamed() {
        var workflow = SampleServices.workflow("""
            actions:
              - {type: execute, id: a, service: work}
            """);
        var complaints = WorkflowCheck.check(
                workflow, CheckContext.of(SampleServices.services()).offering(_ -> false));
        assertThat(complaints).hasSize(1);
        assertThat(complaints.getFirst().message())
                .isEqualTo("there is no agent and no setup to run the service 'work'");
    }

    @Test
    void amountsThatNobodyHasAreToldWithTheirPlaceAndARemedy() {
        var workflow = SampleServices.workflow("""
            actions:
              - {type: execute, id: a, service: train}
              - {type: job, id: b, service: count, iterations: 10}
            """);
        var small = new OfferedResources(Capabilities.of("cpu", "gpu"), new Amounts(2_000, 4L << 30, 0));
        var complaints = WorkflowCheck.check(
                workflow, CheckContext.of(SampleServices.services()).offering(small::covers));
        assertThat(complaints).hasSize(1);
        var complaint = complaints.getFirst();
        assertThat(complaint.path()).isEqualTo("workflow->actions[1](job count)");
        assertThat(complaint.line()).isEqualTo(4);
        assertThat(complaint.message())
                .isEqualTo("the service 'count' needs cpu 4, and no agent and no setup that offers cpu has as much");
        assertThat(complaint.remedy()).contains("requiredCpu");
    }

    @Test
    void aJobIsUsedAsItsServiceWants() {
        assertThat(check("""
            vars: [{id: file, value: x}]
            actions:
              - {type: job, id: j, service: cp, iterations: 1e6, target: 1h, partitions: 2,
                 inputs: [{id: input_file, var: file}],
                 outputs: [{id: output_file, var: copies}, {id: result, var: parts, store: true}, {id: iterations, var: n}]}
              - {type: execute, id: k, service: join, inputs: [{id: in, var: copies}, {id: in, var: parts}],
                 outputs: [{id: out, var: all}], when: n >= 1000000}
              - {type: execute, id: l, service: options, inputs: [{id: level, var: n}]}
            """)).isEmpty();
        assertThat(check("""
            actions:
              - {type: job, id: j, service: cp, iterations: 10, inputs: [{id: file, value: x}],
                 outputs: [{id: results, var: r}, {id: iterations, var: n, store: true}]}
              - {type: job, id: k, service: copy, iterations: 10}
              - {type: execute, id: l, service: folder, inputs: [{id: in, var: n}]}
              - {type: execute, id: j$p3, service: work}
            """))
                .extracting(Complaint::message)
                .containsExactly(
                        "the input 'input_file' of 'cp' is given nowhere, but its cardinality is 1..1",
                        "the output 'output_file' of 'cp' is given nowhere, but its cardinality is 1..1",
                        "the service 'cp' has no input 'file'",
                        "the service 'cp' has no output 'results'",
                        "the output 'iterations' of a job is a number, not a file that could be kept",
                        "there is no service 'copy'",
                        "'in' is of type directory, but gets a number of iterations from 'j'",
                        "the action 'j$p3' has the name of a partition of 'j'");
    }

    static Stream<Arguments> macroMistakes() {
        var act = "  actions: [{type: execute, id: a, service: work, outputs: [{id: out, var: r}]}]\n";
        return Stream.of(
                Arguments.of(
                        "- id: m\n  parameters: [{id: p, type: input}, {id: p, type: input}]\n", "two parameters 'p'"),
                Arguments.of(
                        "- id: m\n  parameters: [{id: p, type: input}]\n  vars: [{id: p}]\n",
                        "declared as a variable again"),
                Arguments.of(
                        "- id: m\n  parameters: [{id: r, type: output, default: 1}]\n" + act,
                        "the output 'r' has a default"),
                Arguments.of(
                        "- id: m\n  parameters: [{id: p, type: input, value: 1}]\n", "the parameter 'p' has a value"),
                Arguments.of(
                        "- id: m\n  parameters: [{id: r, type: input}]\n" + act,
                        "the input 'r' of the macro is used as an output"),
                Arguments.of(
                        "- id: m\n  parameters: [{id: r, type: output}]\n"
                                + act.replace(
                                        "]}]",
                                        "]}, {type: execute, id: b, service: work, inputs: [{id: in, var: r}]}]"),
                        "the output 'r' of the macro is used as an input"),
                Arguments.of(
                        "- id: m\n"
                                + "  parameters: [{id: p, type: input}]\n"
                                + "  vars: [{id: l, value: []}]\n"
                                + "  actions: [{type: for, input: l, enumerator: p}]\n",
                        "used as an enumerator"),
                Arguments.of("- id: m\n  parameters: [{id: q, type: output}]\n", "no action makes the output 'q'"),
                Arguments.of(
                        "- id: m\n"
                                + "  actions: [{type: include, macro: n}]\n"
                                + "- id: n\n"
                                + "  actions: [{type: include, macro: m}]\n",
                        "include each other in a circle: m -> n -> m"),
                Arguments.of("- id: m\n  actions: [{type: include, macro: m}]\n", "in a circle: m -> m"),
                Arguments.of(
                        "- id: m\n  actions: [{type: execute, id: a, service: nothing}]\n", "no service 'nothing'"));
    }

    @ParameterizedTest
    @MethodSource("macroMistakes")
    void aMistakeInAMacroIsFound(String text, String words) {
        var macros = MacroReader.read(text).orThrow();
        var complaints = MacroCheck.check(
                macros, CheckContext.of(SampleServices.services()).with(Macro.byId(macros)));
        assertThat(complaints).as("%s", complaints).hasSize(1);
        assertThat(complaints.getFirst().message()).contains(words);
        assertThat(complaints.getFirst().line()).isPositive();
    }

    @Test
    void goodMacrosGetNoComplaint() {
        var macros = MacroReader.read(MACROS).orThrow();
        assertThat(MacroCheck.check(
                        macros, CheckContext.of(SampleServices.services()).with(Macro.byId(macros))))
                .isEmpty();
    }
}
