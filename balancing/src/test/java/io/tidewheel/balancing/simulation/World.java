package io.tidewheel.balancing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Sites with slots, and in each slot a program that follows RUPER-LB's client: it reports at fixed intervals, stops at its number for good, sends a
 * last report and a finish, and uploads its result. Time goes on in steps of one second.
 */
final class World {
    private static final long END_OF_THE_WORLD = 40_000;
    private static final long UPLOAD_SECONDS = 2;

    /** Iterations per second of a slot at a second. */
    @FunctionalInterface
    interface Speed {
        double at(int slot, long second);
    }

    /** What befalls the program in a slot. */
    enum Fate {
        WELL,
        /** It goes on, but nobody hears it. */
        UNHEARD,
        /** It stands still, like a stopped process. */
        STOPPED,
        DEAD
    }

    @FunctionalInterface
    interface Fates {
        Fate of(int slot, int started, long second);
    }

    /**
     * The place.
     *
     * @param slotsPerSite slots 0, 1, .. belong to the first site, and so on
     * @param pollSeconds how often a site asks for work, and pauses after each program it starts
     * @param listens whether programs take a new number to the last
     */
    record Place(int slots, int slotsPerSite, long pollSeconds, Speed speed, Fates fates, boolean listens) {
        static Place of(int slots, Speed speed) {
            return new Place(slots, 1, 10, speed, (_, _, _) -> Fate.WELL, false);
        }

        /** One site with all slots, which starts its programs one after the other. */
        Place atOneSite() {
            return new Place(slots, slots, pollSeconds, speed, fates, listens);
        }

        Place with(Fates other) {
            return new Place(slots, slotsPerSite, pollSeconds, speed, other, listens);
        }

        Place listening() {
            return new Place(slots, slotsPerSite, pollSeconds, speed, fates, true);
        }
    }

    /** What came of it. */
    record Story(long makespan, long executed, long uploaded, int started, int parts, boolean over) {
        double executedOver(long total) {
            return (double) executed / total;
        }

        double uploadedOver(long total) {
            return (double) uploaded / total;
        }
    }

    private static final class Program {
        private final int part;
        private final int number;
        private final long since;
        private double count;
        private long told;
        private long uploadAt = -1;

        Program(int part, int number, long since, long told) {
            this.part = part;
            this.number = number;
            this.since = since;
            this.told = told;
        }
    }

    private final Place place;
    private final Brain brain;
    private final List<List<Program>> bySlot = new ArrayList<>();
    private long now;
    private long lastStored;
    private double executed;
    private long uploaded;
    private int started;

    private World(Place place, Brain brain) {
        this.place = place;
        this.brain = brain;
        for (int i = 0; i < place.slots; i++) bySlot.add(new ArrayList<>());
    }

    static Story tell(Place place, Brain brain) {
        return new World(place, brain).told();
    }

    private Story told() {
        for (now = 0; now < END_OF_THE_WORLD; now++) {
            poll();
            if (now > 0) for (int slot = 0; slot < place.slots; slot++) step(slot);
            if (now % 5 == 0) brain.tick(now);
            boolean busy = bySlot.stream().anyMatch(each -> !each.isEmpty());
            if (!busy && brain.isOver()) {
                return new Story(lastStored, Math.round(executed), uploaded, started, brain.parts(), true);
            }
        }
        return new Story(now, Math.round(executed), uploaded, started, brain.parts(), false);
    }

    /** Each site takes one part at a time, because it pauses after it. */
    private void poll() {
        if (now % place.pollSeconds != 0) return;
        for (int first = 0; first < place.slots; first += place.slotsPerSite) {
            for (int slot = first; slot < first + place.slotsPerSite; slot++) {
                if (bySlot.get(slot).isEmpty() && take(slot)) break;
            }
        }
    }

    private boolean take(int slot) {
        var part = brain.take();
        if (part.isEmpty()) return false;
        var told = brain.start(part.get(), "site-" + slot / place.slotsPerSite, now);
        bySlot.get(slot).add(new Program(part.get(), started++, now, told.orElse(0)));
        return true;
    }

    private void step(int slot) {
        for (var program : List.copyOf(bySlot.get(slot))) {
            var fate = place.fates.of(slot, program.number, now);
            if (fate == Fate.DEAD) bySlot.get(slot).remove(program);
            else if (fate != Fate.STOPPED) step(slot, program, fate == Fate.WELL);
        }
    }

    private void step(int slot, Program program, boolean heard) {
        if (program.uploadAt >= 0) {
            if (heard && now >= program.uploadAt) upload(slot, program);
            return;
        }
        double speed = place.speed.at(slot, now);
        double next = Math.min((double) program.told, program.count + speed);
        executed += Math.max(0, next - program.count);
        program.count = Math.max(program.count, next);
        long age = now - program.since;
        if (age > 0 && age % brain.reportTime() == 0 && program.count < program.told && heard) {
            report(program, speed, age);
        }
        if (program.count >= program.told && heard) end(program, age);
    }

    private void report(Program program, double speed, long age) {
        boolean deaf = !place.listens && program.told - program.count <= speed * brain.reportTime() / 2;
        var answer = brain.report(program.part, (long) program.count, age, now);
        if (!deaf) follow(program, answer);
    }

    private static void follow(Program program, OptionalLong answer) {
        program.told = answer.orElse(program.told);
    }

    private void end(Program program, long age) {
        var answer = brain.report(program.part, (long) program.count, age, now);
        if (place.listens) follow(program, answer);
        if (program.count < program.told) return;
        brain.finish(program.part, (long) program.count, age, now);
        program.uploadAt = now + UPLOAD_SECONDS;
    }

    private void upload(int slot, Program program) {
        uploaded += (long) program.count;
        lastStored = now;
        brain.stored(program.part, (long) program.count, now);
        bySlot.get(slot).remove(program);
    }
}
