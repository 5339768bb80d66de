package io.tidewheel.engine;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Machines that exist in a map, made by somebody who fails, hangs, is late and loses answers when told to. */
final class FakeMachines implements Machines {
    /** How a step goes. */
    enum Mood {
        FINE,
        /** Says no, and has done nothing. */
        FAILS,
        /** Never answers, and does nothing. */
        HANGS,
        /** Does it, and never answers. */
        LOSES_ANSWER,
        /** Does it and answers, but only after ten minutes. */
        LATE
    }

    static final Duration TAKES = Duration.ofSeconds(3);
    private static final Duration LATE = Duration.ofMinutes(10);

    private final VirtualTime time;
    /** What exists, and whether it runs. */
    final Map<MachineId, Boolean> real = new TreeMap<>();

    final List<String> calls = new ArrayList<>();
    Mood creating = Mood.FINE;
    Mood provisioning = Mood.FINE;
    Mood destroying = Mood.FINE;
    boolean listFails;
    /** Told when a machine has been prepared: its agent joins then, if anybody arranges it. */
    Consumer<MachineId> ready = _ -> {};
    /** Told when a machine has been taken away. */
    Consumer<MachineId> gone = _ -> {};

    FakeMachines(VirtualTime time) {
        this.time = time;
    }

    @Override
    public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
        calls.add("create " + id);
        return step(
                creating,
                () -> {
                    real.putIfAbsent(id, true);
                    return new Made("real-" + id, Optional.of("192.0.2.1"));
                },
                "quota exceeded");
    }

    @Override
    public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
        calls.add("provision " + id);
        return this.<Boolean>step(
                        provisioning,
                        () -> {
                            ready.accept(id);
                            return true;
                        },
                        "script 1 failed")
                .thenAccept(_ -> {});
    }

    @Override
    public CompletableFuture<Void> destroy(MachineId id) {
        calls.add("destroy " + id);
        return this.<Boolean>step(
                        destroying,
                        () -> {
                            real.remove(id);
                            gone.accept(id);
                            return true;
                        },
                        "throttled")
                .thenAccept(_ -> {});
    }

    @Override
    public CompletableFuture<List<Found>> list(String tag) {
        if (listFails) return CompletableFuture.failedFuture(new MachineFailure("could not list"));
        var found = new ArrayList<Found>();
        real.forEach((id, alive) -> found.add(new Found(id, "real-" + id, alive)));
        return CompletableFuture.completedFuture(found);
    }

    private interface Deed<T> {
        T done();
    }

    private <T> CompletableFuture<T> step(Mood mood, Deed<T> deed, String refusal) {
        var answer = new CompletableFuture<T>();
        switch (mood) {
            case FINE -> time.after(TAKES, () -> answer.complete(deed.done()));
            case FAILS -> time.after(TAKES, () -> answer.completeExceptionally(new MachineFailure(refusal)));
            case HANGS -> {}
            case LOSES_ANSWER -> time.after(TAKES, deed::done);
            case LATE -> time.after(LATE, () -> answer.complete(deed.done()));
        }
        return answer;
    }

    long count(String call) {
        return calls.stream().filter(each -> each.startsWith(call)).count();
    }

    @Override
    public String description() {
        return "fake";
    }

    @Override
    public void close() {}
}
