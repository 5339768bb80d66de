package io.tidewheel.experiments.cluster;

import io.tidewheel.engine.Assignment;
import io.tidewheel.model.SessionId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Pretended agents with one slot each, as little of them as there can be: who runs what, until when, and at which cell. */
final class CellAgents {
    /** Longer tasks are cut to this. */
    static final int LONGEST_SECONDS = 240;

    private static final double MEAN_SECONDS = 40;

    private final RandomGenerator random;
    private final int[] cellOf;
    private final long[] sequence;
    private final @Nullable Assignment[] work;
    private final int[] ownerOf;
    private final BitSet idle = new BitSet();
    /** The agents whose work ends in each of the next seconds, in a circle. */
    private final List<List<Integer>> ends = new ArrayList<>();

    CellAgents(int count, int cells, RandomGenerator random) {
        this.random = random;
        this.cellOf = new int[count];
        this.sequence = new long[count];
        this.ownerOf = new int[count];
        this.work = new Assignment[count];
        for (int i = 0; i < count; i++) cellOf[i] = i % cells;
        for (int i = 0; i <= LONGEST_SECONDS; i++) ends.add(new ArrayList<>());
        idle.set(0, count);
    }

    int count() {
        return cellOf.length;
    }

    static SessionId session(int agent) {
        return new SessionId(agent + 1L);
    }

    static int agent(SessionId session) {
        return (int) (session.value() - 1);
    }

    int cellOf(int agent) {
        return cellOf[agent];
    }

    void move(int agent, int cell) {
        cellOf[agent] = cell;
        sequence[agent] = 0;
    }

    /** The number of its next message. */
    long nextSequence(int agent) {
        return ++sequence[agent];
    }

    BitSet idle() {
        return idle;
    }

    boolean isIdle(int agent) {
        return idle.get(agent);
    }

    /** The owner whose work an agent does; only while it is not idle. */
    int ownerOf(int agent) {
        return ownerOf[agent];
    }

    void begin(int agent, Assignment assignment, int owner, int second) {
        work[agent] = assignment;
        ownerOf[agent] = owner;
        idle.clear(agent);
        ends.get((second + drawSeconds()) % ends.size()).add(agent);
    }

    /** Most tasks are short and some take minutes. */
    private int drawSeconds() {
        double seconds = Math.exp(random.nextGaussian() * 0.8) * MEAN_SECONDS / Math.exp(0.32);
        return Math.clamp(Math.round(seconds), 1, LONGEST_SECONDS);
    }

    /** The agents whose work ends now. */
    List<Integer> takeEnding(int second) {
        return ends.set(second % ends.size(), new ArrayList<>());
    }

    /** Ends the work of an agent, and answers what it was. */
    Assignment end(int agent) {
        var ended = work[agent];
        if (ended == null) throw new IllegalStateException("agent %d has nothing to end".formatted(agent));
        work[agent] = null;
        idle.set(agent);
        return ended;
    }
}
