package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.ControllerEffects;
import io.tidewheel.controllers.ReportedOutcome;
import io.tidewheel.controllers.RunController.NextChain;
import io.tidewheel.controllers.jobs.CompiledJob;
import io.tidewheel.controllers.jobs.GatheredEffects;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistory;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An iterative job inside of a workflow. Its partitions are chains of the workflow's run; it is over when none of them is open and enough is
 * done, or too many have failed. How it ends depends on how its chains ended and not on their order, so that it ends in the same way when it
 * is brought back after a crash.
 */
final class WorkflowJob {
    private final PlannedChain planned;
    private final PlannedJob job;
    private final ChainWork work;
    private final JobController live;
    private final Map<Integer, Integer> partitionOfOpen = new HashMap<>();
    private final Map<Integer, Map<String, ? extends List<?>>> made = new TreeMap<>();
    private final GatheredEffects effects = new GatheredEffects();
    private int failures;
    private boolean lettingGo;
    private boolean begun;

    private WorkflowJob(PlannedChain planned, ChainWork work, JobController live) {
        this.planned = planned;
        this.job = planned.job().orElseThrow();
        this.work = work;
        this.live = live;
    }

    static WorkflowJob begin(RunId run, PlannedChain planned, ChainWork work, JobControllers jobs) {
        return new WorkflowJob(planned, work, jobs.openInside(run, planned.key(), document(planned)));
    }

    /** @param began when its first partition began, if that is known */
    static WorkflowJob reopen(
            RunId run,
            PlannedChain planned,
            ChainWork work,
            JobControllers jobs,
            Optional<Instant> began,
            KeptHistory kept) {
        return new WorkflowJob(planned, work, jobs.reopenInside(run, planned.key(), document(planned), began, kept));
    }

    private static JobDocument document(PlannedChain planned) {
        return CompiledJob.document(planned.job().orElseThrow().effort().size()).build();
    }

    String key() {
        return planned.key();
    }

    void adopt(int index, int partition, Optional<Instant> began) {
        live.adopt(index, Integer.toString(partition), began);
        partitionOfOpen.put(index, partition);
    }

    void found(int index) {
        live.found(index);
    }

    void ended(int index, ChainState state, Payload report) {
        var partition = partitionOfOpen.remove(index);
        if (partition == null) throw new IllegalStateException("chain %d was never made".formatted(index));
        if (state == ChainState.FAILED) failures++;
        if (state == ChainState.SUCCEEDED) {
            var outcome = ReportedOutcome.read(report);
            if (outcome.hasPart()) made.put(partition, work.found(outcome));
        }
        live.ended(index, state, report);
    }

    /** Chains for the partitions that its balancer wants now. */
    List<NextChain> next(int firstIndex, int most, Instant now) {
        if (isLost()) {
            letGo();
            return List.of();
        }
        var nextChains = new ArrayList<NextChain>();
        for (var wanted : live.next(firstIndex, most, now)) {
            int partition = Integer.parseInt(wanted.chain().parameter());
            partitionOfOpen.put(firstIndex + nextChains.size(), partition);
            nextChains.add(new NextChain(
                    work.lane(planned, planned.kind()),
                    new NewChain(
                            PartitionName.name(key(), partition),
                            work.body(planned, partition, part(wanted.chain().body()), now))));
        }
        if (!begun && !nextChains.isEmpty()) {
            begun = true;
            live.begun();
        }
        return nextChains;
    }

    private PartitionOrder part(Payload body) {
        try {
            return Work.parseFrom(body.bytes()).getPart().toBuilder()
                    .setPartitions(job.effort().partitions())
                    .build();
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException("what was just written cannot be read", impossible);
        }
    }

    /** Whether it cannot come to a good end any more. */
    private boolean isLost() {
        if (live.job().isComplete()) return false;
        return failures > job.effort().mostFailures() || live.isExhausted();
    }

    private void letGo() {
        if (lettingGo) return;
        lettingGo = true;
        for (var index : partitionOfOpen.keySet()) effects.release(index, Reason.TOO_MANY_FAILS);
    }

    JobController live() {
        return live;
    }

    /** What it wants done since it was asked last. */
    ControllerEffects takeEffects() {
        effects.add(live.takeEffects());
        return effects.take();
    }

    boolean isOver() {
        return partitionOfOpen.isEmpty() && (live.job().isComplete() || isLost());
    }

    /** How it has ended; it is forgotten then. */
    ChainState end() {
        var state = endState();
        live.close(state);
        return state;
    }

    private ChainState endState() {
        if (live.job().isComplete()) return ChainState.SUCCEEDED;
        boolean givenUp = failures > job.effort().mostFailures();
        return !givenUp && live.outcome(LaneTotals.ZERO).state() == RunState.CANCELLED
                ? ChainState.CANCELLED
                : ChainState.FAILED;
    }

    /** What its partitions made, by variable, in the order of the partitions; and how many iterations they did. */
    Map<String, List<?>> found() {
        var found = new HashMap<String, List<?>>();
        for (var output : planned.executables().getFirst().outputs()) {
            var files = new ArrayList<Object>();
            for (var each : made.values()) {
                var ofPartition = each.get(output.variable());
                if (ofPartition != null) files.addAll(ofPartition);
            }
            found.put(output.variable(), files);
        }
        job.count().ifPresent(variable -> found.put(variable, List.of(live.job().stored())));
        return found;
    }
}
