package io.tidewheel.engine;

import io.tidewheel.autoscaling.Breaker;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Durations;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Machines;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The machines that one server looks after, from the day it leads until it does not any more. Whatever is asked of the driver has been
 * recorded before; so a machine exists only if a record of it does, and the next life of the server repeats what was not answered.
 */
final class FleetMachines {
    private static final Duration BETWEEN_USES = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final int LONGEST_PAUSE_FACTOR = 24;
    private static final int LOOKED_BACK_AT = 50;
    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int RANDOM_LETTERS = 8;
    private static final int LONGEST_PREFIX = 40;

    /** Another server looks after the machines now. */
    static final class NotLeading extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final FleetSettings settings;
    private final MachineStore store;
    private final Machines driver;
    private final RandomGenerator random;
    private final FleetCounters counters;
    private final ServerNumber server;
    /** Hands over what is to be done in the next pass. */
    private final Consumer<Consumer<Instant>> later;

    private final Map<MachineId, LiveMachine> machines = new LinkedHashMap<>();
    /** What {@link #machineOf} has found, for it is asked for every agent at every look. */
    private final Map<String, LiveMachine> byAgent = new HashMap<>();

    private final Map<String, Breaker> breakers = new TreeMap<>();
    /** Machines that nobody knew of and that are being taken away. */
    private final Map<MachineId, CompletableFuture<Void>> strays = new LinkedHashMap<>();

    /** Machines that are no more, as long as somebody wants to see them. */
    private final ArrayDeque<MachineRecord> gone = new ArrayDeque<>();

    private final MachineUseRecorder uses = new MachineUseRecorder();
    private final Duration looksBack;
    private Instant nextUses = Instant.MIN;
    private boolean abandoned;

    FleetMachines(
            FleetSettings settings,
            MachineStore store,
            Machines driver,
            RandomGenerator random,
            FleetCounters counters,
            ServerNumber server,
            Duration looksBack,
            Consumer<Consumer<Instant>> later) {
        this.looksBack = looksBack;
        this.settings = settings;
        this.store = store;
        this.driver = driver;
        this.random = random;
        this.counters = counters;
        this.server = server;
        // Whoever leads next asks again: answers to what was asked before concern nobody any more.
        this.later = step -> later.accept(now -> {
            if (!abandoned) step.accept(now);
        });
    }

    Collection<LiveMachine> all() {
        return machines.values();
    }

    Map<String, Breaker> breakers() {
        return breakers;
    }

    @Nullable
    LiveMachine find(MachineId id) {
        return machines.get(id);
    }

    /** The machine that an agent runs on, going by the agent's name; null if it is none of ours. */
    @Nullable
    LiveMachine machineOf(String agent) {
        var known = byAgent.get(agent);
        if (known != null) return known;
        var name = MachineId.ofAgent(agent);
        var found = MachineId.isOne(name) ? machines.get(new MachineId(name)) : null;
        if (found != null) byAgent.put(agent, found);
        return found;
    }

    Optional<Setup> setup(String id) {
        for (var setup : settings.setups()) if (setup.id().equals(id)) return Optional.of(setup);
        return Optional.empty();
    }

    // --- from one life to the next ---

    /** Learns from the store how things stand, and goes on with every step that was begun. */
    void load(Instant now) {
        for (var record : store.present()) machines.put(record.id(), new LiveMachine(record, now));
        for (var setup : settings.setups()) breakers.put(setup.id(), remembered(setup));
        if (!looksBack.isZero()) {
            store.between(now.minus(looksBack), now, Setup.MOST_MACHINES).stream()
                    .filter(record -> record.ended().isPresent())
                    .sorted(Comparator.comparing(MachineRecord::since))
                    .forEach(gone::add);
        }
        new ArrayList<>(machines.values()).forEach(machine -> resume(machine, now));
    }

    private Breaker remembered(Setup setup) {
        var breaker = Breaker.CLOSED;
        for (var record : store.lastOf(setup.id(), LOOKED_BACK_AT).reversed()) {
            if (record.agentJoined().isPresent()) breaker = breaker.succeeded();
            else if (record.failed())
                breaker = breaker.failed(setup.creation(), record.ended().orElse(record.since()), record.reason());
        }
        return breaker;
    }

