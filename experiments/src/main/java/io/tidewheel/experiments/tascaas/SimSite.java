package io.tidewheel.experiments.tascaas;

import io.tidewheel.experiments.tascaas.SimSiteService.HandedOut;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * A site that runs TaScaaS's daemon: it takes as many parts as it has free slots, starts them one after the other with a pause after each, asks every
 * two thirds of the scale time how much of it is wanted, and switches slots on and off.
 */
final class SimSite {
    private static final double KNOWN = -0.1;

    private final SimSiteSpec plan;
    private final SimSiteService service;
    private final long updateEvery;
    private final ArrayDeque<HandedOut> pending = new ArrayDeque<>();
    private final List<SimProgram> programs = new ArrayList<>();
    private final long[] readyAt;
    private int slots;
    private int started;
    private long updated;
    private double lastFraction = Double.NaN;

    SimSite(SimSiteSpec plan, SimSiteService service, long scaleTime) {
        this.plan = plan;
        this.service = service;
        this.updateEvery = 2 * scaleTime / 3;
        this.readyAt = new long[plan.mostSlots()];
        this.slots = plan.slots();
        this.updated = plan.registers();
    }

    int slots(long now) {
        return now < plan.registers() ? 0 : slots;
    }

    int busy() {
        return programs.size();
    }

    boolean isIdle() {
        return programs.isEmpty() && pending.isEmpty();
    }

    double meanSpeed(long now) {
        double sum = 0;
        for (int slot = 0; slot < plan.mostSlots(); slot++) sum += plan.speed().at(slot, now);
        return sum / plan.mostSlots();
    }

    /** @param up whether there is a server to talk to */
    void step(long now, boolean up) {
        if (now < plan.registers()) return;
        if (now == plan.registers()) service.register(plan.name(), slots, plan.mostSlots(), now);
        for (var program : programs) {
            if (up) step(program, now);
            else program.goOn(plan.speed().at(program.slot(), now), now);
        }
        programs.removeIf(SimProgram::hasEnded);
        boolean turn = (now - plan.registers()) % plan.pollSeconds() == 0;
        var fate = plan.fates().of(SiteFates.DAEMON, SiteFates.DAEMON, now);
        if (fate == ProgramFate.DEAD) pending.clear();
        if (up && turn && fate == ProgramFate.WELL) turn(now);
    }

    private void step(SimProgram program, long now) {
        switch (plan.fates().of(program.slot(), program.number(), now)) {
            case WELL -> program.step(plan.speed().at(program.slot(), now), true, now);
            case UNHEARD -> program.step(plan.speed().at(program.slot(), now), false, now);
            case STOPPED -> program.standStill(now);
            case DEAD -> program.die(now);
        }
    }

    private void turn(long now) {
        if (plan.followsHint() && now - updated >= updateEvery) update(now);
        if (pending.isEmpty()) {
            int free = slots - programs.size();
            if (free > 0) pending.addAll(service.take(plan.name(), free, now));
        }
        if (!pending.isEmpty()) launch(pending.removeFirst(), now);
    }

    private void launch(HandedOut work, long now) {
        int slot = freeSlot();
        var program = new SimProgram(work, slot, started++, plan, Math.max(now, readyAt[slot]));
        programs.add(program);
        // It calls in the second in which it begins, and works from the next one on.
        if (readyAt[slot] <= now) step(program, now);
        programs.removeIf(SimProgram::hasEnded);
    }

    private int freeSlot() {
        var taken = new boolean[plan.mostSlots()];
        for (var program : programs) taken[program.slot()] = true;
        for (int slot = 0; slot < taken.length; slot++) if (!taken[slot]) return slot;
        throw new IllegalStateException("no slot is free: " + Arrays.toString(taken));
    }

    private void update(long now) {
        updated = now;
        double fraction = Double.parseDouble(service.update(plan.name(), OptionalInt.empty(), now));
        if (!(fraction > KNOWN) || fraction == lastFraction) return;
        lastFraction = fraction;
        int wanted = (int) Math.clamp(Math.ceil(fraction * plan.mostSlots()), 1, plan.mostSlots());
        if (wanted == slots) return;
        for (int slot = slots; slot < wanted; slot++) readyAt[slot] = now + plan.bootSeconds();
        slots = wanted;
        service.update(plan.name(), OptionalInt.of(slots), now);
    }
}
