package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerObservation;
import io.tidewheel.autoscaling.elastic.OwnerPlan;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is the same whoever places tasks and makes machines: workflows arrive and are closed, users are measured, decisions are timed, and at
 * the end there are figures.
 */
final class ScenarioPlayer {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int SAMPLES_PER_INTERVAL = 4;

    final VirtualTime time = new VirtualTime(START);
    private final FleetScenario scenario;
    private final PolicySimulation.Watcher watcher;
    private final Iterator<TimedWorkflow> arrivals;
    private final List<UserMeter> meters = new ArrayList<>();
    private final List<WorkflowFigures> done = new ArrayList<>();
    private final List<ScenarioResult.Sample> samples = new ArrayList<>();
    private long[] decisions = new long[256];
    private int decisionCount;
    private int open;
    private long runs;
    private long events;
    private long failures;

    ScenarioPlayer(FleetScenario scenario, PolicySimulation.Watcher watcher) {
        this.scenario = scenario;
        this.watcher = watcher;
        this.arrivals = scenario.workload().workflows().iterator();
        int all = scenario.types().stream().mapToInt(MachineType::limit).sum();
        for (var budget : scenario.budgets())
            meters.add(new UserMeter(budget, all, scenario.types().size(), scenario.interval()));
    }

    UserMeter meter(int user) {
        return meters.get(user);
    }

    /** Lets workflows arrive when it is time for each. */
    void begin(Consumer<OpenWorkflow> arrived) {
        if (!arrivals.hasNext()) return;
        var timed = arrivals.next();
        time.after(Duration.ofNanos(Math.round(timed.arrival() * 1e9) - time.nanos()), () -> {
            arrived.accept(arrive(timed));
            begin(arrived);
        });
    }

    /** The same for one that grows: it arrives at the very beginning. */
    Optional<UnfoldedWorkflow> beginGrowing() {
        if (scenario.growing().isEmpty()) return Optional.empty();
        open++;
        var meter = meter(0);
        return Optional.of(new UnfoldedWorkflow(scenario.growing().get(), more -> {
            meter.until(time.nanos());
            meter.demand += more;
        }));
    }

    private OpenWorkflow arrive(TimedWorkflow timed) {
        var workflow = new OpenWorkflow(timed, new RunId(++runs), time.instant());
        open++;
        var meter = meter(timed.user());
        meter.until(time.nanos());
        meter.demand += workflow.eligible.cardinality();
        return workflow;
    }

    /** Looks at how things stand, now and again and again. */
    void sample() {
        time.after(Duration.ofNanos(scenario.interval().toNanos() / SAMPLES_PER_INTERVAL), this::sample);
        samples.add(new ScenarioResult.Sample(
                time.nanos() / 1e9,
                meters.stream().map(meter -> meter.demand).toList(),
                meters.stream().map(UserMeter::supply).toList(),
                meters.stream().map(meter -> meter.busy).toList(),
                meters.stream().map(UserMeter::supplyByType).toList()));
    }

    /** A task starts on a machine of a type. Answers how long it takes there. */
    double started(ArrivedWorkflow workflow, int task, int type) {
        meter(workflow.user).busy++;
        double now = time.nanos() / 1e9;
        if (workflow instanceof OpenWorkflow known) watcher.started(known.timed, task, type, now);
        if (workflow.firstStart < 0) workflow.firstStart = now;
        return workflow.seconds(scenario.conditions(), type, task);
    }

    void ended(ArrivedWorkflow workflow, int task) {
        var meter = meter(workflow.user);
        meter.until(time.nanos());
        meter.busy--;
        meter.demand += workflow.ended(task) - 1;
        meter.tasksDone++;
        if (workflow.isOver()) close(workflow);
    }

    private void close(ArrivedWorkflow workflow) {
        open--;
        done.add(workflow.figures(time.nanos() / 1e9));
    }

    /** A machine has failed by itself. */
    void failed() {
        failures++;
    }

    /** Asks a policy, and measures how long it takes. */
    OwnerPlan decide(OwnerPolicy policy, OwnerObservation seen) {
        long began = System.nanoTime();
        var plan = policy.decide(seen);
        if (decisionCount == decisions.length) decisions = Arrays.copyOf(decisions, decisionCount * 2);
        decisions[decisionCount++] = System.nanoTime() - began;
        return plan;
    }

    /** Lets the next thing happen. False if all workflows are finished. */
    boolean step() {
        if (!isOpen()) return false;
        if (!time.step(LONGEST))
            throw new IllegalStateException("%d workflows are not finished after a year".formatted(open));
        events++;
        return true;
    }

    private boolean isOpen() {
        return open > 0
                || arrivals.hasNext()
                || done.size() < scenario.workload().workflows().size();
    }

    ScenarioResult figures(List<String> refused) {
        meters.forEach(meter -> meter.until(time.nanos()));
        return new ScenarioResult(
                List.copyOf(done),
                meters.stream().map(UserMeter::figures).toList(),
                List.copyOf(samples),
                Arrays.copyOf(decisions, decisionCount),
                List.copyOf(refused),
                events,
                failures);
    }
}