    private void resume(LiveMachine machine, Instant now) {
        var setup = setup(machine.record.setup());
        if (setup.isEmpty() && machine.record.state().isStarting()) {
            giveUp(machine, "its setup %s is no longer in the file".formatted(machine.record.setup()), false, now);
            return;
        }
        switch (machine.record.state()) {
            case CREATING -> create(machine, setup.orElseThrow(), now);
            case PROVISIONING -> provision(machine, setup.orElseThrow(), now);
            case DESTROYING -> destroy(machine, now);
            case RUNNING, DRAINING, DESTROYED, ERROR -> {}
        }
    }

    /** Stops caring, without touching the machines. */
    void abandon() {
        abandoned = true;
        machines.values().forEach(LiveMachine::dropStep);
        machines.clear();
        byAgent.clear();
    }

    // --- who used what ---

    /** Takes down what agents did. Machines of nobody cost somebody too, so all are counted. */
    void note(List<FleetWork.Used> done, Instant now) {
        while (!gone.isEmpty() && gone.peek().since().isBefore(now.minus(looksBack))) gone.remove();
        for (var used : done) {
            var name = MachineId.ofAgent(used.agent());
            if (!MachineId.isOne(name)) continue;
            var id = new MachineId(name);
            var machine = machines.get(id);
            var record = machine != null
                    ? Optional.of(machine.record)
                    : gone.stream()
                            .filter(each -> each.id().equals(id))
                            .findFirst()
                            .or(() -> store.machine(id));
            record.ifPresent(each -> uses.add(each, used));
        }
    }

    List<MachineRecord> gone() {
        return List.copyOf(gone);
    }

    /** Whether no machine is on its way to another state. */
    boolean isSteady() {
        for (var machine : machines.values()) {
            if (machine.record.state() != MachineState.RUNNING || machine.agents.isEmpty()) return false;
        }
        return true;
    }

    /** Records the uses now and then. */
    void writeUses(Instant now) {
        if (uses.isEmpty() || now.isBefore(nextUses)) return;
        nextUses = now.plus(BETWEEN_USES);
        if (!store.use(server, uses.take(), uses.takeTimes())) throw new NotLeading();
    }

    void flushUses(Instant now) {
        nextUses = Instant.MIN;
        writeUses(now);
    }

    void write(List<MachineUse> setAside) {
        if (!store.use(server, setAside, List.of())) throw new NotLeading();
    }

    // --- intents ---

    /** Records that these machines are wanted, and then has them made. */
    void intend(List<Plan.Purchase> purchases, Instant now) {
        if (purchases.isEmpty()) return;
        var made = new ArrayList<MachineRecord>();
        var audit = new ArrayList<AuditEntry>();
        for (var purchase : purchases) {
            var setup = setup(purchase.setup()).orElseThrow();
            var record = MachineRecord.intended(newId(setup), setup, purchase.owner(), now, purchase.why());
            made.add(record);
            audit.add(entry(now, "fleet", "machine-create", record.id(), purchase.why()));
        }
        save(made, audit);
        counters.machinesWanted.add(made.size());
        for (var record : made) {
            var machine = new LiveMachine(record, now);
            machines.put(record.id(), machine);
            create(machine, setup(record.setup()).orElseThrow(), now);
        }
    }

    /** Lets a machine finish its work and go; one that has no work yet goes at once. */
    void release(LiveMachine machine, String who, String why, Instant now) {
        if (!machine.record.state().isWanted()) return;
        if (machine.record.state().isStarting()) {
            end(machine, who, why, false, now);
            return;
        }
        change(machine, machine.record.draining(now, why), who, "machine-drain", why);
    }

    /** Takes a machine away at once, whatever it does. */
    void stop(LiveMachine machine, String who, String why, Instant now) {
        if (machine.record.state() != MachineState.DESTROYING) end(machine, who, why, false, now);
    }

    private MachineId newId(Setup setup) {
        var prefix = setup.id()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+", "");
        if (prefix.length() > LONGEST_PREFIX) prefix = prefix.substring(0, LONGEST_PREFIX);
        prefix = prefix.replaceAll("-+$", "");
        while (true) {
            var name = new StringBuilder(prefix.isEmpty() ? "machine" : prefix).append('-');
            for (int i = 0; i < RANDOM_LETTERS; i++) name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            var id = new MachineId(name.toString());
            if (!machines.containsKey(id)) return id;
        }
    }

