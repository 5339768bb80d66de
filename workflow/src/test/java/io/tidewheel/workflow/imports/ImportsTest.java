package io.tidewheel.workflow.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.WorkflowCheck;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportsTest {
    private static final String INSTANCE = """
        {"name": "tiny", "schemaVersion": "1.5", "workflow": {
          "specification": {
            "tasks": [
              {"name": "make_0001", "id": "make_0001", "children": ["use_0002"], "parents": [],
               "inputFiles": ["in"], "outputFiles": ["mid"]},
              {"name": "use_0002", "id": "use_0002", "children": [], "parents": ["make_0001"],
               "inputFiles": ["mid"], "outputFiles": ["out"]}],
            "files": [{"id": "in", "sizeInBytes": 10}, {"id": "mid", "sizeInBytes": 20}]},
          "execution": {"makespanInSeconds": 9, "tasks": [
            {"id": "make_0001", "runtimeInSeconds": 3.5}, {"id": "use_0002", "runtimeInSeconds": 0}]}}}
        """;

    private static final String DAX2 = """
        <?xml version="1.0"?>
        <adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" name="two">
          <job id="ID0" name="make" runtime="3.5">
            <uses file="mid" link="output" size="20"/>
          </job>
          <job id="ID1" name="use" runtime="1">
            <uses file="mid" link="input" size="20"/>
          </job>
          <child ref="ID1"><parent ref="ID0"/></child>
        </adag>
        """;

    private static final String DAX3 = """
        <adag xmlns="http://pegasus.isi.edu/schema/DAX" version="3.6" name="three">
          <job id="ID0" name="make">
            <argument>-a <file name="mid"/></argument>
            <profile namespace="pegasus" key="runtime">3.5</profile>
            <uses name="mid" link="output"/>
          </job>
          <job id="ID1" name="use"><uses name="mid" link="input"/></job>
        </adag>
        """;

    @Test
    void anInstanceOfWfCommonsIsRead() {
        var graph = WfFormatReader.read(INSTANCE).orThrow();
        assertThat(graph)
                .isEqualTo(new TaskGraph(
                        "tiny",
                        List.of(
                                new Task(
                                        "make_0001",
                                        "make",
                                        3.5,
                                        List.of(new FileUse("in", 10)),
                                        List.of(new FileUse("mid", 20)),
                                        List.of()),
                                new Task(
                                        "use_0002",
                                        "use",
                                        0,
                                        List.of(new FileUse("mid", 20)),
                                        List.of(new FileUse("out", 0)),
                                        List.of("make_0001")))));
    }

    @Test
    void aDaxFileIsRead() {
        var graph = DaxReader.read(DAX2).orThrow();
        assertThat(graph.name()).isEqualTo("two");
        assertThat(graph.tasks().getFirst())
                .isEqualTo(new Task("ID0", "make", 3.5, List.of(), List.of(new FileUse("mid", 20)), List.of()));
        assertThat(graph.tasks().getLast().parents()).containsExactly("ID0");
    }

    @Test
    void withoutReferencesTheFilesSayWhoComesAfterWhom() {
        var graph = DaxReader.read(DAX3).orThrow();
        assertThat(graph.tasks().getFirst().runtimeSeconds()).isEqualTo(3.5);
        assertThat(graph.tasks().getLast().parents()).containsExactly("ID0");
    }

    @Test
    void filesOfTheMachineAreNotReachedThroughEntities() {
        var reading = DaxReader.read("""
            <!DOCTYPE adag [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
            <adag name="x"><job id="A" name="a"><profile key="runtime">&secret;</profile></job></adag>
            """);
        assertThat(reading.complaints()).isNotEmpty();
        assertThat(reading.complaints().toString()).doesNotContain("root:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "<adag><job id='a'></adag>                                     | this is not XML",
                "<adag/>                                                       | there are no jobs",
                "<adag><job name='a'/></adag>                                  | the job has no 'id'",
                "<adag><job id='a'/><job id='a'/></adag>                       | there are two jobs 'a'",
                "<adag><job id='a' runtime='long'/></adag>                     | is not a number of seconds",
                "<adag><job id='a'/><child ref='a'><parent ref='b'/></child></adag> | there is no job 'b'",
                "<adag><job id='a'/><child ref='a'><parent ref='a'/></child></adag> | waits for itself"
            })
    void aMistakeInADaxFileIsTold(String text, String words) {
        assertThat(DaxReader.read(text).complaints())
                .extracting(Complaint::message)
                .anyMatch(message -> message.contains(words));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{`a`: 1}                                                            | 'workflow.specification' is"
                        + " missing",
                "{`workflow`: {`specification`: {`tasks`: []}}}                      | there are no tasks",
                "{`workflow`: {`specification`: {`tasks`: [{`id`: `a`, `parents`: [`b`]}]}}} | there is no task 'b'",
                "{`workflow`: {`specification`: {`tasks`: [{`id`: `a`}, {`id`: `a`}]}}} | there are two tasks 'a'",
                "{`workflow`: {`specification`: {`tasks`: [{`id`: `a`, `parents`: [`a`]}]}}} | waits for itself",
                "{`workflow`:                                                        | not YAML or JSON"
            })
    void aMistakeInAnInstanceIsTold(String text, String words) {
        assertThat(WfFormatReader.read(text.replace('`', '"')).complaints())
                .extracting(Complaint::message)
                .anyMatch(message -> message.contains(words));
    }

    @Test
    void theWorkflowThatSleepsCanBeReadAndIsRight() {
        var synthetic = SyntheticWorkflow.of(WfFormatReader.read(INSTANCE).orThrow(), 7);
        var workflow = WorkflowReader.read(synthetic.workflow()).orThrow();
        var services = Service.byId(ServiceReader.read(synthetic.services()).orThrow());
        assertThat(WorkflowCheck.check(workflow, CheckContext.of(services))).isEmpty();
        var make = (ExecuteAction) workflow.actions().getFirst();
        assertThat(make.inputs()).extracting(ActionInput::source).containsExactly(new ActionInput.Source.Literal(0.5));
        assertThat(workflow.actions().getLast().dependsOn()).containsExactly("make_0001");
        assertThat(services.keySet()).containsExactly("make", "use");
        assertThat(services.values()).extracting(Service::runtime).containsOnly("sleep");
    }

    @Test
    void aSpeedMustBeMoreThanNothing() {
        var graph = WfFormatReader.read(INSTANCE).orThrow();
        assertThatThrownBy(() -> SyntheticWorkflow.of(graph, 0)).hasMessageContaining("more than 0");
    }
}
