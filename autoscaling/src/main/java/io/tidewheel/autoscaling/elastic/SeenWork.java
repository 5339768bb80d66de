package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Running;
import io.tidewheel.autoscaling.elastic.WorkGraph.Part;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An owner's work as the owner's policy sees it: a workflow for each run that knows what comes, with its open chains and those to come; and
 * a bag of tasks for each lane of the other runs. What runs on machines of others is no demand, and what waits for it is left out.
 */
final class SeenWork {
    private static final int MOST_TASKS = 10_000;

    private record Kind(String workflow, String kind) {}

    private final Observation seen;
    private final WorkGroup group;
    private final Set<String> myMachines;
    private final List<SeenWorkflow> workflows = new ArrayList<>();
    /** What each machine works on. */
    private final Map<String, List<Running>> running = new HashMap<>();

    private final Map<Kind, List<LaneId>> lanes = new HashMap<>();
    /** Whether machines for what requires this are decided on here. */
    private final Map<RequiredResources, Boolean> isMine = new HashMap<>();

    SeenWork(Observation seen, WorkGroup group, Set<String> myMachines) {
        this.seen = seen;
        this.group = group;
        this.myMachines = myMachines;
        var byRun = new LinkedHashMap<RunId, List<SeenLane>>();
        for (var lane : group.lanes())
            byRun.computeIfAbsent(lane.id().run(), _ -> new ArrayList<>()).add(lane);
        byRun.forEach((run, itsLanes) -> {
            var remaining = seen.outlooks().getOrDefault(run, RemainingWork.NONE);
            if (!remaining.isEmpty()) add(run.toString(), itsLanes, remaining);
            else for (var lane : itsLanes) add(run + "/" + lane.id().number(), List.of(lane), RemainingWork.NONE);
        });
    }

    List<SeenWorkflow> workflows() {
        return workflows;
    }

    Map<String, List<Running>> running() {
        return running;
    }

    /** What an order of workflows and kinds means for the lanes. */
    Map<LaneId, LaneRank> ranks(List<TaskPlacement.Place> order) {
        var ranks = new TreeMap<LaneId, LaneRank>();
        for (var place : order) {
            for (var lane : lanes.getOrDefault(new Kind(place.workflow(), place.kind()), List.of()))
                ranks.put(lane, place.rank());
        }
        return ranks;
    }

    private void add(String name, List<SeenLane> itsLanes, RemainingWork remaining) {
        var parts = new ArrayList<Part>();
        var busy = new BitSet();
        int first = 0;
        for (var lane : itsLanes) {
            int held = hold(name, lane, first);
            int all = (int) Math.min(MOST_TASKS, lane.ready() + held);
            busy.set(first, first + held);
            parts.add(new Part(lane.kind(), all, List.of()));
            lanes.computeIfAbsent(new Kind(name, lane.kind()), _ -> new ArrayList<>())
                    .add(lane.id());
            first += all;
        }
        if (!remaining.isEmpty()) addToCome(itsLanes, remaining, parts);
        var lane = itsLanes.getFirst();
        workflows.add(new SeenWorkflow(
                name,
                Math.clamp(lane.priority(), SeenWorkflow.LEAST_PRIORITY, SeenWorkflow.MOST_PRIORITY),
                lane.since(),
                WorkGraph.ofParts(parts),
                new BitSet(),
                busy,
                RunTimes.UNKNOWN));
    }

    /** Notes what machines of the owner work on; answers how much that is. */
    private int hold(String name, SeenLane lane, int first) {
        int task = 0;
        for (var on : lane.running()) {
            var machine = MachineId.ofAgent(on.agent());
            if (!myMachines.contains(machine)) continue;
            var list = running.computeIfAbsent(machine, _ -> new ArrayList<>());
            for (int each = 0; each < on.chains() && task < MOST_TASKS; each++)
                list.add(new Running(name, first + task++, on.since()));
        }
        return task;
    }

    private void addToCome(List<SeenLane> itsLanes, RemainingWork remaining, List<Part> parts) {
        var known = new HashSet<String>();
        for (var stage : remaining.stages()) if (stage.open() > 0) known.add(stage.kind());
        var ends = new ArrayList<Set<Integer>>();
        for (var stage : remaining.stages()) {
            var end = stage.open() > 0 ? openOf(stage, itsLanes, known) : new TreeSet<Integer>();
            var before = new TreeSet<Integer>();
            for (int earlier : stage.after()) before.addAll(ends.get(earlier));
            boolean isKnown = stage.after().isEmpty() || !before.isEmpty();
            if (stage.toCome() > 0 && isKnown) {
                if (isMine.computeIfAbsent(stage.need(), need -> group.isFor(need, seen))) {
                    parts.add(new Part(stage.kind(), (int) Math.min(MOST_TASKS, stage.toCome()), List.copyOf(before)));
                    end.add(parts.size() - 1);
                } else {
                    // Others do it; whoever comes after it comes after what is before it all the same.
                    end.addAll(before);
                }
            }
            ends.add(end);
        }
    }

    /** The lanes that hold the open chains of a stage. If none is called like it, any that is called like no stage may. */
    private static Set<Integer> openOf(RemainingWork.Stage stage, List<SeenLane> itsLanes, Set<String> known) {
        var same = new TreeSet<Integer>();
        var strange = new TreeSet<Integer>();
        for (int place = 0; place < itsLanes.size(); place++) {
            var kind = itsLanes.get(place).kind();
            if (kind.equals(stage.kind())) same.add(place);
            else if (!known.contains(kind)) strange.add(place);
        }
        return same.isEmpty() ? strange : same;
    }
}