    // --- steps ---

    private void create(LiveMachine machine, Setup setup, Instant now) {
        ask(
                machine,
                now.plus(settings.limits().create()),
                () -> driver.create(machine.record.id(), setup, settings.tag()),
                (made, at) -> {
                    change(machine, machine.record.made(made, at));
                    provision(machine, setup, at);
                },
                (why, at) -> giveUp(machine, why, true, at));
    }

    private void provision(LiveMachine machine, Setup setup, Instant now) {
        var made = new Machines.Made(machine.record.externalId().orElse(""), machine.record.address());
        ask(
                machine,
                now.plus(settings.limits().provision()),
                () -> driver.provision(machine.record.id(), setup, made),
                (_, at) -> {
                    machine.provisioned = true;
                    machine.limit = at.plus(settings.limits().agentReady());
                },
                (why, at) -> giveUp(machine, why, true, at));
    }

    private void destroy(LiveMachine machine, Instant now) {
        machine.destroyAttempts++;
        ask(
                machine,
                now.plus(settings.limits().destroy()),
                () -> driver.destroy(machine.record.id()),
                (_, at) -> {
                    change(machine, machine.record.gone(at));
                    machines.remove(machine.record.id());
                    byAgent.values().removeIf(each -> each == machine);
                    if (!looksBack.isZero()) gone.add(machine.record);
                    counters.machinesGone.increment();
                },
                // It stays on the list until it is gone: a machine that is forgotten is paid for.
                (_, at) -> machine.limit = at.plus(pause(machine.destroyAttempts)));
    }

    private static Duration pause(int attempts) {
        return FIRST_PAUSE.multipliedBy(Math.min(LONGEST_PAUSE_FACTOR, 1L << Math.min(10, attempts - 1)));
    }

    private interface Answer<T> {
        void take(T value, Instant now);
    }

    private <T> void ask(
            LiveMachine machine,
            Instant limit,
            Supplier<CompletableFuture<T>> question,
            Answer<T> done,
            Answer<String> failed) {
        machine.dropStep();
        long number = machine.stepNumber;
        machine.limit = limit;
        var answer = asked(question);
        machine.step = answer;
        var _ = answer.whenComplete((value, failure) -> later.accept(now -> {
            if (machine.stepNumber != number) {
                if (failure == null) cameTooLate(machine, now);
                return;
            }
            machine.step = null;
            machine.limit = Instant.MAX;
            if (failure == null) done.take(value, now);
            else failed.take(text(failure), now);
        }));
    }

    /** A machine that was made after we had lost patience may have escaped its destruction. */
    private void cameTooLate(LiveMachine machine, Instant now) {
        var current = machines.get(machine.record.id());
        if (current == null) takeAway(machine.record.id());
        else if (current.record.state() == MachineState.DESTROYING && current.step == null) destroy(current, now);
    }

