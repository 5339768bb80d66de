package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.tidewheel.engine.Growth;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
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
import io.tidewheel.server.workflows.WorkflowSettings.Source;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowsTest {
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

    private final Workflows workflows = new Workflows(
            new WorkflowSettings(List.of(new Source("services.yaml", SERVICES)), List.of(), "/data/tmp", "/data/out"),
            MemoryDatabase.empty().archive(),
            Optional.empty(),
            set -> set.equals(Capabilities.NONE));

    @Test
    void chainsBecomeWorkAndReportsBecomeValues() throws Exception {
        var growth = prepared(FLOW, false).planting().growth().apply(RUN);
        var first = only(growth.next(0, 100));
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
        assertThat(growth.next(1, 100)).isEmpty();
        assertThat(growth.isExhausted()).isFalse();

        growth.ended(0, ChainState.SUCCEEDED, found("files", folder + "/a", folder + "/b"));
        var copies = growth.next(1, 100);
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

        growth.ended(1, ChainState.SUCCEEDED, Payload.NONE);
        growth.ended(2, ChainState.FAILED, Payload.NONE);
        assertThat(growth.isExhausted()).isTrue();
        assertThat(growth.outcome()).isEqualTo(new Growth.Outcome(RunState.FAILED, Reason.PARTIAL));
    }

    @Test
    void whatWasAcceptedGoesOnFromItsDocument() throws Exception {
        var planting = prepared(FLOW, false).planting();
        var before = planting.growth().apply(RUN);
        var first = only(before.next(0, 100));
        var report = found("files", "/x/a", "/x/b");
        before.ended(0, ChainState.SUCCEEDED, report);
        var made = before.next(1, 1);

        var after = workflows.open(RUN, SPEC, planting.document());
        after.adopt(0, first.chain().parameter());
        after.ended(0, ChainState.SUCCEEDED, report);
        after.adopt(1, made.getFirst().chain().parameter());
        assertThat(after.next(2, 100)).isEqualTo(before.next(2, 100)).hasSize(1);
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
                .asInstanceOf(type(FlawedWorkflow.class))
                .extracting(FlawedWorkflow::flaws)
                .satisfies(flaws -> assertThat(flaws)
                        .extracting(flaw -> flaw.complaint().message())
                        .anyMatch(text -> text.contains("there is no service 'lst'"))
                        .anyMatch(text -> text.contains("the runtime 'quantum'"))
                        .anyMatch(text -> text.contains("'nowhere'")));
    }

    @Test
    void whatNobodyOffersIsAWarningOrIfAskedForAFlaw() throws Exception {
        assertThat(prepared(FLOW, false).warnings())
                .anyMatch(warning -> warning.complaint().message().contains("disk"));
        assertThatThrownBy(() -> prepared(FLOW, true)).isInstanceOf(FlawedWorkflow.class);
    }

    @Test
    void inAStagedRunNoOutputLeavesTheChainsFolder() {
        var flow = FLOW.replace("store: true}", "store: true, prefix: /data/}");
        assertThatThrownBy(() -> prepared(flow, false, Optional.of(new Workflows.Staging(List.of()))))
                .asInstanceOf(type(FlawedWorkflow.class))
                .satisfies(flawed -> assertThat(flawed.flaws())
                        .singleElement()
                        .satisfies(
                                flaw -> assertThat(flaw.complaint().message()).contains("'/data/' leads out")));
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

    private Workflows.Prepared prepared(String text, boolean strict) throws FlawedWorkflow {
        return prepared(text, strict, Optional.empty());
    }

    private Workflows.Prepared prepared(String text, boolean strict, Optional<Workflows.Staging> staging)
            throws FlawedWorkflow {
        return workflows.prepare(new Workflows.Request(
                new Source("flow.yaml", text),
                List.of(),
                List.of(),
                strict,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                staging));
    }

    private static Growth.Sprout only(List<Growth.Sprout> sprouts) {
        assertThat(sprouts).hasSize(1);
        return sprouts.getFirst();
    }

    private static Work work(Growth.Sprout sprout) throws Exception {
        return Work.parseFrom(sprout.chain().body().bytes());
    }

    private static Payload found(String variable, String... paths) {
        var collected = Collected.newBuilder().setName(variable);
        for (var path : paths) collected.addFiles(FileFacts.newBuilder().setPath(path));
        return Payload.of(Outcome.newBuilder().addCollected(collected).build().toByteArray());
    }
}
