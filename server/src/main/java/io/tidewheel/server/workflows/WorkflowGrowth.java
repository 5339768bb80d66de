package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.engine.Growth;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunState;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.Unfolding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A workflow as a run that grows: a chain is known by its actions, one a line, and what it made is in its report. */
final class WorkflowGrowth implements Growth {
    private static final Comparator<PlannedChain> BY_LANE = Comparator.comparing(PlannedChain::requires);

    private final Unfolding unfolding;
    private final ChainWork work;
    private final Map<Integer, String> keys = new HashMap<>();

    WorkflowGrowth(Unfolding unfolding, ChainWork work) {
        this.unfolding = unfolding;
        this.work = work;
    }

    /** A chain of a run that this one retries: it counts as done. To be called in the order of their making, before anything else. */
    void inherit(String parameter, Payload report) {
        unfolding.succeeded(unfolding.adopt(actions(parameter)), work.found(wire(report)));
    }

    private static List<String> actions(String parameter) {
        return List.of(parameter.split("\n", -1));
    }

    @Override
    public List<Sprout> next(int firstIndex, int most) {
        var chains = new ArrayList<>(unfolding.next(most));
        chains.sort(BY_LANE); // neighbours in one lane are leased together
        var sprouts = new ArrayList<Sprout>(chains.size());
        for (var chain : chains) {
            keys.put(firstIndex + sprouts.size(), chain.key());
            sprouts.add(new Sprout(
                    ChainWork.lane(chain), new NewChain(String.join("\n", chain.actions()), work.body(chain))));
        }
        return sprouts;
    }

    @Override
    public void adopt(int index, String parameter) {
        keys.put(index, unfolding.adopt(actions(parameter)));
    }

    @Override
    public void ended(int index, ChainState state, Payload report) {
        var key = keys.remove(index);
        if (key == null) throw new IllegalStateException("chain %d was never made".formatted(index));
        switch (state) {
            case SUCCEEDED -> unfolding.succeeded(key, work.found(wire(report)));
            case CANCELLED -> unfolding.cancelled(key);
            default -> unfolding.failed(key);
        }
    }

    private static io.tidewheel.protocol.wire.Outcome wire(Payload report) {
        try {
            return io.tidewheel.protocol.wire.Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a report that was accepted cannot be read", strange);
        }
    }

    @Override
    public boolean isExhausted() {
        return unfolding.isFinished();
    }

    @Override
    public Growth.Outcome outcome() {
        var outcome = unfolding.outcome();
        return switch (outcome.status()) {
            case SUCCESS -> new Growth.Outcome(RunState.SUCCEEDED, Reason.NONE);
            case PARTIAL_SUCCESS -> new Growth.Outcome(RunState.FAILED, Reason.PARTIAL);
            case ERROR ->
                new Growth.Outcome(RunState.FAILED, outcome.leftOver() > 0 ? Reason.LEFT_OVER : Reason.EXIT_CODE);
            case CANCELLED -> new Growth.Outcome(RunState.CANCELLED, Reason.CANCELLED);
        };
    }
}
