package io.tidewheel.controllers.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.chains.WorkflowOutcome.LeftOver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What chain adapters and consistency checkers do to the chains of a workflow, and what becomes of it in a later life of the server. */
class ChainPluginsTest {
    private static final RunId RUN = new RunId(7);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final RunSpec SPEC = RunSpec.tasks(new Owner("ada"), "flow");
    private static final String SERVICES = """
        - id: copy
          name: copy
          description: copies
          path: /bin/cp
          runtime: other
          parameters:
            - {id: in, name: i, description: i, type: input, cardinality: 0..1}
            - {id: out, name: o, description: o, type: output, cardinality: 0..1}
        """;
    private static final String FLOW = """
        api: 4.7.0
        actions:
          - {type: execute, id: a, service: copy, inputs: [{id: in, value: x}], outputs: [{id: out, var: a1}]}
          - {type: execute, id: b, service: copy, inputs: [{id: in, var: a1}], outputs: [{id: out, var: b1}]}
        """;

    private final FakeChainPlugins plugins = new FakeChainPlugins();
    private final SortedMap<Integer, Payload> course = new TreeMap<>();
    private final KeptHistories kept = new KeptHistories() {
        @Override
        public Optional<Instant> started(RunId run) {
            return Optional.empty();
        }

        @Override
        public SortedMap<Integer, Payload> course(RunId run) {
            return course;
        }
    };

    private WorkflowControllers site(ExtensionSpec... specs) {
        var settings = new WorkflowSettings(List.of(new Source("s", SERVICES)), List.of(), "/tmp", "/out");
        return new WorkflowControllers(
                settings.with(List.of(specs)),
                new FakeEarlierRuns(),
                Optional.empty(),
                new JobControllers(kept, () -> NOON),
                _ -> true,
                _ -> {},
                plugins);
    }

    private static ExtensionSpec plugin(String name, ExtensionType type, String dataType, String... services) {
        return new ExtensionSpec(
                name, type, "", dataType, Set.of(services), List.of(), List.of("x"), Duration.ofSeconds(1));
    }

    private static ExtensionSpec adapter(String name) {
        return plugin(name, ExtensionType.CHAIN_ADAPTER, "");
    }

    private static ExtensionSpec checker(String name) {
        return plugin(name, ExtensionType.CONSISTENCY_CHECKER, "");
    }

    private static WorkflowControllers.Prepared prepared(WorkflowControllers site, boolean staged)
            throws WorkflowRejected {
        return site.prepare(new WorkflowControllers.Request(
                new Source("flow.yaml", FLOW),
                List.of(),
                List.of(),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                staged ? Optional.of(new WorkflowControllers.Staging(List.of())) : Optional.empty(),
                RunRules.NONE));
    }

    private static RunController opened(WorkflowControllers site) throws WorkflowRejected {
        return prepared(site, false).controller().opening().apply(RUN);
    }

    private final List<Work> works = new ArrayList<>();

    /** The chains that come next, by their actions. */
    private List<String> next(RunController controller, int first) throws Exception {
        var names = new ArrayList<String>();
        for (var chain : controller.next(first, 100, NOON)) {
            names.add(chain.chain().parameter().replace('\n', ' '));
            works.add(Work.parseFrom(chain.chain().body().bytes()));
        }
        return names;
    }

    private static Payload made(String variable, String path) {
        var collected = Collected.newBuilder()
                .setName(variable)
                .addFiles(FileFacts.newBuilder().setPath(path));
        return Payload.of(Outcome.newBuilder().addCollected(collected).build().toByteArray());
    }

    // ---- chain adapters

