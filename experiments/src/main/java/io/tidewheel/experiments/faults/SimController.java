package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A run that grows like a workflow: a graph drawn from the seed in its document, a chain for each node, made when all nodes before it have
 * succeeded. Knows what must be true of its chains at any time.
 */
final class SimController implements RunController {
    private record Node(List<Integer> after, LaneSpec lane, Payload task) {}

    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Integer> nodeOf = new HashMap<>();
    private final Set<Integer> made = new HashSet<>();
    private final Set<Integer> succeeded = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();

    private SimController(long seed) {
        var random = new SplittableRandom(seed);
        int size = random.nextInt(60);
        for (int i = 0; i < size; i++) {
            var after = new ArrayList<Integer>();
            for (int j = random.nextInt(4); j > 0 && i > 0; j--) after.add(random.nextInt(i));
            var lane = new LaneSpec(
                    Capabilities.of(List.of("a", "b").subList(0, random.nextInt(3))),
                    0,
                    new RetryPolicy(1 + random.nextInt(3), Duration.ZERO, 1, RetryPolicy.LONGEST),
                    ChainTimeLimits.NONE,
                    Delivery.EXACTLY_ONCE,
                    Payload.NONE);
            var task = new SimTask(Duration.ofMillis(random.nextInt(2_000)), random.nextInt(10) == 0 ? 9 : 0, false);
            nodes.add(new Node(after, lane, task.encode()));
        }
    }

    static RunController open(Payload document) {
        return new SimController(Long.parseLong(new String(document.bytes(), StandardCharsets.UTF_8)));
    }

    static Payload document(long seed) {
        return Payload.of(Long.toString(seed).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        var nextChains = new ArrayList<NextChain>();
        for (int i = 0; i < nodes.size() && nextChains.size() < most; i++) {
            if (made.contains(i) || !succeeded.containsAll(nodes.get(i).after)) continue;
            adopt(firstIndex + nextChains.size(), Integer.toString(i), Optional.empty());
            nextChains.add(new NextChain(nodes.get(i).lane, new NewChain(Integer.toString(i), nodes.get(i).task)));
        }
        return nextChains;
    }

    @Override
    public void adopt(int index, String parameter, Optional<Instant> began) {
        int node = Integer.parseInt(parameter);
        nodeOf.put(index, node);
        if (!made.add(node)) throw new IllegalStateException("node %d is made twice".formatted(node));
        if (!succeeded.containsAll(nodes.get(node).after))
            throw new IllegalStateException("node %d is made too early".formatted(node));
    }

    @Override
    public void ended(int index, ChainState state, Payload report) {
        var node = nodeOf.get(index);
        if (node == null) throw new IllegalStateException("chain %d was never made".formatted(index));
        if (state == ChainState.SUCCEEDED) succeeded.add(node);
        else lost.add(node);
    }

    @Override
    public boolean isExhausted() {
        var never = new HashSet<>(lost);
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).after.stream().anyMatch(never::contains)) never.add(i);
            else if (!made.contains(i)) return false;
        }
        return true;
    }

    @Override
    public RunOutcome outcome(LaneTotals totals) {
        if (lost.isEmpty()) return new RunOutcome(RunState.SUCCEEDED, Reason.NONE);
        return new RunOutcome(RunState.FAILED, made.size() == nodes.size() ? Reason.PARTIAL : Reason.LEFT_OVER);
    }

    /** Throws if chains, in the order of their making, are not what this run can have; {@code whole} if it came to its own end. */
    static void check(Payload document, List<ChainRecord> chains, boolean whole) {
        var growth = (SimController) open(document);
        for (var chain : chains) {
            growth.adopt(chain.id().index(), chain.parameter(), chain.firstClaimed());
            if (chain.state().isFinal()) growth.ended(chain.id().index(), chain.state(), chain.report());
        }
        if (whole && !growth.isExhausted()) throw new IllegalStateException("it ended, and chains are missing");
    }
}
