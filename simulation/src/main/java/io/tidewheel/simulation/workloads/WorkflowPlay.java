package io.tidewheel.simulation.workloads;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.plan.WorkflowSuppositions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * One play of a workflow: the chain planner that servers use, with tasks that end well, take as long as is known or guessed, and make what is
 * supposed. A job is as many tasks as it begins with partitions. For one thread.
 */
public final class WorkflowPlay {
    /**
     * A chain, or a partition of a job.
     *
     * @param kind what it does; see {@link PlannedChain#kind}
     * @param isGuessed whether nobody knows how long some of it takes
     */
    public record Step(String key, String kind, double seconds, boolean isGuessed) {}

    /**
     * What can be said without any machine.
     *
     * @param chains how many tasks there are
     * @param guessed of how many of them nobody knows how long they take
     * @param widest how many can be done at the same time
     * @param seconds how long it takes if nothing stands in its way
     */
    public record Figures(long chains, long guessed, long widest, double seconds) {}

    private static final class OpenChain {
        final PlannedChain planned;
        int partitionsLeft;

        OpenChain(PlannedChain planned, int partitions) {
            this.planned = planned;
            this.partitionsLeft = partitions;
        }
    }

    private final ChainPlanner planner;
    private final WorkflowSuppositions supposed;
    private final Function<PlannedExecutable, OptionalDouble> known;
    private final double guessSeconds;
    private final Map<String, OpenChain> open = new HashMap<>();
    /** Partitions that nobody has asked for yet. */
    private final List<Step> ready = new ArrayList<>();

    /**
     * @param supposed what is supposed of what only the run will tell; a play of its own
     * @param known how long a command takes; of a job, one of its partitions
     * @param guessSeconds how long it takes if nothing is known
     */
    public WorkflowPlay(
            ChainPlanner planner,
            WorkflowSuppositions supposed,
            Function<PlannedExecutable, OptionalDouble> known,
            double guessSeconds) {
        this.planner = planner;
        this.supposed = supposed;
        this.known = known;
        this.guessSeconds = guessSeconds;
    }

    /** At most so many tasks that can be done now. */
    public List<Step> next(int most) {
        while (ready.size() < most) {
            var chains = planner.next(most - ready.size());
            if (chains.isEmpty()) break;
            chains.forEach(this::begin);
        }
        var part = ready.subList(0, Math.min(most, ready.size()));
        var next = List.copyOf(part);
        part.clear();
        return next;
    }

    private void begin(PlannedChain chain) {
        int parts = chain.job().map(job -> job.effort().partitions()).orElse(1);
        open.put(chain.key(), new OpenChain(chain, parts));
        var step = step(chain);
        for (int i = 0; i < parts; i++) ready.add(step);
    }

    private Step step(PlannedChain chain) {
        double seconds = 0;
        boolean guessed = false;
        // The best guess for a job that nothing is known of is that it keeps the time it was given.
        double guess = chain.job()
                .flatMap(job -> job.effort().targetTime())
                .map(target -> target.toMillis() / 1e3)
                .orElse(guessSeconds);
        for (var command : chain.executables()) {
            var own = known.apply(command);
            guessed |= own.isEmpty();
            seconds += own.orElse(guess);
        }
        return new Step(chain.key(), chain.kind(), seconds, guessed);
    }

    public void ended(Step step) {
        var chain = open.get(step.key());
        if (chain == null) throw new IllegalStateException("'%s' is not open".formatted(step.key()));
        if (--chain.partitionsLeft > 0) return;
        open.remove(step.key());
        planner.succeeded(step.key(), supposed.found(chain.planned));
    }

    public boolean isFinished() {
        // What is left may be nothing but actions whose conditions do not hold, which is seen when their turn comes.
        if (open.isEmpty() && ready.isEmpty()) planner.next(1).forEach(this::begin);
        return open.isEmpty() && ready.isEmpty() && planner.isFinished();
    }

    /** What is left, as policies see it; every simulated machine can do all of it. */
    public RemainingWork outlook() {
        return new RemainingWork(planner.outlook().stages().stream()
                .map(stage -> new RemainingWork.Stage(
                        stage.kind(),
                        RequiredResources.of(Capabilities.NONE),
                        stage.open(),
                        stage.toCome(),
                        stage.after()))
                .toList());
    }

    /**
     * Plays it to its end with machines without number.
     *
     * @throws IllegalArgumentException with a text for users, if there are more chains than {@code most}
     */
    public Figures alone(long most) {
        record Running(double end, long number, Step step) {}
        var running = new PriorityQueue<Running>(
                Comparator.comparingDouble(Running::end).thenComparingLong(Running::number));
        double now = 0;
        long chains = 0;
        long guessed = 0;
        long widest = 0;
        while (true) {
            for (var step : next(Integer.MAX_VALUE >> 1)) {
                running.add(new Running(now + step.seconds(), chains++, step));
                if (step.isGuessed()) guessed++;
                if (chains > most) throw new IllegalArgumentException("there are more than %,d chains".formatted(most));
            }
            widest = Math.max(widest, running.size());
            var first = running.poll();
            if (first == null) return new Figures(chains, guessed, widest, now);
            now = first.end;
            ended(first.step);
        }
    }
}
