package io.tidewheel.workflow.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileValuesTest {
    private static final String SERVICES = """
        - {id: s, name: s, description: s, path: s, runtime: other, parameters: [
            {id: file, name: f, description: f, type: input, cardinality: 0..n, dataType: file},
            {id: folder, name: f, description: f, type: input, cardinality: 0..n, dataType: directory},
            {id: cloud, name: c, description: c, type: input, cardinality: 0..n, dataType: pointcloud},
            {id: text, name: t, description: t, type: input, cardinality: 0..n},
            {id: number, name: n, description: n, type: input, cardinality: 0..n, dataType: integer},
            {id: out, name: o, description: o, type: output, cardinality: 0..n, dataType: file}]}
        """;

    @Test
    void whatServicesTakeForFilesIsFoundWithItsPlace() {
        var found = found("""
            api: 4.7.0
            vars:
              - {id: one, value: a.txt}
              - {id: two, value: words}
            actions:
              - type: execute
                service: s
                inputs:
                  - {id: file, var: one}
                  - {id: text, var: two}
                  - {id: folder, value: dir/}
                  - {id: cloud, value: [x.las, y.las]}
                  - {id: number, value: 7}
                outputs: [{id: out, var: made}]
              - {type: execute, service: s, inputs: [{id: file, var: made}]}
            """);
        assertThat(found).containsExactly("a.txt sure 3", "dir/ sure 11", "x.las maybe 12", "y.las maybe 12");
    }

    @Test
    void listsAreFollowedThroughLoops() {
        var found = found("""
            api: 4.7.0
            vars:
              - {id: lists, value: [[a, b], [c]]}
              - {id: names, value: [d]}
            actions:
              - type: for
                input: lists
                enumerator: list
                actions:
                  - type: for
                    input: list
                    enumerator: item
                    actions:
                      - {type: execute, service: s, inputs: [{id: file, var: item}]}
              - type: for
                input: names
                enumerator: name
                actions:
                  - {type: execute, service: s, inputs: [{id: text, var: name}]}
            """);
        assertThat(found).containsExactlyInAnyOrder("a sure 3", "b sure 3", "c sure 3");
    }

    @Test
    void aValueThatIsUsedTwiceIsNamedOnceAndSurely() {
        var found = found("""
            api: 4.7.0
            actions:
              - {type: execute, service: s, inputs: [{id: cloud, value: a}]}
              - {type: execute, service: s, inputs: [{id: file, value: a}]}
              - {type: execute, service: nobody, inputs: [{id: file, value: b}]}
            """);
        assertThat(found).containsExactly("a sure 3");
    }

    private static List<String> found(String text) {
        return FileValues.of(WorkflowReader.read(text).orThrow(), services(), macros()).stream()
                .map(named -> "%s %s %d"
                        .formatted(
                                named.value(),
                                named.sure() ? "sure" : "maybe",
                                named.place().line()))
                .toList();
    }

    private static Map<String, Service> services() {
        return Service.byId(ServiceReader.read(SERVICES).orThrow());
    }

    private static Map<String, Macro> macros() {
        return Macro.byId(MacroReader.read("[]").orThrow());
    }
}
