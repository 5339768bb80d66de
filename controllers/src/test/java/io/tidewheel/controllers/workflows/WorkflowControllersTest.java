package io.tidewheel.controllers.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowControllersTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final RunId RUN = new RunId(7);
    private static final RunSpec SPEC = RunSpec.tasks(new Owner("ada"), "flow");
    private static final String SERVICES = """
        - id: list
          name: list
          description: makes a folder
          path: /bin/list
          runtime: other
          requiredCapabilities: [disk]
          parameters:
            - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: directory}
        - id: copy
          name: copy
          description: copies
          path: registry/copy:1.2
          runtime: docker
          retries: {maxAttempts: 3, delay: 2s}
          maxRuntime: {timeout: 1m, errorOnTimeout: true}
          runtimeArgs:
            - {id: net, name: n, description: n, label: --network, value: none}
          parameters:
            - {id: in, name: i, description: i, type: input, cardinality: 1..1, label: --in}
            - {id: out, name: o, description: o, type: output, cardinality: 1..1, label: --out, fileSuffix: .txt}
        - id: odd
          name: odd
          description: odd
          path: odd
          runtime: quantum
          parameters: []
        """;
    private static final String FLOW = """
        api: 4.7.0
        actions:
          - {type: execute, id: l, service: list, outputs: [{id: out, var: files}]}
          - type: for
            input: files
            enumerator: f
            actions:
              - type: execute
                id: c
                service: copy
                inputs: [{id: in, var: f}]
                outputs: [{id: out, var: copies, store: true}]
        """;

    private final FakeEarlierRuns earlier = new FakeEarlierRuns();
    private final WorkflowControllers workflows = new WorkflowControllers(
            new WorkflowSettings(List.of(new Source("services.yaml", SERVICES)), List.of(), "/data/tmp", "/data/out"),
            earlier,
            Optional.empty(),
            JobControllers.onlookers(),
            need -> need.equals(RequiredResources.of(Capabilities.NONE)),
            _ -> {},
            ChainPlugins.NONE);

    @Test
    void chainsBecomeWorkAndReportsBecomeValues() throws Exception {
        var controller = prepared(FLOW, false).controller().opening().apply(RUN);
        var first = only(controller.next(0, 100, NOON));
        assertThat(first.lane().requires()).isEqualTo(Capabilities.of("disk"));
        var list = work(first).getCommands(0);
        var folder = list.getArguments(1);
        assertThat(list.getArgumentsList()).containsExactly("/bin/list", folder);
        assertThat(folder).startsWith("/data/tmp/run-7/");
        assertThat(list.getMakeFoldersList()).containsExactly(folder);
        assertThat(list.getCollectList())
                .containsExactly(Collect.newBuilder()
                        .setName("files")
                        .setPath(folder)
                        .setKind(CollectKind.DIRECTORY)
                        .build());
        assertThat(controller.next(1, 100, NOON)).isEmpty();
        assertThat(controller.isExhausted()).isFalse();

        controller.ended(0, ChainState.SUCCEEDED, found("files", folder + "/a", folder + "/b"));
        var copies = controller.next(1, 100, NOON);
        assertThat(copies).hasSize(2);
        var copy = work(copies.getFirst()).getCommands(0);
        assertThat(copy.getRuntime()).isEqualTo(Runtime.CONTAINER);
        assertThat(copy.getImage()).isEqualTo("registry/copy:1.2");
        assertThat(copy.getArgumentsList())
                .startsWith("--in", folder + "/a", "--out")
                .hasSize(4);
        assertThat(copy.getArguments(3)).startsWith("/data/out/run-7/").endsWith(".txt");
        assertThat(copy.getEngineOptionsList())
                .containsExactly(
                        "--network",
                        "none",
                        "--pull=missing",
                        "-v",
                        "/data/tmp:/data/tmp",
                        "-v",
                        "/data/out:/data/out");
        assertThat(copy.getRetry().getMaxAttempts()).isEqualTo(3);
        assertThat(copy.getRetry().getDelayMillis()).isEqualTo(2_000);
        assertThat(copy.getMaxRuntime().getMillis()).isEqualTo(60_000);
        assertThat(copy.getMaxRuntime().getFails()).isTrue();

        controller.ended(1, ChainState.SUCCEEDED, Payload.NONE);
        controller.ended(2, ChainState.FAILED, Payload.NONE);
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO))
                .isEqualTo(new RunController.RunOutcome(RunState.FAILED, Reason.PARTIAL));
    }

    @Test
    void whatWasAcceptedGoesOnFromItsDocument() throws Exception {
        var accepted = prepared(FLOW, false).controller();
        var before = accepted.opening().apply(RUN);
        var first = only(before.next(0, 100, NOON));
        var report = found("files", "/x/a", "/x/b");
        before.ended(0, ChainState.SUCCEEDED, report);
        var made = before.next(1, 1, NOON);

        var after = workflows.open(RUN, SPEC, accepted.document());
        after.adopt(0, first.chain().parameter(), Optional.empty());
        after.ended(0, ChainState.SUCCEEDED, report);
        after.adopt(1, made.getFirst().chain().parameter(), Optional.empty());
        assertThat(after.next(2, 100, NOON))
                .isEqualTo(before.next(2, 100, NOON))
                .hasSize(1);
    }

    @Test
    void aChainIsMadeWhenItIsKnownWhatEarlierRunsHaveForIt() throws Exception {
        var first = prepared(FLOW, false).controller();
        earlier.documents.put(RUN, first.document());
        earlier.slow = true;
        var later = resuming(FLOW, RUN).controller().opening().apply(new RunId(8));
        assertThat(later.next(0, 100, NOON)).isEmpty();
        assertThat(later.isExhausted()).as("what is looked up is yet to come").isFalse();
        assertThat(later.next(0, 100, NOON)).isEmpty();
        assertThat(earlier.asked).containsExactly("8 l", "8 l");

        earlier.slow = false;
        var made = only(later.next(0, 100, NOON));
        assertThat(made.chain().parameter()).isEqualTo("l");
        assertThat(work(made).getReuse().getMiss()).contains("no successful chain");
        assertThat(later.next(1, 100, NOON)).as("it is made once").isEmpty();
        later.ended(0, ChainState.SUCCEEDED, found("files", "/x/a", "/x/b"));
        assertThat(later.next(1, 100, NOON)).hasSize(2);
    }

    @Test
    void noMoreChainsAreMadeThanAskedForWhenManyAnswersCome() throws Exception {
        var first = prepared(FLOW, false).controller();
        earlier.documents.put(RUN, first.document());
        var later = resuming(FLOW, RUN).controller().opening().apply(new RunId(8));
        later.next(0, 100, NOON);
        later.ended(0, ChainState.SUCCEEDED, found("files", "/x/a", "/x/b", "/x/c"));
        earlier.slow = true;
        assertThat(later.next(1, 100, NOON)).isEmpty();
        earlier.slow = false;
        var made = new ArrayList<>(later.next(1, 2, NOON));
        assertThat(made).hasSize(2);
        made.addAll(later.next(3, 2, NOON));
        assertThat(made).extracting(next -> next.chain().parameter()).containsExactly("c$0", "c$1", "c$2");
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        assertThatThrownBy(() -> prepared("""
            api: 4.7.0
            actions:
              - {type: execute, service: lst}
              - {type: execute, service: odd}
              - {type: execute, service: copy, inputs: [{id: in, var: nowhere}]}
            """, false))
                .asInstanceOf(type(WorkflowRejected.class))
                .extracting(WorkflowRejected::complaints)
                .satisfies(complaints -> assertThat(complaints)
                        .extracting(complaint -> complaint.complaint().message())
                        .anyMatch(text -> text.contains("there is no service 'lst'"))
                        .anyMatch(text -> text.contains("the runtime 'quantum'"))
                        .anyMatch(text -> text.contains("'nowhere'")));
    }

    @Test
    void whatNobodyOffersIsAWarningOrIfAskedForSomethingTheEngineIsToLookAt() throws Exception {
        var patient = prepared(FLOW, false);
        assertThat(patient.warnings())
                .anyMatch(warning -> warning.complaint().message().contains("disk"));
        assertThat(patient.strict()).isEmpty();
        var strict = prepared(FLOW, true);
        assertThat(strict.warnings())
                .noneMatch(warning -> warning.complaint().message().contains("disk"));
        assertThat(strict.strict()).contains(RequiredResources.of("disk"));
        assertThat(workflows.places(
                        request(FLOW, true, Optional.empty(), Optional.empty()), List.of(RequiredResources.of("disk"))))
                .isEqualTo(strict.unplaced())
                .anyMatch(place -> place.complaint().message().contains("disk"));
    }

    @Test
    void inAStagedRunNoOutputLeavesTheChainsFolder() {
        var flow = FLOW.replace("store: true}", "store: true, prefix: /data/}");
        assertThatThrownBy(() -> prepared(flow, false, Optional.of(new WorkflowControllers.Staging(List.of()))))
                .asInstanceOf(type(WorkflowRejected.class))
                .satisfies(flawed -> assertThat(flawed.complaints())
                        .singleElement()
                        .satisfies(complaint ->
                                assertThat(complaint.complaint().message()).contains("'/data/' leads out")));
    }

    @ParameterizedTest
    @CsvSource({
        "busybox, false",
        "busybox:latest, false",
        "busybox:1.36, true",
        "host:5000/busybox, false",
        "host:5000/busybox:1, true",
        "busybox@sha256:abc, true"
    })
    void anImageThatIsPinnedIsNotPulledAgain(String image, boolean pinned) {
        assertThat(ChainWork.isPinned(image)).isEqualTo(pinned);
    }

    private WorkflowControllers.Prepared prepared(String text, boolean strict) throws WorkflowRejected {
        return prepared(text, strict, Optional.empty());
    }

    private WorkflowControllers.Prepared prepared(
            String text, boolean strict, Optional<WorkflowControllers.Staging> staging) throws WorkflowRejected {
        return workflows.prepare(request(text, strict, Optional.empty(), staging));
    }

    private WorkflowControllers.Prepared resuming(String text, RunId before) throws WorkflowRejected {
        return workflows.prepare(request(text, false, Optional.of(before), Optional.empty()));
    }

    private static WorkflowControllers.Request request(
            String text, boolean strict, Optional<RunId> resumed, Optional<WorkflowControllers.Staging> staging) {
        return new WorkflowControllers.Request(
                new Source("flow.yaml", text),
                List.of(),
                List.of(),
                strict,
                false,
                resumed.isPresent(),
                resumed,
                Optional.empty(),
                Optional.empty(),
                staging,
                RunRules.NONE);
    }

    private static RunController.NextChain only(List<RunController.NextChain> nextChains) {
        assertThat(nextChains).hasSize(1);
        return nextChains.getFirst();
    }

    private static Work work(RunController.NextChain nextChain) throws Exception {
        return Work.parseFrom(nextChain.chain().body().bytes());
    }

    private static Payload found(String variable, String... paths) {
        var collected = Collected.newBuilder().setName(variable);
        for (var path : paths) collected.addFiles(FileFacts.newBuilder().setPath(path));
        return Payload.of(Outcome.newBuilder().addCollected(collected).build().toByteArray());
    }
}
