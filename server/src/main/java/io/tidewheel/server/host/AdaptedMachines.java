package io.tidewheel.server.host;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Machines whose setups are adapted: before one is made or prepared, all setup adapters of the site are asked, one after the other, and what the last one
 * answers is what it is made by. Nobody waits for them but the machine. If one fails, or answers what is no setup, the machine cannot be made.
 */
public final class AdaptedMachines implements Machines {
    private final Machines machines;
    private final List<LoadedExtension> adapters;

    private AdaptedMachines(Machines machines, List<LoadedExtension> adapters) {
        this.machines = machines;
        this.adapters = adapters;
    }

    /** The plan with machines whose setups are adapted. */
    public static FleetPlan in(FleetPlan plan, LoadedExtensions extensions) {
        return new FleetPlan(
                plan.settings(),
                plan.policy(),
                access -> of(plan.machines().open(access), extensions),
                plan.endWithServer());
    }

    /** The same machines, if there are no adapters. */
    static Machines of(Machines machines, LoadedExtensions extensions) {
        var adapters = extensions.of(ExtensionType.SETUP_ADAPTER);
        return adapters.isEmpty() ? machines : new AdaptedMachines(machines, adapters);
    }

    @Override
    public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
        return adapted(setup, changed -> machines.create(id, changed, tag));
    }

    @Override
    public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
        return adapted(setup, changed -> machines.provision(id, changed, made));
    }

    private <T> CompletableFuture<T> adapted(Setup setup, Function<Setup, CompletionStage<T>> step) {
        var changed = new CompletableFuture<Setup>();
        Thread.ofVirtual().name("setup-adapters").start(() -> {
            try {
                changed.complete(ask(setup));
            } catch (ExtensionFailure failure) {
                changed.completeExceptionally(new MachineFailure(String.valueOf(failure.getMessage())));
            } catch (RuntimeException | Error bug) {
                changed.completeExceptionally(bug);
            }
        });
        return changed.thenCompose(step);
    }

    private Setup ask(Setup setup) throws ExtensionFailure {
        var now = setup;
        for (var adapter : adapters) {
            var answer = adapter.ask(Map.of(
                    "setup",
                    SetupFields.of(now),
                    "requiredCapabilities",
                    now.providedCapabilities().names()));
            if (!(answer instanceof Map<?, ?> fields))
                throw new ExtensionFailure("plug-in %s answered with something that is no setup: result"
                        .formatted(adapter.spec().name()));
            try {
                now = SetupFields.changed(now, fields);
            } catch (IllegalArgumentException wrong) {
                throw new ExtensionFailure("plug-in %s answered with a setup that cannot be: %s"
                        .formatted(adapter.spec().name(), wrong.getMessage()));
            }
        }
        return now;
    }

    @Override
    public CompletableFuture<Void> destroy(MachineId id) {
        return machines.destroy(id);
    }

    @Override
    public CompletableFuture<List<Found>> list(String tag) {
        return machines.list(tag);
    }

    @Override
    public String description() {
        return machines.description();
    }

    @Override
    public void close() {
        machines.close();
    }
}
