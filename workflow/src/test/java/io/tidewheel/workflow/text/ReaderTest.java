package io.tidewheel.workflow.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.ConditionReader;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Timeout;
import io.tidewheel.workflow.WorkflowDeadline;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReaderTest {
    @Test
    void aWorkflowWithEverythingIsRead() {
        var workflow = WorkflowReader.read("""
            api: 4.2.0
            name: nightly
            priority: -3
            retries: {processChains: {maxAttempts: -1, delay: 500, exponentialBackoff: 2, maxDelay: 1h 30m}}
            deadline: 2h
            budget: 12.50
            owner: physics
            vars:
              - {id: files, value: [a, 2, 2.5, true, [x]]}
              - id: open
            actions:
              - type: for
                input: files
                enumerator: f
                output: all
                yieldToOutput: g
                actions:
                  - type: execute
                    service: cp
                    inputs: [{id: input_file, var: f}, {id: x, value: {a: [1]}}]
                    outputs: [{id: output_file, var: g, prefix: d/, store: true}]
                    dependsOn: other
                    retries: {maxAttempts: 0}
                    maxInactivity: 30s
                    maxRuntime: {timeout: 5 mins, errorOnTimeout: true}
                    deadline: 1000
                    when: open > 3
            """).orThrow();
        assertThat(workflow.name()).contains("nightly");
        assertThat(workflow.priority()).isEqualTo(-3);
        var chains = workflow.chainRetries().orElseThrow();
        assertThat(chains.maxAttempts()).isEqualTo(-1);
        assertThat(chains.delay()).isEqualTo(Duration.ofMillis(500));
        assertThat(chains.maxDelay()).isEqualTo(Duration.ofMinutes(90));
        assertThat(workflow.deadline()).contains(new WorkflowDeadline.Within(Duration.ofHours(2)));
        assertThat(workflow.budget()).contains(new BigDecimal("12.50"));
        assertThat(workflow.owner()).contains("physics");
        assertThat(workflow.variables().getFirst().value()).contains(List.of("a", 2L, 2.5, true, List.of("x")));
        assertThat(workflow.variables().getLast().value()).isEmpty();
        var loop = (ForEachAction) workflow.actions().getFirst();
        assertThat(loop.id()).isEqualTo("for@0");
        var execute = (ExecuteAction) loop.actions().getFirst();
        assertThat(execute.id()).isEqualTo("cp@0.0");
        assertThat(execute.inputs())
                .extracting(ActionInput::source)
                .containsExactly(
                        new ActionInput.Source.FromVariable("f"),
                        new ActionInput.Source.Literal(Map.of("a", List.of(1L))));
        assertThat(execute.outputs().getFirst().store()).isTrue();
        assertThat(execute.dependsOn()).containsExactly("other");
        assertThat(execute.retries()).contains(new ActionRetries.Skip());
        assertThat(execute.limits().maxInactivity()).contains(new Timeout(Duration.ofSeconds(30), false));
        assertThat(execute.limits().maxRuntime()).contains(new Timeout(Duration.ofMinutes(5), true));
        assertThat(execute.limits().deadline()).contains(new Timeout(Duration.ofSeconds(1), false));
        assertThat(execute.when().orElseThrow())
                .isEqualTo(new Condition.Compare("open", Condition.Operator.GREATER, new BigDecimal(3)));
    }

    @Test
    void jsonIsReadTooAlsoWithTabs() {
        var json = "{\n"
                + "\t\"api\": \"4.7.0\",\n"
                + "\t\"deadline\": \"2026-05-01T18:00:00Z\",\n"
                + "\t\"vars\": [\n"
                + "\t\t{\"id\": \"x\", \"value\": \"a\\tb \\ud83d\\ude00 \\/\"}\n"
                + "\t]\n"
                + "}";
        var workflow = WorkflowReader.read(json).orThrow();
        assertThat(workflow.variables().getFirst().value()).contains("a\tb \uD83D\uDE00 /");
        assertThat(workflow.deadline()).contains(new WorkflowDeadline.At(Instant.parse("2026-05-01T18:00:00Z")));
        var broken = WorkflowReader.read("{\n\t\"api\": \"4.7.0\",\n\t\"nam\": 1\n}");
        assertThat(broken.complaints())
                .extracting(Complaint::toString)
                .containsExactly("3:2: unknown field 'nam' (workflow; did you mean 'name'?)");
    }

    @Test
    void aBareNumberIsSecondsInWhatIsOursAndMillisecondsInWhatIsSteeps() {
        var workflow = WorkflowReader.read("""
            api: 4.7.0
            deadline: 90
            actions:
              - {type: job, service: s, iterations: 9, target: 30, reportEvery: 2, maxRuntime: 5000}
            """).orThrow();
        var job = (JobAction) workflow.actions().getFirst();
        assertThat(workflow.deadline()).contains(new WorkflowDeadline.Within(Duration.ofSeconds(90)));
        assertThat(job.effort().targetTime()).contains(Duration.ofSeconds(30));
        assertThat(job.effort().size().reportEvery()).contains(Duration.ofSeconds(2));
        assertThat(job.limits().maxRuntime()).contains(new Timeout(Duration.ofSeconds(5), false));
    }

    @Test
    void theOldNameOfInputsIsReadWithAWarning() {
        var reading = WorkflowReader.read("api: 4.0.0\n"
                + "actions: [{type: execute, service: s, parameters: [{id: a, value: 1}], inputs: [{id: b, value:"
                + " 2}]}]");
        assertThat(((ExecuteAction) reading.orThrow().actions().getFirst()).inputs())
                .extracting(ActionInput::id)
                .containsExactly("b", "a");
        assertThat(reading.warnings())
                .extracting(Complaint::message)
                .containsExactly("'parameters' is the old name of 'inputs'");
    }

    static Stream<Arguments> brokenWorkflows() {
        return Stream.of(
                Arguments.of("", "1:1", "the text is empty"),
                Arguments.of("api: [4", "1:8", "not YAML or JSON"),
                Arguments.of("- a", "1:1", "a workflow is an object"),
                Arguments.of("actions: []", "1:1", "'api' is missing"),
                Arguments.of("api: 5.0.0", "1:6", "api '5.0.0' is not known"),
                Arguments.of("api: 4.8.0", "1:6", "api '4.8.0' is not known"),
                Arguments.of("api: 4.7.0\nactons: []", "2:1", "unknown field 'actons'"),
                Arguments.of("api: 4.7.0\napi: 4.7.0", "2:1", "field 'api' is there twice"),
                Arguments.of("api: 4.7.0\npriority: high", "2:11", "'priority' is a whole number, not 'high'"),
                Arguments.of("api: 4.7.0\nactions: {}", "2:10", "'actions' is a list, not an object"),
                Arguments.of("api: 4.7.0\nactions:\n- 7", "3:3", "an action is an object with a type, not '7'"),
                Arguments.of("api: 4.7.0\nactions:\n- {service: a}", "3:3", "'type' is missing"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: exec}", "3:10", "unknown action type 'exec'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: store}", "3:10", "actions of type 'store' are no longer there"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: execute}", "3:3", "'service' is missing"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: for, input: x}", "3:3", "'enumerator' is missing"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: include}", "3:3", "'macro' is missing"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: job, service: s}", "3:3", "'iterations' is missing"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: job, iterations: 1e9}", "3:3", "'service' is missing"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 0}", "3:39", "'iterations' is 0"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: many}",
                        "3:39",
                        "'iterations' is a whole number, not 'many'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 1e30}",
                        "3:39",
                        "'iterations' is a whole number"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, target: soon}", "3:50", "soon"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, target: 0}",
                        "3:50",
                        "'target' is no time at all"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, partitions: 10}",
                        "3:54",
                        "'partitions' is 10, more than its iterations (9)"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, reportEvery: 50ms}",
                        "3:55",
                        "'reportEvery' is at least 0.1 seconds"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, maxPartitions: 3}",
                        "3:57",
                        "without a 'target'"),
                Arguments.of(
                        "api: 4.7.0\n"
                            + "actions:\n"
                            + "- {type: job, service: s, iterations: 9, partitions: 3, maxPartitions: 2, target: 1h}",
                        "3:72",
                        "the job begins with 3"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: job, service: s, iterations: 9, command: [x]}",
                        "3:42",
                        "unknown field 'command'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: for, input: x, enumerator: y, yieldToOutput: z}",
                        "3:55",
                        "without an 'output'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, inputs: [{id: a}]}",
                        "3:40",
                        "neither 'var' nor 'value'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, inputs: [{id: a, var: b, value: c}]}",
                        "3:63",
                        "either 'var' or 'value'"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, outputs: [{id: a}]}",
                        "3:41",
                        "'var' is missing"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, outputs: [{id: a, var: b, store: maybe}]}",
                        "3:64",
                        "true or false"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, outputs: [{id: a, var: b, prefix: ../x}]}",
                        "3:65",
                        "leads out of its folder"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, maxRuntime: soon}",
                        "3:43",
                        "'soon' is not a duration"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, maxRuntime: {errorOnTimeout: true}}",
                        "3:43",
                        "'timeout' is missing"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, retries: {maxAttempts: -2}}",
                        "3:54",
                        "'maxAttempts' is -2"),
                Arguments.of(
                        "api: 4.7.0\nactions:\n- {type: execute, service: s, retries: {exponentialBackoff: 0}}",
                        "3:61",
                        "it is at least 1"),
                Arguments.of(
                        "api: 4.7.0\nretries: {processChains: {maxAttempts: 0}}",
                        "2:26",
                        "only an action or a service can be skipped"),
                Arguments.of("api: 4.7.0\nactions:\n- {type: execute, service: s, when: a ==}", "3:37", "is expected"),
                Arguments.of("api: 4.7.0\nbudget: much", "2:9", "'much' is not an amount of money"),
                Arguments.of("api: 4.7.0\nowner: a b", "2:8", "owner 'a b' is not a name"),
                Arguments.of("api: 4.7.0\ndeadline: 2026-99-01T00:00", "2:11", "is not a moment"),
                Arguments.of("api: 4.7.0\nvars: [*x]", "2:8", "nothing is called &x"),
                Arguments.of("api: 4.7.0\n---\napi: 4.7.0", "2:1", "a second document begins here"),
                Arguments.of("[".repeat(200), "1:101", "nested more than 100 deep"));
    }

    @ParameterizedTest
    @MethodSource("brokenWorkflows")
    void aMistakeHasAPlaceAWordAndARemedy(String text, String place, String words) {
        var complaints = WorkflowReader.read(text).complaints();
        assertThat(complaints).as("%s", complaints).hasSize(1);
        var complaint = complaints.getFirst();
        assertThat(complaint.line() + ":" + complaint.column()).isEqualTo(place);
        assertThat(complaint.message() + " " + complaint.remedy()).contains(words);
        assertThat(complaint.remedy()).isNotBlank();
    }

    @Test
    void aTextThatGrowsThroughAliasesIsRefused() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            text.append("a%d: &a%d [".formatted(i, i))
                    .append("*a%d, ".formatted(i - 1).repeat(10))
                    .append("]\n");
        }
        var reading = SourceTreeReader.read("bomb", text.toString());
        assertThat(reading.value()).isEmpty();
        assertThat(reading.complaints().getFirst().message()).contains("more than 100000 values");
    }

    @Test
    void fewAliasesAreFine() {
        var workflow = WorkflowReader.read("api: 4.7.0\nvars: [{id: x, value: &v [1, 2]}, {id: y, value: *v}]")
                .orThrow();
        assertThat(workflow.variables().getLast().value()).contains(List.of(1L, 2L));
    }

    static Stream<Arguments> brokenServices() {
        Function<String, String> service =
                more -> "- {id: a, name: A, description: A, path: a, runtime: other, " + more + "}";
        Function<String, String> parameter =
                more -> service.apply("parameters: [{id: p, name: P, description: P, " + more + "}]");
        return Stream.of(
                Arguments.of("id: a", "this is a list of services, not an object"),
                Arguments.of("- 3", "this is an object, not '3'"),
                Arguments.of("- {id: a, description: A, path: a, runtime: other, parameters: []}", "'name' is missing"),
                Arguments.of(service.apply("requiredCpu: 1"), "'parameters' is missing"),
                Arguments.of(
                        service.apply("parameters: [], requiredCapabilitys: []"),
                        "did you mean 'requiredCapabilities'?"),
                Arguments.of(
                        service.apply("parameters: [], requiredCapabilities: ['a,b']"),
                        "commas and control characters"),
                Arguments.of(service.apply("parameters: [], requiredMemory: much"), "not an amount of memory"),
                Arguments.of(service.apply("parameters: [], requiredCpu: -1"), "not negative"),
                Arguments.of(parameter.apply("type: argument, cardinality: 1..1"), "'argument' are no longer there"),
                Arguments.of(parameter.apply("type: in, cardinality: 1..1"), "unknown type 'in'"),
                Arguments.of(parameter.apply("type: input, cardinality: 1"), "'1' is not a cardinality"),
                Arguments.of(parameter.apply("type: input, cardinality: 2..1"), "cardinality 2..1"),
                Arguments.of(
                        parameter.apply("type: input, cardinality: 1..1, dataType: integer, default: x"),
                        "the default 'x' is not of type integer"),
                Arguments.of(
                        parameter.apply("type: input, cardinality: 1..1}, {id: p, name: P, description: P, type: input,"
                                + " cardinality: 1..n"),
                        "two parameters 'p'"),
                Arguments.of(
                        service.apply("parameters: []") + "\n" + service.apply("parameters: []"),
                        "the id 'a' is there twice"),
                Arguments.of(
                        service.apply("parameters: [], runtimeArgs: [{id: x, name: y}]"), "'description' is missing"));
    }

    @ParameterizedTest
    @MethodSource("brokenServices")
    void aMistakeInServicesIsFound(String text, String words) {
        var complaints = ServiceReader.read(text).complaints();
        assertThat(complaints).as("%s", complaints).hasSize(1);
        assertThat(complaints.getFirst().message() + " " + complaints.getFirst().remedy())
                .contains(words);
    }

    @Test
    void servicesAreRead() {
        var services = SampleServices.services();
        var train = services.get("train");
        assertThat(train).isNotNull();
        if (train == null) return;
        assertThat(train.requires()).isEqualTo(Capabilities.of("gpu"));
        assertThat(train.amounts().memoryBytes()).isEqualTo(2L << 30);
        var read = ServiceReader.read("""
            - id: d
              name: D
              description: D
              path: image:1
              runtime: docker
              parameters: []
              runtimeArgs:
                - {id: v, name: V, description: V, label: -v, value: {a: [1, "b"]}}
            """).orThrow().getFirst();
        assertThat(read.runtimeArguments().getFirst().value()).isEqualTo("{\"a\":[1,\"b\"]}");
    }

    @ParameterizedTest
    @CsvSource({"50MB, 50000000", "2 GB, 2000000000", "1.5GiB, 1610612736", "4096, 4096", "64M, 67108864"})
    void memoryIsReadInTheSameUnitsEverywhere(String text, long bytes) {
        assertThat(needing("requiredMemory: " + text).orThrow().getFirst().amounts())
                .isEqualTo(new Amounts(0, bytes, 0))
                .isEqualTo(Amounts.parse("memory=" + text, Amounts.NONE));
        assertThat(setup("memoryBytes: " + text).orThrow().getFirst().size().memoryBytes())
                .contains(bytes);
    }

    @Test
    void servicesAndSetupsStateWhatOnlyUsersCount() {
        assertThat(needing("requiredCpu: 1, requiredAmounts: {license: 1, seat: 2}")
                        .orThrow()
                        .getFirst()
                        .amounts())
                .isEqualTo(Amounts.parse("cpu=1,license=1,seat=2", Amounts.NONE));
        var setup = setup("cpus: 4, amounts: {license: 3}").orThrow().getFirst();
        assertThat(setup.size().amounts()).isEqualTo(Amounts.parse("cpu=4,license=3", Amounts.UNLIMITED));
        assertThat(setup.chainsPerMachine(Amounts.parse("license=2", Amounts.NONE)))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "requiredAmounts: {cores: 1}, write cpu",
        "requiredAmounts: {a b: 1}, cannot be the name",
        "requiredAmounts: {license: some}, whole number",
        "requiredAmounts: 3, is an object",
        "requiredMemory: 3XB, 'units are bytes, kB'"
    })
    void whatCannotBeCountedIsTold(String field, String words) {
        var complaints = needing(field).complaints();
        assertThat(complaints).hasSize(1);
        assertThat(complaints.getFirst().message()).contains(words);
    }

    private static ReadResult<List<Service>> needing(String fields) {
        return ServiceReader.read(
                "- {id: a, name: A, description: A, path: /a, runtime: other, parameters: [], %s}".formatted(fields));
    }

    private static ReadResult<List<Setup>> setup(String fields) {
        return SetupReader.read(
                "- {id: s, flavor: m, imageName: d, availabilityZone: n, blockDeviceSizeGb: 1, maxVMs: 1, %s}"
                        .formatted(fields));
    }

    @Test
    void setupsAreRead() {
        var setups = SetupReader.read("""
            - id: small
              flavor: m1
              imageName: debian
              availabilityZone: nova
              blockDeviceSizeGb: 20
              maxVMs: 4
              providedCapabilities: [docker, gpu]
              additionalVolumes: [{sizeGb: 5}]
              parameters: {region: north}
              creation: {retries: {maxAttempts: 2, delay: 10s}, lockAfterRetries: 5m}
              agents: 2
              bootDelay: 1s
              price: 0.25
            """).orThrow();
        var setup = setups.getFirst();
        assertThat(setup.providedCapabilities()).isEqualTo(Capabilities.of("docker", "gpu"));
        assertThat(setup.maxVMs()).isEqualTo(4);
        assertThat(setup.minVMs()).isZero();
        assertThat(setup.maxCreateConcurrent()).isEqualTo(1);
        assertThat(setup.additionalVolumes().getFirst().sizeGb()).isEqualTo(5);
        assertThat(setup.parameters()).isEqualTo(Map.of("region", "north"));
        assertThat(setup.creation().retries().maxAttempts()).isEqualTo(2);
        assertThat(setup.agents()).isEqualTo(2);
        assertThat(setup.billing().interval()).isEqualTo(Billing.FREE.interval());
        assertThat(setup.billing().pricePerInterval().amount()).isEqualTo("0.25");
    }

    @Test
    void mistakesInSetupsAreAllTold() {
        var reading = SetupReader.read(
                "- {id: a, flavour: m, imageName: d, availabilityZone: n, blockDeviceSizeGb: -1, maxVMs: 2, minVMs:"
                        + " 3}");
        assertThat(reading.complaints())
                .extracting(Complaint::message)
                .containsExactlyInAnyOrder(
                        "unknown field 'flavour'",
                        "'flavor' is missing",
                        "'blockDeviceSizeGb' is -1",
                        "minVMs is at most maxVMs, but 3 > 2");
        assertThat(SetupReader.readPool("- {capabilities: [gpu], min: 1}").orThrow())
                .containsExactly(new PoolLimit(Capabilities.of("gpu"), 1, PoolLimit.NO_MAXIMUM));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "x == 3          | true",
                "x == 3.0        | true",
                "x > 2 and x < 4 | true",
                "x != 3 or t     | true",
                "not t           | false",
                "not (t and x>5) | true",
                "s == 'abc'      | true",
                "s >= \"abd\"    | false",
                "n == 10         | true",
                "n > 9           | true",
                "exists x        | true",
                "exists gone     | false",
                "empty gone      | true",
                "empty none      | true",
                "empty list      | false",
                "list == 'a'     | false",
                "list != 'a'     | true",
                "gone == 1       | false",
                "not not t       | true",
                "false or t and false | false",
                "true            | true"
            })
    void conditionsHold(String text, boolean expected) {
        Map<String, Object> values =
                Map.of("x", 3L, "t", true, "s", "abc", "n", "10", "none", List.of(), "list", List.of("a", "b"));
        var condition = ConditionReader.parse(text);
        assertThat(condition.holds(name -> Optional.ofNullable(values.get(name))))
                .isEqualTo(expected);
    }
}
