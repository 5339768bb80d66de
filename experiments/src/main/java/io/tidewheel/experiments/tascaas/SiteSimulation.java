package io.tidewheel.experiments.tascaas;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lets sites and jobs meet. Time goes on in steps of one second. */
final class SiteSimulation {
    private static final long END_OF_THE_WORLD = 100_000;
    private static final long TICK_SECONDS = 5;
    static final long SAMPLE_SECONDS = 20;

    private final SiteSetting setting;
    private final Optional<SimJobEngine> room;
    private final SimSiteService service;
    private final List<SimSite> sites = new ArrayList<>();
    private final List<SiteSimulationResult.Sample> samples = new ArrayList<>();
    private int submitted;
    private long now;

    private SiteSimulation(
            SiteSetting setting,
            BalancingMode manner,
            Function<SimJobSpec, JobSide> sides,
            Optional<SimJobEngine> room) {
        this.setting = setting;
        this.room = room;
        this.service = new SimSiteService(manner, sides, Duration.ofSeconds(setting.scaleTime()));
        for (var site : setting.sites()) sites.add(new SimSite(site, service, setting.scaleTime()));
    }

    static SiteSimulationResult of(SiteSetting setting, BalancingMode manner) {
        return switch (manner) {
            case ORIGINAL, DEFAULT, SPLIT -> of(setting, manner, manner::sideOf);
            case ENGINE, KEEPING -> {
                var room = new SimJobEngine(1);
                yield new SiteSimulation(
                                setting.listening(),
                                manner,
                                plan -> new EngineJobSide(room, plan, manner == BalancingMode.KEEPING),
                                Optional.of(room))
                        .told();
            }
            case SITES -> {
                var room = new SimJobEngine(1);
                yield new SiteSimulation(setting, manner, plan -> new SiteSide(room, plan), Optional.of(room)).told();
            }
        };
    }

    /** Runs a setting with sides of jobs that the caller makes. */
    static SiteSimulationResult of(SiteSetting setting, BalancingMode manner, Function<SimJobSpec, JobSide> sides) {
        return new SiteSimulation(setting, manner, sides, Optional.empty()).told();
    }

    private SiteSimulationResult told() {
        for (now = 0; now < END_OF_THE_WORLD; now++) {
            stopAndStart();
            boolean up = isUp();
            if (up) submit();
            for (var site : sites) site.step(now, up);
            if (up && now % TICK_SECONDS == 0) service.tick(now);
            kill();
            if (now % SAMPLE_SECONDS == 0) look();
            if (isOver()) return story(true);
        }
        return story(false);
    }

    /** Stops and starts the server as the setting wants it; in a simulation without a server nothing can go down. */
    private void stopAndStart() {
        if (room.isEmpty()) return;
        var server = room.get();
        server.until(now);
        for (var outage : setting.outages()) {
            if (!outage.killed() && outage.second() == now) server.stop(false);
            if (outage.end() == now) server.start();
        }
    }

    /** At the end of a second: what it was told in this one it has not written down. */
    private void kill() {
        for (var outage : setting.outages())
            if (outage.killed() && outage.second() == now) room.ifPresent(server -> server.stop(true));
    }

    private boolean isUp() {
        return room.isEmpty() || room.get().isUp();
    }

    private void submit() {
        while (submitted < setting.jobs().size()
                && setting.jobs().get(submitted).submitted() <= now) {
            service.submit(setting.jobs().get(submitted++));
        }
    }

    private boolean isOver() {
        return submitted == setting.jobs().size()
                && sites.stream().allMatch(SimSite::isIdle)
                && service.jobs().stream().allMatch(job -> job.side().isOver());
    }

    private void look() {
        for (var job : service.jobs()) job.look(now);
        samples.add(new SiteSimulationResult.Sample(
                now,
                service.required(now),
                sites.stream().mapToInt(site -> site.slots(now)).sum(),
                sites.stream().mapToInt(SimSite::busy).sum(),
                service.jobs().stream().mapToInt(job -> job.side().waiting()).sum(),
                sites.stream().map(site -> site.meanSpeed(now)).toList()));
    }

    private SiteSimulationResult story(boolean over) {
        var stories = service.jobs().stream()
                .map(job -> job.story(over || job.side().isOver()))
                .toList();
        return new SiteSimulationResult(stories, samples, now, over);
    }
}