    @Test
    void anAdapterSeesEveryStepAndItsAnswerIsMade() throws Exception {
        var controller = opened(site(adapter("one"), adapter("two")));
        assertThat(next(controller, 0)).isEmpty();
        assertThat(controller.isExhausted()).isFalse();
        assertThat(plugins.last().plugin).isEqualTo("one");
        assertThat(plugins.last().arguments)
                .contains("\"processChains\":[{\"id\":\"a\",\"executables\":[{\"id\":\"a\",\"path\":\"/bin/cp\"")
                .contains("\"workflow\":{\"api\":\"4.7.0\",\"actions\":[{\"type\":\"execute\"");
        plugins.last().echo("processChains", "\"/bin/cp\"", "\"/bin/mv\"");
        assertThat(next(controller, 0)).isEmpty();
        assertThat(plugins.last().plugin).isEqualTo("two");
        plugins.last().echo("processChains");
        assertThat(next(controller, 0)).containsExactly("a b");
        assertThat(works.getFirst().getCommands(1).getArguments(0)).isEqualTo("/bin/mv");

        controller.ended(0, ChainState.SUCCEEDED, made("b1", "/tmp/b"));
        assertThat(controller.isExhausted())
                .as("adapters see the last step, too")
                .isFalse();
        assertThat(next(controller, 1)).isEmpty();
        assertThat(plugins.last().arguments).contains("\"processChains\":[]");
        plugins.last().say("[]");
        assertThat(next(controller, 1)).isEmpty();
        plugins.last().say("[]");
        assertThat(next(controller, 1)).isEmpty();
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void anAdapterMaySplitAndAddChainsAndRequireMore() throws Exception {
        var controller = opened(site(adapter("one")));
        next(controller, 0);
        plugins.last().say("""
            [{"executables":[{"id":"b","path":"/bin/cp","serviceId":"copy","maxRuntime":"5s","retries":{"maxAttempts":3},
               "arguments":[{"id":"out","variable":{"id":"b1","value":"/tmp/b"},"type":"output"}]}],
              "requiredCapabilities":["gpu"]},
             {"id":"clean","executables":[{"id":"rm","path":"/bin/rm","serviceId":"rm",
               "arguments":[{"label":"-f","variable":{"id":"v","value":"/tmp/old"}}]}]},
             {"executables":[{"id":"a","path":"/bin/cp","serviceId":"copy",
               "arguments":[{"id":"out","variable":{"id":"a1","value":"/tmp/a"},"type":"output"}]}]}]
            """);
        var chains = controller.next(0, 100, NOON);
        assertThat(chains).extracting(chain -> chain.chain().parameter()).containsExactlyInAnyOrder("b", "+clean", "a");
        for (var chain : chains) {
            var work = Work.parseFrom(chain.chain().body().bytes());
            switch (chain.chain().parameter()) {
                case "b" -> {
                    assertThat(chain.lane().requires()).isEqualTo(Capabilities.of("gpu"));
                    assertThat(work.getCommands(0).getMaxRuntime().getMillis()).isEqualTo(5_000);
                    assertThat(work.getCommands(0).getRetry().getMaxAttempts()).isEqualTo(3);
                    assertThat(work.getCommands(0).getCollect(0).getPath()).isEqualTo("/tmp/b");
                }
                case "+clean" ->
                    assertThat(work.getCommands(0).getArgumentsList()).containsExactly("/bin/rm", "-f", "/tmp/old");
                default -> assertThat(work.getCommandsCount()).isEqualTo(1);
            }
        }

        var again = site(adapter("one"))
                .open(
                        RUN,
                        SPEC,
                        prepared(site(adapter("one")), false).controller().document());
        for (int i = 0; i < 3; i++) {
            again.adopt(i, chains.get(i).chain().parameter(), Optional.empty());
            again.ended(i, ChainState.SUCCEEDED, Payload.NONE);
        }
        assertThat(again.next(3, 100, NOON))
                .as("nobody is asked about chains that are there")
                .isEmpty();
        assertThat(plugins.last().arguments).contains("\"processChains\":[]");
        plugins.last().say("[]");
        again.next(3, 100, NOON);
        assertThat(again.isExhausted()).isTrue();
        assertThat(again.outcome(LaneTotals.ZERO).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void anOutputThatWasRenamedIsKnownUnderItsNewName() throws Exception {
        var controller = opened(site(adapter("one"), checker("cut")));
        next(controller, 0);
        plugins.last().say("true");
        next(controller, 0);
        plugins.last().say("false");
        next(controller, 0);
        var planned = plugins.last().arguments.replaceAll(".*\"id\":\"a1\",\"value\":\"([^\"]*)\".*", "$1");
        plugins.last().echo("processChains", planned, "/tmp/new");
        assertThat(next(controller, 0)).containsExactly("a");
        assertThat(works.getLast().getCommands(0).getArgumentsList()).contains("/tmp/new");
        controller.ended(0, ChainState.SUCCEEDED, made("a1", "/tmp/new"));
        next(controller, 1);
        plugins.last().say("true");
        next(controller, 1);
        assertThat(plugins.last().arguments).contains("\"id\":\"a1\",\"value\":\"/tmp/new\"");
    }

    @Test
    void whatAnAdapterTakesOutIsNeverDoneAlsoInAnotherLife() throws Exception {
        var site = site(adapter("one"));
        var accepted = prepared(site, false).controller();
        var controller = accepted.opening().apply(RUN);
        next(controller, 0);
        plugins.last().say("[]");
        assertThat(next(controller, 0)).isEmpty();
        assertThat(controller.outcome(LaneTotals.ZERO))
                .isEqualTo(new RunController.RunOutcome(RunState.FAILED, Reason.LEFT_OVER));
        course.putAll(controller.takeCourse(HistoryDepth.DECISIVE));
        assertThat(controller.takeCourse(HistoryDepth.DECISIVE)).isEmpty();

        var again = site.open(RUN, SPEC, accepted.document());
        again.next(0, 100, NOON);
        assertThat(plugins.last().arguments).contains("\"processChains\":[]");
        plugins.last().say("[]");
        again.next(0, 100, NOON);
        assertThat(again.isExhausted()).isTrue();
        var document = WorkflowDocument.parseFrom(accepted.document().bytes());
        assertThat(site.leftOver(RUN, document, List.of(), JobControllers.onlookers()))
                .contains(new LeftOver("a", "the plug-in one took it out of its chain"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"a":1}                                                           | result is no list
        [1]                                                               | result[0] is no object
        [{"executables":[]}]                                              | result[0].executables is missing or empty
        [{"executables":[{"id":"a","serviceId":"copy"}]}]                 | result[0].executables[0].path is missing
        [{"executables":[{"id":"a","path":7,"serviceId":"copy"}]}]        | result[0].executables[0].path is no text
        [{"executables":[{"path":"p","serviceId":"copy"}]}]               | result[0].executables[0].id is missing
        [{"executables":[{"id":"a","path":"p","serviceId":"s"}]}]         | result[0].executables[0].arguments has no output for the variable 'a1'
        [{"executables":[{"id":"z","path":"p","serviceId":"s","runtime":"r"}]}] | result[0].executables[0].runtime is one that no agent knows: r
        [{"executables":[{"id":"z","path":"p","serviceId":"s","odd":1}]}] | result[0].executables[0].odd is unknown
        [{"executables":[{"id":"z","path":"p","serviceId":"s"}],"priority":9}] | result[0].priority is not that of the run, 0: change it there
        """)
    void anAnswerThatMakesNoSenseFailsTheChainsOfItsStepAndSaysWhere(String answer, String where) throws Exception {
        var site = site(adapter("one"));
        var accepted = prepared(site, false).controller();
        var controller = accepted.opening().apply(RUN);
        next(controller, 0);
        plugins.last().say(answer);
        assertThat(next(controller, 0)).isEmpty();
        assertThat(controller.isExhausted()).isTrue();
        course.putAll(controller.takeCourse(HistoryDepth.DECISIVE));
        var document = WorkflowDocument.parseFrom(accepted.document().bytes());
        assertThat(site.leftOver(RUN, document, List.of(), JobControllers.onlookers()))
                .contains(new LeftOver("a", "plug-in one answered with what is no list of process chains: " + where));
    }

    @Test
    void anAdapterThatFailsFailsTheChainsOfItsStepOnly() throws Exception {
        var controller = opened(site(adapter("one")));
        next(controller, 0);
        plugins.last().fail("plug-in one gave no answer in 30 s");
        assertThat(next(controller, 0)).isEmpty();
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO).reason()).isEqualTo(Reason.LEFT_OVER);
    }

    @Test
    void adaptersOfChainsNeedASharedDisk() {
        assertThatThrownBy(() -> prepared(site(adapter("one")), true))
                .hasMessageContaining("its chains go to the plug-in one, which works on a shared disk only");
    }

    // ---- consistency checkers

    @Test
    void allCheckersAreAskedUntilOneSaysNo() throws Exception {
        var controller = opened(site(checker("one"), checker("two")));
        for (var answer : List.of("true", "true", "true", "false")) {
            assertThat(next(controller, 0)).isEmpty();
            plugins.last().say(answer);
        }
        assertThat(next(controller, 0)).containsExactly("a");
        assertThat(plugins.calls).extracting(call -> call.plugin).containsExactly("one", "two", "one", "two");
        assertThat(plugins.calls.getFirst().arguments)
                .startsWith("{\"processChain\":[],\"action\":{\"type\":\"execute\",\"id\":\"a\",\"service\":\"copy\"")
                .contains("\"workflow\":{");
        assertThat(plugins.last().arguments)
                .startsWith("{\"processChain\":[{\"id\":\"a\",\"path\":\"/bin/cp\"")
                .contains("\"inputs\":[{\"id\":\"in\",\"var\":\"a1\"}]");
    }

    @Test
    void aCheckerThatFailsOrSaysNonsenseFailsItsChain() throws Exception {
        for (boolean fails : List.of(true, false)) {
            var controller = opened(site(checker("one")));
            next(controller, 0);
            if (fails) plugins.last().fail("plug-in one died");
            else plugins.last().say("\"perhaps\"");
            assertThat(next(controller, 0)).isEmpty();
            assertThat(controller.isExhausted()).isTrue();
            assertThat(controller.outcome(LaneTotals.ZERO).reason()).isEqualTo(Reason.LEFT_OVER);
            assertThat(ActionLosses.read(controller.takeCourse(HistoryDepth.DECISIVE)))
                    .containsExactly(new LeftOver(
                            "a",
                            fails
                                    ? "plug-in one died"
                                    : "plug-in one answered with what is neither true nor false: result"));
        }
    }

    // ---- what agents are told

    @Test
    void agentsAreToldWhoRunsACommandAndWhoKnowsHowFarItIs() throws Exception {
        var site = new ExtensionSpec[] {
            plugin("guess", ExtensionType.PROGRESS_ESTIMATOR, "", "copy"),
            plugin("mine", ExtensionType.RUNTIME, "quantum")
        };
        var settings = new WorkflowSettings(
                List.of(new Source("s", SERVICES.replace("runtime: other", "runtime: quantum"))),
                List.of(),
                "/tmp",
                "/out");
        var workflows = new WorkflowControllers(
                settings.with(List.of(site)),
                new FakeEarlierRuns(),
                Optional.empty(),
                new JobControllers(kept, () -> NOON),
                _ -> true,
                _ -> {},
                plugins);
        var controller = opened(workflows);
        var chain = controller.next(0, 100, NOON).getFirst();
        assertThat(chain.lane().requires()).isEqualTo(Capabilities.of("extension:runtime/quantum"));
        var command = Work.parseFrom(chain.chain().body().bytes()).getCommands(0);
        assertThat(command.getRuntime()).isEqualTo(Runtime.PLUGIN);
        assertThat(command.getRuntimeName()).isEqualTo("extension");
        assertThat(command.getInput().toStringUtf8())
                .startsWith("{\"run\":{\"plugin\":\"mine\",\"args\":{\"executable\":");
        assertThat(command.getEstimate().toStringUtf8())
                .startsWith("{\"plugin\":\"guess\",\"args\":{\"executable\":{\"id\":\"a\"");
    }
}
