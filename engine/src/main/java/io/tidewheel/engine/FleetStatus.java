package io.tidewheel.engine;

import io.tidewheel.autoscaling.Breaker;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Money;
import io.tidewheel.model.RunId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the fleet stands.
 *
 * @param leading whether this server looks after the machines; if not, it knows nothing of them
 * @param machines those that have not ended, oldest first
 * @param shortages what the last plan has no room for, and why
 * @param spendings how owners stand with their budgets, in the order of their names
 * @param wishes what would be done if this were no dry run; empty if it is none
 * @param trouble what keeps the fleet from doing its work; empty if nothing does
 * @param runs how unfinished runs stand that have a budget of their own
 */
public record FleetStatus(
        boolean leading,
        List<Entry> machines,
        Map<String, Breaker> breakers,
        List<Plan.Shortage> shortages,
        List<Plan.Spending> spendings,
        List<String> wishes,
        String trouble,
        Map<RunId, RunSpending> runs) {
    public static final FleetStatus STARTING = new FleetStatus(
            false, List.of(), Map.of(), List.of(), List.of(), List.of(), "the fleet is starting", Map.of());

    /**
     * How a run stands with a budget of its own.
     *
     * @param spent what it has cost, and what is set aside for it in intervals that are not over
     * @param oneMore what an interval costs at least of a machine that could do what waits, if that is more than is left
     */
    public record RunSpending(Money budget, Money spent, Optional<Money> oneMore) {}

    /** A machine, and what its agents do. */
    public record Entry(MachineRecord record, int agents, int holds) {
        public MachineState.Supply supply() {
            return record.state().supply(holds > 0);
        }
    }

    public FleetStatus {
        machines = List.copyOf(machines);
        breakers = Map.copyOf(breakers);
        shortages = List.copyOf(shortages);
        spendings = List.copyOf(spendings);
        wishes = List.copyOf(wishes);
        runs = Map.copyOf(runs);
    }
}
