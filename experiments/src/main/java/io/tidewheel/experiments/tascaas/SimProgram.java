package io.tidewheel.experiments.tascaas;

import java.util.OptionalLong;

/**
 * A program that follows RUPER-LB's client: it reports at fixed intervals, goes to its number and stops there for good, sends a last report and a
 * finish, and uploads its result. With less than half a report time to go it no longer follows a new number, unless it listens to the last.
 */
final class SimProgram {
    private static final long NOT_YET = -1;

    private final JobLog job;
    private final int part;
    private final int slot;
    private final int number;
    private final String site;
    private final boolean listens;
    private final long beginsAt;
    private boolean begun;
    private double count;
    private long told;
    private long uploadAt = NOT_YET;
    private boolean ended;

    /**
     * A program in a slot.
     *
     * @param number how many the site had started before
     * @param beginsAt when the slot is there
     */
    SimProgram(SimSiteService.HandedOut work, int slot, int number, SimSiteSpec site, long beginsAt) {
        this.job = work.job();
        this.part = work.part();
        this.slot = slot;
        this.number = number;
        this.site = site.name();
        this.listens = site.listens();
        this.beginsAt = beginsAt;
    }

    int slot() {
        return slot;
    }

    int number() {
        return number;
    }

    boolean hasEnded() {
        return ended;
    }

    /** The process of the program dies, with all it has done. */
    void die(long now) {
        ended = true;
        if (!begun) return;
        job.died();
        job.side().died(part, now);
    }

    /** Lets a second pass in which it is stopped. */
    void standStill(long now) {
        if (!begun) step(0, false, now);
    }

    /** Lets a second pass in which there is no server: it works on, and what else befalls it does so when the server is back. */
    void goOn(double speed, long now) {
        if (begun) step(speed, false, now);
    }

    /** Lets a second pass. */
    void step(double speed, boolean heard, long now) {
        if (!begun) {
            // It tries until it is heard; that this takes time is left out.
            if (now >= beginsAt) begin(now);
        } else if (uploadAt == NOT_YET) {
            work(speed, heard, now);
        } else if (heard && now >= uploadAt) {
            upload(now);
        }
    }

    private void begin(long now) {
        begun = true;
        job.began(now);
        told = job.side().start(part, site, now).orElse(0);
        count = job.side().kept(part);
        job.said(new ProgramExchange(part, site, now, 0, told));
    }

    private void work(double speed, boolean heard, long now) {
        double next = Math.min((double) told, count + speed);
        if (next > count) {
            job.executed(next - count);
            count = next;
        }
        long age = now - beginsAt;
        if (heard && count < told && job.side().isTimeToReport(part, age, now)) report(speed, age, now);
        if (heard && count >= told) finish(age, now);
    }

    private void report(double speed, long age, long now) {
        boolean deaf = !listens && told - count <= speed * job.side().reportTime() / 2;
        var answer = job.side().report(part, (long) count, age, now);
        if (!deaf) follow(answer);
        job.said(new ProgramExchange(part, site, now, (long) count, told));
    }

    private void follow(OptionalLong answer) {
        told = answer.orElse(told);
    }

    private void finish(long age, long now) {
        var answer = job.side().report(part, (long) count, age, now);
        if (listens) follow(answer);
        job.said(new ProgramExchange(part, site, now, (long) count, told));
        if (count < told) return;
        job.side().finish(part, (long) count, age, now);
        uploadAt = now + SiteSetting.UPLOAD_SECONDS;
    }

    private void upload(long now) {
        ended = true;
        if (job.side().stored(part, now)) job.uploaded((long) count, now);
        else job.refused(now);
    }
}
