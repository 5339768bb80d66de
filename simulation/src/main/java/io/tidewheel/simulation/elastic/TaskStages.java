package io.tidewheel.simulation.elastic;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.simulation.workloads.WorkflowShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tasks of one kind at the same distance from the beginning of a workflow, and what they come after: what a controller can tell. */
final class TaskStages {
    private record Key(int level, String kind) {}

    private final List<String> kinds;
    private final List<Set<Integer>> before;
    private final int[] stageOf;

    private TaskStages(List<String> kinds, List<Set<Integer>> before, int[] stageOf) {
        this.kinds = kinds;
        this.before = before;
        this.stageOf = stageOf;
    }

    static TaskStages of(WorkflowShape shape) {
        var level = new int[shape.size()];
        var numbers =
                new TreeMap<Key, Integer>(Comparator.comparingInt(Key::level).thenComparing(Key::kind));
        for (int task = 0; task < level.length; task++) {
            for (int parent : shape.parents(task)) level[task] = Math.max(level[task], level[parent] + 1);
            numbers.put(new Key(level[task], shape.kind(task)), 0);
        }
        var kinds = new ArrayList<String>();
        for (var entry : numbers.entrySet()) {
            entry.setValue(kinds.size());
            kinds.add(entry.getKey().kind());
        }
        var before = new ArrayList<Set<Integer>>();
        for (int stage = 0; stage < kinds.size(); stage++) before.add(new TreeSet<>());
        var stageOf = new int[level.length];
        for (int task = 0; task < level.length; task++) {
            stageOf[task] = numbers.getOrDefault(new Key(level[task], shape.kind(task)), 0);
            for (int parent : shape.parents(task)) before.get(stageOf[task]).add(stageOf[parent]);
        }
        return new TaskStages(kinds, before, stageOf);
    }

    RemainingWork outlook(BitSet made, BitSet finished, Capabilities requires) {
        var open = new int[kinds.size()];
        var toCome = new int[kinds.size()];
        for (int task = 0; task < stageOf.length; task++) {
            if (finished.get(task)) continue;
            if (made.get(task)) open[stageOf[task]]++;
            else toCome[stageOf[task]]++;
        }
        var place = new int[kinds.size()];
        var left = new ArrayList<RemainingWork.Stage>();
        for (int stage = 0; stage < place.length; stage++) {
            place[stage] = open[stage] + toCome[stage] == 0 ? -1 : left.size();
            if (place[stage] < 0) continue;
            var after = new ArrayList<Integer>();
            for (int earlier : before.get(stage)) if (place[earlier] >= 0) after.add(place[earlier]);
            left.add(new RemainingWork.Stage(
                    kinds.get(stage), RequiredResources.of(requires), open[stage], toCome[stage], after));
        }
        return new RemainingWork(left);
    }
}