    private static <T> CompletableFuture<T> asked(Supplier<CompletableFuture<T>> question) {
        try {
            return question.get();
        } catch (RuntimeException | LinkageError broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    private static String text(Throwable failure) {
        var cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CancellationException) return "it was cancelled";
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    // --- time limits ---

    void passLimits(Instant now) {
        var due = new ArrayList<LiveMachine>();
        for (var machine : machines.values()) if (!now.isBefore(machine.limit)) due.add(machine);
        for (var machine : due) {
            var limits = settings.limits();
            switch (machine.record.state()) {
                case CREATING ->
                    giveUp(machine, "it was not made within " + Durations.format(limits.create()), true, now);
                case PROVISIONING ->
                    giveUp(
                            machine,
                            machine.provisioned
                                    ? "it was prepared, but no agent of it joined within "
                                            + Durations.format(limits.agentReady())
                                    : "it was not prepared within " + Durations.format(limits.provision()),
                            true,
                            now);
                case DESTROYING -> destroy(machine, now);
                case RUNNING, DRAINING, DESTROYED, ERROR -> machine.limit = Instant.MAX;
            }
        }
    }

    private void giveUp(LiveMachine machine, String why, boolean failed, Instant now) {
        end(machine, "fleet", why, failed, now);
    }

    /** Gives up a machine that never got ready, or is not wanted any more: records why, and takes it away. */
    private void end(LiveMachine machine, String who, String why, boolean failed, Instant now) {
        boolean neverReady = machine.record.agentJoined().isEmpty();
        var action = failed ? "machine-fail" : "machine-destroy";
        machine.dropStep();
        change(machine, machine.record.destroying(now, why, failed), who, action, why);
        if (failed && neverReady) {
            counters.machinesFailed.increment();
            setup(machine.record.setup())
                    .ifPresent(setup -> breakers.merge(
                            setup.id(),
                            Breaker.CLOSED.failed(setup.creation(), now, why),
                            (known, _) -> known.failed(setup.creation(), now, why)));
        } else if (failed) {
            counters.machinesLost.increment();
        }
        destroy(machine, now);
    }

    // --- what agents show ---

    /** The first agent of a machine has joined, some time ago perhaps. */
    void joined(LiveMachine machine, Instant now) {
        machine.ignoreStep(); // its other agents may still be on their way
        var at = now;
        for (var agent : machine.agents) {
            boolean isFirst = agent.since().isBefore(at) && agent.since().isAfter(machine.record.created());
            if (isFirst) at = agent.since();
        }
        var took = Duration.between(machine.record.created(), at);
        change(machine, machine.record.joined(at), "fleet", "machine-ready", "after " + Durations.format(took));
        counters.machinesReady.increment();
        counters.start.record(took.toNanos());
        breakers.put(machine.record.setup(), Breaker.CLOSED);
    }

    /** A machine that was of use is not any more. */
    void lost(LiveMachine machine, String why, Instant now) {
        giveUp(machine, why, true, now);
    }

    /** A draining machine has no work any more. */
    void drained(LiveMachine machine, Instant now) {
        end(machine, "fleet", machine.record.reason(), false, now);
    }

    // --- reconciliation ---

    /** Holds what is recorded against what was found; {@code asked} is when it was asked for. */
    void reconcile(List<Machines.Found> found, Instant asked, Instant now) {
        var there = new LinkedHashMap<MachineId, Machines.Found>();
        found.forEach(each -> there.put(each.id(), each));
        for (var id : there.keySet()) if (!machines.containsKey(id)) takeAwayStray(id, now);
        for (var machine : new ArrayList<>(machines.values())) {
            // What has changed since the question was asked is for the next time.
            if (machine.record.since().isAfter(asked)) continue;
            var real = there.get(machine.record.id());
            switch (machine.record.state()) {
                case PROVISIONING -> {
                    if (real == null) lost(machine, "it has vanished while it was prepared", now);
                    else if (!real.alive() && machine.provisioned)
                        lost(machine, "it ended before an agent of it joined", now);
                }
                case RUNNING -> {
                    if (real == null) lost(machine, "it has vanished", now);
                    else if (!real.alive()) lost(machine, "nothing runs on it any more", now);
                }
                case DRAINING -> {
                    if (real == null || !real.alive()) drained(machine, now);
                }
                case CREATING, DESTROYING, DESTROYED, ERROR -> {}
            }
        }
    }

    private void takeAwayStray(MachineId id, Instant now) {
        if (strays.containsKey(id)) return;
        save(List.of(), List.of(entry(now, "fleet", "machine-stray", id, "nobody knows of it: it is taken away")));
        counters.straysFound.increment();
        takeAway(id);
    }

    private void takeAway(MachineId id) {
        if (strays.containsKey(id)) return;
        var asked = asked(() -> driver.destroy(id));
        strays.put(id, asked);
        // If it fails, the next reconciliation finds it again.
        var _ = asked.whenComplete((_, _) -> later.accept(_ -> strays.remove(id)));
    }

    // --- recording ---

    private void change(LiveMachine machine, MachineRecord now) {
        save(List.of(now), List.of());
        machine.record = now;
    }

    private void change(LiveMachine machine, MachineRecord now, String who, String action, String why) {
        save(List.of(now), List.of(entry(now.since(), who, action, now.id(), why)));
        machine.record = now;
    }

    private void save(List<MachineRecord> records, List<AuditEntry> audit) {
        if (!store.save(server, records, audit)) throw new NotLeading();
    }

    private static AuditEntry entry(Instant at, String who, String action, MachineId id, String detail) {
        return new AuditEntry(at, who, action, "machine " + id, detail);
    }
}
