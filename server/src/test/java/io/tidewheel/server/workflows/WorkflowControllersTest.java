package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.jobs.JobControllers;
import io.tidewheel.server.workflows.WorkflowSettings.Source;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowControllersTest {
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
        - id: simulate
          name: simulate
          description: simulates
          path: simulate
          runtime: other
          parameters:
            - {id: in, name: i, description: i, type: input, cardinality: 0..n}
            - {id: out, name: o, description: o, type: output, cardinality: 0..1}
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

    private final Archive archive = MemoryDatabase.empty().archive();
    /** Nobody is there to be stirred or told: who asks for chains sees what there is. */
    private final JobControllers jobs = new JobControllers(
            archive,
            new VirtualTime(Instant.parse("2026-05-01T12:00:00Z")),
            () -> {
                throw new Refusal(Refusal.Kind.UNAVAILABLE, "there is no engine");
            },
            (_, _) -> {},
            JobControllers.Listener.NOBODY,
            false);

    private final WorkflowControllers workflows = new WorkflowControllers(
            new WorkflowSettings(List.of(new Source("services.yaml", SERVICES)), List.of(), "/data/tmp", "/data/out"),
            archive,
            Optional.empty(),
            jobs,
            need -> need.equals(RequiredResources.of(Capabilities.NONE)));

    @Test
    void chainsBecomeWorkAndReportsBecomeValues() throws Exception {
        var controller = prepared(FLOW, false).planting().growth().apply(RUN);
        var first = only(controller.next(0, 100));
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
        assertThat(controller.next(1, 100)).isEmpty();
        assertThat(controller.isExhausted()).isFalse();

        controller.ended(0, ChainState.SUCCEEDED, found("files", folder + "/a", folder + "/b"));
        var copies = controller.next(1, 100);
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

    private static final String TWO_JOBS = """
        api: 4.7.0
        actions:
          - type: job
            id: one
            service: simulate
            iterations: 10
            partitions: 3
            maxFails: 1
            outputs: [{id: out, var: files}, {id: result, var: parts, store: true}, {id: iterations, var: n}]
          - {type: job, id: two, service: simulate, iterations: 4, inputs: [{id: in, var: files}, {id: in, var: n}]}
          - {type: execute, id: end, service: simulate, inputs: [{id: in, var: parts}], dependsOn: two}
        """;

    @Test
    void theChainsOfAJobAreThoseOfItsPartitions() throws Exception {
        var controller = prepared(TWO_JOBS, false).planting().growth().apply(RUN);
        var parts = controller.next(0, 100);
        assertThat(parts).extracting(part -> part.chain().parameter()).containsExactly("one$p0", "one$p1", "one$p2");
        var work = work(parts.get(1));
        assertThat(work.getPart().getPartition()).isEqualTo(1);
        assertThat(work.getPart().getPartitions()).isEqualTo(3);
        assertThat(work.getPart().getFirst()).isEqualTo(4);
        assertThat(work.getSubstitute()).isFalse();
        var collect = work.getCommands(0).getCollectList();
        assertThat(collect).extracting(Collect::getName).containsExactly("files", "parts");
        assertThat(collect.getLast().getKind()).isEqualTo(CollectKind.RESULT);
        assertThat(collect.getLast().getPath()).startsWith("/data/out/run-7/");
        assertThat(controller.next(3, 100)).isEmpty();

        controller.ended(2, ChainState.SUCCEEDED, part(3, "files", "/f/2"));
        controller.ended(0, ChainState.SUCCEEDED, part(4, "files", "/f/0"));
        controller.ended(1, ChainState.FAILED, Payload.NONE);
        // Those of a plain split are done again by the same number.
        assertThat(only(controller.next(3, 100)).chain().parameter()).isEqualTo("one$p1");
        assertThat(controller.isExhausted()).isFalse();
        controller.ended(3, ChainState.SUCCEEDED, part(3, "files", "/f/1"));
        var next = only(controller.next(4, 100));
        assertThat(next.chain().parameter()).isEqualTo("two$p0");
        assertThat(work(next).getCommands(0).getArgumentsList())
                .containsExactly("simulate", "/f/0", "/f/1", "/f/2", "10");
        controller.ended(4, ChainState.SUCCEEDED, part(4, "x"));
        assertThat(only(controller.next(5, 100)).chain().parameter()).isEqualTo("end");
        controller.ended(5, ChainState.SUCCEEDED, Payload.NONE);
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void jobsGoOnAfterACrashAndEndAsTheyWouldHave() throws Exception {
        var planting = prepared(TWO_JOBS, false).planting();
        var before = planting.growth().apply(RUN);
        var parts = before.next(0, 100);
        var reports = List.of(part(4, "files", "/f/0"), part(3, "files", "/f/1"), part(3, "files", "/f/2"));
        for (int crash = 0; crash <= 3; crash++) {
            var after = workflows.open(RUN, SPEC, planting.document());
            for (int i = 0; i < 3; i++) {
                after.adopt(i, parts.get(i).chain().parameter());
                if (i < crash) after.ended(i, ChainState.SUCCEEDED, reports.get(i));
                else after.found(i);
            }
            if (crash < 3) assertThat(after.next(3, 100)).isEmpty();
            for (int i = crash; i < 3; i++) after.ended(i, ChainState.SUCCEEDED, reports.get(i));
            var two = only(after.next(3, 100));
            assertThat(work(two).getCommands(0).getArgumentsList())
                    .containsExactly("simulate", "/f/0", "/f/1", "/f/2", "10");
            // The second needs what the first made, which is known again only when all its chains are.
            var later = workflows.open(RUN, SPEC, planting.document());
            for (int i = 0; i < 3; i++) {
                later.adopt(i, parts.get(i).chain().parameter());
                later.ended(i, ChainState.SUCCEEDED, reports.get(i));
            }
            later.adopt(3, two.chain().parameter());
            assertThat(later.isExhausted()).isFalse();
            later.ended(3, ChainState.SUCCEEDED, part(4, "x"));
            assertThat(only(later.next(4, 100)).chain().parameter()).isEqualTo("end");
        }
    }

    @Test
    void aJobIsGivenUpWhenTooManyOfItsTasksHaveFailedAndNothingOfItGoesOn() throws Exception {
        var controller = prepared(TWO_JOBS, false).planting().growth().apply(RUN);
        controller.next(0, 100);
        controller.ended(0, ChainState.FAILED, Payload.NONE);
        controller.ended(1, ChainState.FAILED, Payload.NONE);
        assertThat(controller.next(3, 100)).isEmpty();
        assertThat(controller.isExhausted()).isFalse();
        controller.ended(2, ChainState.CANCELLED, Payload.NONE);
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO))
                .isEqualTo(new RunController.RunOutcome(RunState.FAILED, Reason.LEFT_OVER));
    }

    private static Payload part(long iterations, String variable, String... paths) {
        var collected = Collected.newBuilder().setName(variable);
        for (var path : paths) collected.addFiles(FileFacts.newBuilder().setPath(path));
        return Payload.of(Outcome.newBuilder()
                .setPart(PartitionDone.newBuilder().setIterations(iterations).setToldByProgram(true))
                .addCollected(collected)
                .build()
                .toByteArray());
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
                .extracting(WorkflowRejected::flaws)
                .satisfies(flaws -> assertThat(flaws)
                        .extracting(complaint -> complaint.complaint().message())
                        .anyMatch(text -> text.contains("there is no service 'lst'"))
                        .anyMatch(text -> text.contains("the runtime 'quantum'"))
                        .anyMatch(text -> text.contains("'nowhere'")));
    }

    @Test
    void whatNobodyOffersIsAWarningOrIfAskedForAFlaw() throws Exception {
        assertThat(prepared(FLOW, false).warnings())
                .anyMatch(warning -> warning.complaint().message().contains("disk"));
        assertThatThrownBy(() -> prepared(FLOW, true)).isInstanceOf(WorkflowRejected.class);
    }

    @Test
    void inAStagedRunNoOutputLeavesTheChainsFolder() {
        var flow = FLOW.replace("store: true}", "store: true, prefix: /data/}");
        assertThatThrownBy(() -> prepared(flow, false, Optional.of(new WorkflowControllers.Staging(List.of()))))
                .asInstanceOf(type(WorkflowRejected.class))
                .satisfies(flawed -> assertThat(flawed.flaws())
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
        return workflows.prepare(new WorkflowControllers.Request(
                new Source("flow.yaml", text),
                List.of(),
                List.of(),
                strict,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                staging,
                RunRules.NONE));
    }

    private static RunController.NextChain only(List<RunController.NextChain> sprouts) {
        assertThat(sprouts).hasSize(1);
        return sprouts.getFirst();
    }

    private static Work work(RunController.NextChain sprout) throws Exception {
        return Work.parseFrom(sprout.chain().body().bytes());
    }

    private static Payload found(String variable, String... paths) {
        var collected = Collected.newBuilder().setName(variable);
        for (var path : paths) collected.addFiles(FileFacts.newBuilder().setPath(path));
        return Payload.of(Outcome.newBuilder().addCollected(collected).build().toByteArray());
    }
}
