package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.controllers.workflows.ChainPlugins;
import io.tidewheel.controllers.workflows.RunRules;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.controllers.workflows.WorkflowRejected;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
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
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkflowJobsTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final RunId RUN = new RunId(7);
    private static final RunSpec SPEC = RunSpec.tasks(new Owner("ada"), "flow");
    private static final String SERVICES = """
        - id: simulate
          name: simulate
          description: simulates
          path: simulate
          runtime: other
          parameters:
            - {id: in, name: i, description: i, type: input, cardinality: 0..n}
            - {id: out, name: o, description: o, type: output, cardinality: 0..1}
        """;
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

    private final Archive archive = MemoryDatabase.empty().archive();
    private final JobControllers jobs = new JobControllers(KeptHistories.NONE, () -> NOON);

    private final WorkflowControllers workflows = new WorkflowControllers(
            new WorkflowSettings(List.of(new Source("services.yaml", SERVICES)), List.of(), "/data/tmp", "/data/out"),
            new ArchivedRuns(archive, Runnable::run, _ -> {}),
            Optional.empty(),
            jobs,
            _ -> true,
            _ -> {},
            ChainPlugins.NONE);

    @Test
    void theChainsOfAJobAreThoseOfItsPartitions() throws Exception {
        var controller = prepared().controller().opening().apply(RUN);
        var parts = controller.next(0, 100, NOON);
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
        assertThat(controller.next(3, 100, NOON)).isEmpty();

        controller.ended(2, ChainState.SUCCEEDED, part(3, "files", "/f/2"));
        controller.ended(0, ChainState.SUCCEEDED, part(4, "files", "/f/0"));
        controller.ended(1, ChainState.FAILED, Payload.NONE);
        // Those of a plain split are done again by the same number.
        assertThat(only(controller.next(3, 100, NOON)).chain().parameter()).isEqualTo("one$p1");
        assertThat(controller.isExhausted()).isFalse();
        controller.ended(3, ChainState.SUCCEEDED, part(3, "files", "/f/1"));
        var next = only(controller.next(4, 100, NOON));
        assertThat(next.chain().parameter()).isEqualTo("two$p0");
        assertThat(work(next).getCommands(0).getArgumentsList())
                .containsExactly("simulate", "/f/0", "/f/1", "/f/2", "10");
        controller.ended(4, ChainState.SUCCEEDED, part(4, "x"));
        assertThat(only(controller.next(5, 100, NOON)).chain().parameter()).isEqualTo("end");
        controller.ended(5, ChainState.SUCCEEDED, Payload.NONE);
        assertThat(controller.isExhausted()).isTrue();
        assertThat(controller.outcome(LaneTotals.ZERO).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void jobsGoOnAfterACrashAndEndAsTheyWouldHave() throws Exception {
        var accepted = prepared().controller();
        var before = accepted.opening().apply(RUN);
        var parts = before.next(0, 100, NOON);
        var reports = List.of(part(4, "files", "/f/0"), part(3, "files", "/f/1"), part(3, "files", "/f/2"));
        for (int crash = 0; crash <= 3; crash++) {
            var after = workflows.open(RUN, SPEC, accepted.document());
            for (int i = 0; i < 3; i++) {
                after.adopt(i, parts.get(i).chain().parameter(), Optional.empty());
                if (i < crash) after.ended(i, ChainState.SUCCEEDED, reports.get(i));
                else after.found(i);
            }
            if (crash < 3) assertThat(after.next(3, 100, NOON)).isEmpty();
            for (int i = crash; i < 3; i++) after.ended(i, ChainState.SUCCEEDED, reports.get(i));
            var two = only(after.next(3, 100, NOON));
            assertThat(work(two).getCommands(0).getArgumentsList())
                    .containsExactly("simulate", "/f/0", "/f/1", "/f/2", "10");
            // The second needs what the first made, which is known again only when all its chains are.
            var later = workflows.open(RUN, SPEC, accepted.document());
            for (int i = 0; i < 3; i++) {
                later.adopt(i, parts.get(i).chain().parameter(), Optional.empty());
                later.ended(i, ChainState.SUCCEEDED, reports.get(i));
            }
            later.adopt(3, two.chain().parameter(), Optional.empty());
            assertThat(later.isExhausted()).isFalse();
            later.ended(3, ChainState.SUCCEEDED, part(4, "x"));
            assertThat(only(later.next(4, 100, NOON)).chain().parameter()).isEqualTo("end");
        }
    }

    @Test
    void aJobIsGivenUpWhenTooManyOfItsTasksHaveFailedAndNothingOfItGoesOn() throws Exception {
        var controller = prepared().controller().opening().apply(RUN);
        controller.next(0, 100, NOON);
        controller.ended(0, ChainState.FAILED, Payload.NONE);
        controller.ended(1, ChainState.FAILED, Payload.NONE);
        assertThat(controller.next(3, 100, NOON)).isEmpty();
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

    private WorkflowControllers.Prepared prepared() throws WorkflowRejected {
        return workflows.prepare(new WorkflowControllers.Request(
                new Source("flow.yaml", TWO_JOBS),
                List.of(),
                List.of(),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                RunRules.NONE));
    }

    private static RunController.NextChain only(List<RunController.NextChain> nextChains) {
        assertThat(nextChains).hasSize(1);
        return nextChains.getFirst();
    }

    private static Work work(RunController.NextChain nextChain) throws Exception {
        return Work.parseFrom(nextChain.chain().body().bytes());
    }
}
