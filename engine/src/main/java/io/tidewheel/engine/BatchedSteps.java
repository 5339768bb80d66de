package io.tidewheel.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What is to be done for many at the beginning of the next turn: for all of them in one step, because each step is a way to the store and back, and
 * not for more of them in a turn than a limit. Whoever is left over comes in the turn after that.
 */
final class BatchedSteps<T> {
    private final int most;
    private final BiConsumer<Turn, List<T>> step;
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private boolean isComing;

    BatchedSteps(int most, BiConsumer<Turn, List<T>> step) {
        this.most = most;
        this.step = step;
    }

    void add(Turn turn, T item) {
        waiting.add(item);
        come(turn);
    }

    private void come(Turn turn) {
        if (isComing) return;
        isComing = true;
        turn.next(this::take);
    }

    private void take(Turn turn) {
        isComing = false;
        var taken = new ArrayList<T>();
        while (!waiting.isEmpty() && taken.size() < most) taken.add(waiting.removeFirst());
        if (!waiting.isEmpty()) come(turn);
        step.accept(turn, taken);
    }
}
