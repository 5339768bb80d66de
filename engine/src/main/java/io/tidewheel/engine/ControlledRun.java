package io.tidewheel.engine;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run whose controller is told how chains end, as the engine drives it: which lanes it has, which of its chains are open, and how many may be
 * open at a time.
 */
final class ControlledRun {
    private static final int PAGE = 10_000;
    /** How many chains are made ahead of those that run: enough to feed a large fleet, few enough to keep memory small. */
    static final int MOST_OPEN = 20_000;

    static final int AT_ONCE = 4_096;

    /** New chains of one lane, at consecutive indexes from the first on. */
    record Batch(int lane, int firstIndex, List<NewChain> chains) {}

    private final RunController controller;
    private final Map<LaneSpec, Integer> lanes = new HashMap<>();
    private final List<LaneSpec> newLanes = new ArrayList<>();
    private final Set<Integer> open = new TreeSet<>();

    ControlledRun(RunController controller) {
        this.controller = controller;
    }

    /** Brings a run back to where the store says it is. */
    static ControlledRun restored(RunController controller, LiveRun run, Store store) {
        var growing = new ControlledRun(controller);
        for (int lane = 0; lane < run.lanes.size(); lane++)
            growing.lanes.putIfAbsent(keyOf(run.lanes.get(lane).spec, run), lane);
        for (int from = 0; ; ) {
            var page = store.chains(run.id, from, PAGE);
            page.forEach(growing::take);
            if (page.size() < PAGE) return growing;
            from = page.getLast().id().index() + 1;
        }
    }

    private void take(ChainRecord chain) {
        int index = chain.id().index();
        controller.adopt(index, chain.parameter(), chain.firstClaimed());
        open.add(index);
        if (chain.state().isFinal()) ended(index, chain.state(), chain.report());
        else if (chain.state() == ChainState.RUNNING) controller.found(index);
    }

    /** Each end counts once, from whomever it is heard. */
    void ended(int index, ChainState state, Payload report) {
        if (open.remove(index)) controller.ended(index, state, report);
    }

    Set<Integer> open() {
        return open;
    }

    /** The next chains, grouped by lane. Lanes that are new are in {@link #takeNewLanes} then, in the order of their numbers. */
    List<Batch> next(LiveRun run, Instant now) {
        int most = Math.min(AT_ONCE, MOST_OPEN - open.size());
        if (most <= 0) return List.of();
        var nextChains = controller.next(run.made, most, now);
        var batches = new ArrayList<Batch>();
        for (var next : nextChains) {
            int lane = laneOf(keyOf(next.lane(), run), run);
            int index = run.made + countOf(batches);
            if (batches.isEmpty() || batches.getLast().lane() != lane)
                batches.add(new Batch(lane, index, new ArrayList<>()));
            batches.getLast().chains().add(next.chain());
            open.add(index);
        }
        return batches;
    }

    private static int countOf(List<Batch> batches) {
        if (batches.isEmpty()) return 0;
        var last = batches.getLast();
        return last.firstIndex()
                - batches.getFirst().firstIndex()
                + last.chains().size();
    }

    private int laneOf(LaneSpec spec, LiveRun run) {
        var known = lanes.get(spec);
        if (known != null) return known;
        int number = run.lanes.size() + newLanes.size();
        lanes.put(spec, number);
        newLanes.add(spec);
        return number;
    }

    /** All lanes have the priority of their run, also after it was changed. */
    private static LaneSpec keyOf(LaneSpec spec, LiveRun run) {
        return spec.priority() == run.spec.priority() ? spec : spec.withPriority(run.spec.priority());
    }

    /** A change of priority makes the lanes known under their new look. */
    void repriced(LiveRun run) {
        lanes.clear();
        for (int lane = 0; lane < run.lanes.size(); lane++) lanes.putIfAbsent(run.lanes.get(lane).spec, lane);
    }

    Map<LaneId, LaneSpec> takeNewLanes(LiveRun run) {
        var taken = new LinkedHashMap<LaneId, LaneSpec>();
        for (var spec : newLanes) taken.put(new LaneId(run.id, run.lanes.size() + taken.size()), spec);
        newLanes.clear();
        return taken;
    }

    RemainingWork outlook() {
        return controller.outlook();
    }

    /** True if all of the chains made so far have ended, and no more come. */
    boolean isDone() {
        return open.isEmpty() && controller.isExhausted();
    }
}
