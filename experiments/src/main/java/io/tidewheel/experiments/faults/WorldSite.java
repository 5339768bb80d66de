package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.sites.PulledPartition;
import io.tidewheel.controllers.sites.SiteIdentity;
import io.tidewheel.experiments.faults.LabSites.BroughtResult;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A foreign site: asks for partitions while it has free slots, and runs their programs. Nobody is told when it dies, and what comes back is another site. */
final class WorldSite {
    private static final Duration PULL = Duration.ofSeconds(5);
    /** One of so many programs waits at the site for longer than it was promised the partition. */
    private static final int LATE = 10;

    private static final int LONGEST_DELAY_SECONDS = 200;

    private final String name;
    private final int slots;
    private final FaultWorld world;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final Map<BroughtResult, PulledProgram> programs = new LinkedHashMap<>();
    private SiteIdentity identity;
    private boolean isRegistered;
    private boolean isCalling;
    private boolean isAlive = true;
    private int life;

    WorldSite(String name, int slots, FaultWorld world, RandomGenerator random) {
        this.name = name;
        this.slots = slots;
        this.world = world;
        this.time = world.time();
        this.random = random;
        this.identity = registration();
    }

    /** Short enough to be shown as a whole, as that is what others know it by. */
    private SiteIdentity registration() {
        return new SiteIdentity(name + "-" + life, slots, slots);
    }

    int slots() {
        return slots;
    }

    boolean isIdle() {
        return programs.isEmpty();
    }

    SiteIdentity identity() {
        return identity;
    }

    void start() {
        pull(life);
    }

    void kill(Duration downFor) {
        if (!isAlive) return;
        world.trace(name + " killed");
        isAlive = false;
        life++;
        programs.clear();
        time.after(downFor, () -> {
            isAlive = true;
            isRegistered = false;
            isCalling = false;
            identity = registration();
            start();
        });
    }

    /** Does something later, unless the site dies before. */
    void after(Duration delay, Runnable action) {
        int same = life;
        time.after(delay, () -> {
            if (life == same) action.run();
        });
    }

    /** Whether this program is at work. */
    boolean runs(PulledProgram program) {
        return programs.get(program.result()) == program;
    }

    void ended(PulledProgram program) {
        programs.remove(program.result(), program);
    }

    private void pull(int same) {
        if (life != same) return;
        if (!isCalling) call();
        after(PULL, () -> pull(same));
    }

    private void call() {
        int same = life;
        isCalling = true;
        if (!isRegistered) {
            SiteCall.ask(
                    world,
                    sites -> SiteEndpoint.told(turn -> sites.register(turn, identity)),
                    _ -> called(same, () -> isRegistered = true),
                    () -> called(same, () -> {}));
            return;
        }
        int free = slots - programs.size();
        SiteCall.ask(
                world,
                sites -> turn -> sites.pull(turn, identity, free),
                pulled -> called(same, () -> pulled.partitions().forEach(this::begin)),
                () -> called(same, () -> {}));
    }

    private void called(int same, Runnable action) {
        if (life != same) return;
        isCalling = false;
        action.run();
    }

    private void begin(PulledPartition pulled) {
        var result = new BroughtResult(pulled.job().getForeignId(), pulled.partition());
        if (programs.containsKey(result)) return;
        var job = world.jobs().foreign(result.job());
        boolean fails = world.partitionFails(result, job.failuresOf(result.partition()));
        var program = new PulledProgram(this, world, pulled, job.speed() * (0.5 + random.nextDouble()), fails);
        programs.put(result, program);
        world.trace(name + " begins " + result);
        boolean isLate = world.isStormy() && random.nextInt(LATE) == 0;
        var delay = isLate ? Duration.ofSeconds(random.nextInt(LONGEST_DELAY_SECONDS)) : Duration.ofMillis(500);
        after(delay, program::start);
    }
}
