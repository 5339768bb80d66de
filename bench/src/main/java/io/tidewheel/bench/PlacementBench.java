package io.tidewheel.bench;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.LaneGrant;
import io.tidewheel.scheduling.Placement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What {@code tidewheel bench placement} measures: one placement decision, that is a slot that becomes free and the choice of what it does
 * next, while many chains wait and all other agents are busy. Everything else that happens between decisions is left out of the time.
 */
public final class PlacementBench {
    /**
     * What to measure.
     *
     * @param chains how many wait, one figure for each
     * @param agents how many there are, one figure for each
     * @param decisions how many are timed for each figure
     */
    public record Options(List<Integer> chains, List<Integer> agents, int decisions) {}

    /** How the waiting chains stand in lanes, and how alike the agents are. */
    private enum Shape {
        /** One workflow: a lane for each capability set. */
        ONE_RUN("one run, five sets", true, false),
        /** There are as many runs as chains, each with a lane of its own. */
        MANY_RUNS("a run per chain, five sets", false, false),
        /** Each agent also offers its own name, so that no two are alike. */
        ALL_DIFFERENT("one run, no two agents alike", true, true);

        private final String words;
        private final boolean oneRun;
        private final boolean differentAgents;

        Shape(String words, boolean oneRun, boolean differentAgents) {
            this.words = words;
            this.oneRun = oneRun;
            this.differentAgents = differentAgents;
        }
    }

    private static final List<List<String>> SETS =
            List.of(List.of("R1"), List.of("R2"), List.of("R3"), List.of("R4"), List.of("R3", "R4"));
    private static final Owner OWNER = new Owner("bench");

    private final Options options;
    private final Consumer<String> progress;
    private final List<BenchFigure> figures = new ArrayList<>();

    private PlacementBench(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Measures and prints: JSON lines or a table to {@code out}, what is going on to {@code progress}. */
    public static void run(Options options, boolean json, PrintStream out, Consumer<String> progress) {
        var bench = new PlacementBench(options, progress);
        // The first pass lets the compiler see every shape before anything counts.
        for (var shape : Shape.values()) new Scene(shape, 1_000, 64).decide(options.decisions);
        for (var shape : Shape.values()) bench.measure(shape);
        bench.figures.forEach(figure -> out.println(json ? figure.json() : figure.row()));
    }

    private void measure(Shape shape) {
        for (int chains : options.chains) {
            for (int agents : options.agents) {
                var scene = new Scene(shape, chains, agents);
                scene.decide(options.decisions / 4);
                var nanos = scene.decide(options.decisions);
                Arrays.sort(nanos);
                var setting = "%s, %d x %d".formatted(shape.words, chains, agents);
                add("placement mean", setting, Arrays.stream(nanos).average().orElse(0) / 1e3, "<= 50");
                add("placement p99", setting, nanos[nanos.length * 99 / 100] / 1e3, "<= 1000");
            }
        }
    }

    private void add(String name, String setting, double micros, String goal) {
        var figure = new BenchFigure(name, setting, micros, "us", goal);
        figures.add(figure);
        progress.accept(figure.row().strip());
    }

    /** A placement with so many chains waiting and all agents busy; it stays like that. */
    private static final class Scene {
        private final Placement placement = new Placement();
        private final Shape shape;
        private final List<SessionId> agents = new ArrayList<>();
        private final Map<SessionId, LaneId> doing = new HashMap<>();
        private final long[] waiting = new long[SETS.size()];
        private long nextRun = 1;

        Scene(Shape shape, int chains, int agentCount) {
            this.shape = shape;
            if (shape.oneRun) {
                for (int set = 0; set < SETS.size(); set++) addLane(1, set);
                for (int i = 0; i < chains + agentCount; i++) waiting[i % SETS.size()]++;
                for (int set = 0; set < SETS.size(); set++) placement.ready(lane(1, set), waiting[set]);
            } else {
                for (int i = 0; i < chains + agentCount; i++) arrive(i % SETS.size());
            }
            for (int i = 0; i < agentCount; i++) join(i);
            for (var grant : placement.place(agentCount)) began(grant);
        }

        private void join(int number) {
            var offers = new ArrayList<>(SETS.get(number % SETS.size()));
            if (shape.differentAgents) offers.add("host-" + number);
            var id = new SessionId(number + 1);
            agents.add(id);
            placement.addAgent(id, Capabilities.of(offers), Amounts.UNLIMITED, 1);
            placement.free(id, 1, 0);
        }

        /** Agents become free one after the other; returns how long each decision took. */
        long[] decide(int count) {
            var nanos = new long[count];
            for (int i = 0; i < count; i++) {
                var agent = agents.get(i % agents.size());
                end(agent);
                long start = System.nanoTime();
                placement.free(agent, 1, 0);
                var grants = placement.place(1);
                nanos[i] = System.nanoTime() - start;
                if (grants.size() != 1) throw new IllegalStateException("a free agent was given nothing: " + grants);
                began(grants.getFirst());
            }
            return nanos;
        }

        private void began(LaneGrant grant) {
            doing.put(grant.agent(), grant.lane());
            if (shape.oneRun) waiting[grant.lane().number()]--;
        }

        /** What the agent did is over, and as many chains wait as before: another one of that kind has come. */
        private void end(SessionId agent) {
            var lane = doing.remove(agent);
            if (lane == null) throw new IllegalStateException("agent %s did nothing".formatted(agent));
            placement.running(lane, -1);
            int set = lane.number();
            if (shape.oneRun) {
                placement.ready(lane, ++waiting[set]);
            } else {
                placement.removeLane(lane);
                arrive(set);
            }
        }

        private void arrive(int set) {
            addLane(nextRun, set);
            placement.ready(lane(nextRun++, set), 1);
        }

        private void addLane(long run, int set) {
            placement.addLane(lane(run, set), OWNER, Capabilities.of(SETS.get(set)), Amounts.NONE, 0);
        }

        private static LaneId lane(long run, int set) {
            return new LaneId(new RunId(run), set);
        }
    }
}
