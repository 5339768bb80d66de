package io.tidewheel.simulation.elastic;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A cloud under virtual time, behind the machine port: machines boot for as long as their setup says, some cannot be made, and some fail
 * after a while. It writes its own bill: whatever exists is paid for, whoever asked for it.
 */
final class SimCloud implements Machines {
    /** The listener that hears what becomes of machines. */
    interface Witness {
        /** The machine exists, and will be paid for at once and again whenever a billing interval is over. */
        void bought(MachineId id, Setup setup);

        void paid(MachineId id, Setup setup);

        /** The machine is ready, and its agent joins. */
        void ready(MachineId id, Setup setup);

        /** The machine has failed by itself. */
        void failed(MachineId id);

        /** The machine exists no more. */
        void gone(MachineId id);
    }

    private static final class Machine {
        final Setup setup;
        boolean alive = true;
        boolean ready;

        Machine(Setup setup) {
            this.setup = setup;
        }
    }

    private final VirtualTime time;
    private final RandomGenerator random;
    private final FleetScenario.Conditions conditions;
    private final Witness witness;
    private final Map<MachineId, Machine> machines = new LinkedHashMap<>();

    SimCloud(VirtualTime time, RandomGenerator random, FleetScenario.Conditions conditions, Witness witness) {
        this.time = time;
        this.random = random;
        this.conditions = conditions;
        this.witness = witness;
    }

    @Override
    public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
        if (!machines.containsKey(id)) {
            if (random.nextDouble() < conditions.refusals())
                return CompletableFuture.failedFuture(new MachineFailure("the cloud has none to give"));
            machines.put(id, new Machine(setup));
            witness.bought(id, setup);
            payAgain(id, setup);
        }
        return CompletableFuture.completedFuture(new Made("sim-" + id, Optional.empty()));
    }

    private void payAgain(MachineId id, Setup setup) {
        // Whoever is gone at the very end of a paid time does not pay again: what else happens at that moment comes
        // first.
        time.after(
                setup.billing().interval(),
                () -> time.after(Duration.ZERO, () -> {
                    if (!machines.containsKey(id)) return;
                    witness.paid(id, setup);
                    payAgain(id, setup);
                }));
    }

    @Override
    public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
        var answer = new CompletableFuture<Void>();
        int booting = 0;
        for (var each : machines.values()) if (!each.ready) booting++;
        var boot = conditions.boot(setup.id(), setup.bootDelay(), booting);
        if (boot.isZero()) prepare(id, answer);
        else time.after(boot, () -> prepare(id, answer));
        return answer;
    }

    private void prepare(MachineId id, CompletableFuture<Void> answer) {
        var machine = machines.get(id);
        if (machine == null || !machine.alive) {
            answer.completeExceptionally(new MachineFailure("it is not there any more"));
            return;
        }
        if (!machine.ready) {
            machine.ready = true;
            witness.ready(id, machine.setup);
            failSometime(id, machine);
        }
        answer.complete(null);
    }

    private void failSometime(MachineId id, Machine machine) {
        if (conditions.meanLife().isZero()) return;
        double life = -Math.log(1 - random.nextDouble()) * conditions.meanLife().toNanos();
        time.after(Duration.ofNanos((long) life), () -> {
            if (machines.get(id) != machine) return;
            machine.alive = false;
            witness.failed(id);
        });
    }

    @Override
    public CompletableFuture<Void> destroy(MachineId id) {
        if (machines.remove(id) != null) witness.gone(id);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<List<Found>> list(String tag) {
        var found = new ArrayList<Found>();
        machines.forEach((id, machine) -> found.add(new Found(id, "sim-" + id, machine.alive)));
        return CompletableFuture.completedFuture(found);
    }

    @Override
    public String description() {
        return "a simulated cloud";
    }

    @Override
    public void close() {}
}
