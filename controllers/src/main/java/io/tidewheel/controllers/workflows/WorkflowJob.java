package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.RunController.NextChain;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
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
    private final JobNode node;
    private final RunController live;
    private final Map<Integer, Integer> partitionOfOpen = new HashMap<>();
    private final Map<Integer, Map<String, ? extends List<?>>> made = new TreeMap<>();
    private int failures;
    private boolean lettingGo;
    private boolean begun;

    private WorkflowJob(PlannedChain planned, ChainWork work, JobNode node) {
        this.planned = planned;
        this.job = planned.job().orElseThrow();
        this.work = work;
        this.node = node;
        this.live = node.partitions();
    }

    static WorkflowJob begin(RunId run, PlannedChain planned, ChainWork work, JobNodes jobs) {
        return new WorkflowJob(planned, work, jobs.open(run, planned.key(), document(planned)));
    }

    /** @param began when its first partition began, if that is known */
    static WorkflowJob reopen(RunId run, PlannedChain planned, ChainWork work, JobNodes jobs, Optional<Instant> began) {
        return new WorkflowJob(planned, work, jobs.reopen(run, planned.key(), document(planned), began));
    }

    private static JobDocument document(PlannedChain planned) {
        var effort = planned.job().orElseThrow().effort();
        var target = effort.targetTime();
        return JobDocument.newBuilder()
                .setIterations(effort.iterations())
                .setTargetMillis(
                        target.map(time -> Math.max(1, time.toMillis())).orElse(0L))
                .setPartitions(effort.partitions())
                .setMostPartitions(target.isPresent() ? effort.mostPartitions() : effort.partitions())
                .setReportMillis(effort.reportEvery()
                        .map(every -> Math.max(1, every.toMillis()))
                        .orElse(0L))
                .build();
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
            var outcome = WorkflowController.wire(report);
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
        var sprouts = new ArrayList<NextChain>();
        for (var wanted : live.next(firstIndex, most, now)) {
            int partition = Integer.parseInt(wanted.chain().parameter());
            partitionOfOpen.put(firstIndex + sprouts.size(), partition);
            sprouts.add(new NextChain(
                    work.lane(planned, planned.kind()),
                    new NewChain(
                            PartitionName.name(key(), partition),
                            work.body(planned, partition, part(wanted.chain().body()), now))));
        }
        if (!begun && !sprouts.isEmpty()) {
            begun = true;
            node.begun();
        }
        return sprouts;
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
        if (node.isComplete()) return false;
        return failures > job.effort().mostFailures() || live.isExhausted();
    }

    private void letGo() {
        if (lettingGo) return;
        lettingGo = true;
        for (var index : partitionOfOpen.keySet()) node.letGo(index);
    }

    boolean isOver() {
        return partitionOfOpen.isEmpty() && (node.isComplete() || isLost());
    }

    /** How it has ended; it is forgotten then. */
    ChainState end() {
        var state = endState();
        node.close(state);
        return state;
    }

    private ChainState endState() {
        if (node.isComplete()) return ChainState.SUCCEEDED;
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
        job.count().ifPresent(variable -> found.put(variable, List.of(node.stored())));
        return found;
    }
}
