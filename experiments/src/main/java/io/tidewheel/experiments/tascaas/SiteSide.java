package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.JobForecast;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.sites.SiteAnswer;
import io.tidewheel.controllers.sites.SiteCaller;
import io.tidewheel.controllers.sites.SiteIdentity;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** What the controller of foreign sites is told by the programs of one job at one site. */
final class SiteSide implements JobSide {
    private static final int MOST_SLOTS = 1_000;
    private final SimJobEngine room;
    private final SimJobSpec plan;
    private final String job;
    private final RunId run;
    private final SiteIdentity site;
    private final Set<Integer> handedOut = new HashSet<>();

    SiteSide(SimJobEngine room, SimJobSpec plan) {
        this.room = room;
        this.plan = plan;
        this.job = room.nextName() + ".config";
        room.until(plan.submitted());
        this.run = room.submit(plan.name(), document());
        this.site = new SiteIdentity("site of " + job, MOST_SLOTS, MOST_SLOTS);
        room.ask(told(turn -> room.sites().register(turn, site)));
    }

    private static ControllerInput<Boolean> told(Consumer<ControllerTurn> news) {
        return turn -> {
            news.accept(turn);
            return true;
        };
    }

    private JobDocument document() {
        return JobDocument.newBuilder()
                .setIterations(plan.iterations())
                .setTargetMillis(plan.target() * 1_000)
                .setPartitions(plan.partitions())
                .setMostPartitions(plan.mostPartitions())
                .setForeignId(job)
                .setInputObject("input/" + job)
                .build();
    }

    private OptionalLong assigned(SiteAnswer answer, long atTheEnd) {
        return switch (answer) {
            case SiteAnswer.Told told
            when told.answer() instanceof ShareAnswer.Share share -> OptionalLong.of(share.count());
            case SiteAnswer.NoSuchJob _ -> OptionalLong.of(atTheEnd);
            default -> OptionalLong.empty();
        };
    }

    private Optional<JobController> live() {
        return room.find(run);
    }

    @Override
    public OptionalInt take(long now) {
        room.until(now);
        var pulled = room.ask(turn -> room.sites().pull(turn, site, 1)).partitions();
        if (pulled.isEmpty()) return OptionalInt.empty();
        handedOut.add(pulled.getFirst().partition());
        return OptionalInt.of(pulled.getFirst().partition());
    }

    /** Handed out and not begun. */
    private int onTheWay() {
        var known = live();
        if (known.isEmpty()) return 0;
        var parts = known.get().job().partitions();
        handedOut.removeIf(part -> !(parts.get(part).state() instanceof PartitionState.Queued));
        return handedOut.size();
    }

    @Override
    public int waiting() {
        return Math.max(0, live().map(known -> known.job().queued()).orElse(0) - onTheWay());
    }

    @Override
    public long waitingSince() {
        return plan.submitted();
    }

    @Override
    public int running() {
        return live().map(known -> known.job().running()).orElse(0) + onTheWay();
    }

    @Override
    public OptionalLong start(int part, String where, long now) {
        room.until(now);
        handedOut.remove(part);
        return assigned(
                room.ask(turn -> room.sites().reports().start(turn, SiteCaller.anybody(job), part, Duration.ZERO)), 0);
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        room.until(now);
        return assigned(
                room.ask(turn -> room.sites().reports().report(turn, SiteCaller.anybody(job), part, count)), count);
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        room.until(now);
        room.ask(turn -> room.sites().reports().finish(turn, SiteCaller.anybody(job), part, count));
    }

    @Override
    public boolean stored(int part, long now) {
        room.until(now);
        room.store(job, part);
        room.until(now);
        return true;
    }

    /** TaScaaS's daemon tells nobody. */
    @Override
    public void died(int part, long now) {}

    @Override
    public void tick(long now) {
        room.until(now);
        room.ask(told(room.sites()::tick));
    }

    @Override
    public long reportTime() {
        return plan.goal().reportEvery().toSeconds();
    }

    @Override
    public OptionalDouble estimate(long now) {
        var toGo = live().flatMap(known ->
                JobForecast.of(known.job(), DefaultJobSide.at(now)).toGo());
        return toGo.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(toGo.get().toMillis() / 1e3);
    }

    @Override
    public boolean isOver() {
        return room.isOver(run);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}
