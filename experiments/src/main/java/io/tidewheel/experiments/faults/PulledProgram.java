package io.tidewheel.experiments.faults;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.sites.PulledPartition;
import io.tidewheel.controllers.sites.SiteAnswer;
import io.tidewheel.controllers.sites.SiteCaller;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.controllers.sites.SiteReports;
import io.tidewheel.experiments.faults.LabSites.BroughtResult;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The program of a partition at a foreign site. It says that it begins, works at its speed, reports, stops for good at the number that it was last told, says so,
 * and brings its result. Whatever is not answered it says again.
 */
final class PulledProgram {
    private static final Duration AGAIN = Duration.ofSeconds(2);
    /** A server that does not know the job may have just been started, or another one keeps it. */
    private static final int MOST_UNKNOWN = 60;

    private final WorldSite site;
    private final FaultWorld world;
    private final VirtualTime time;
    private final BroughtResult result;
    private final SiteCaller caller;
    private final boolean isBalanced;
    private final Duration reportEvery;
    private final double speed;
    private boolean fails;
    private long told;
    private long beganNanos;
    private int unknown;

    /**
     * @param speed in iterations per second
     * @param fails whether it dies when half of its share is done
     */
    PulledProgram(WorldSite site, FaultWorld world, PulledPartition pulled, double speed, boolean fails) {
        this.site = site;
        this.world = world;
        this.time = world.time();
        this.result = new BroughtResult(pulled.job().getForeignId(), pulled.partition());
        this.caller = new SiteCaller(result.job(), Optional.of(site.identity().shown()));
        this.isBalanced = pulled.job().getTargetMillis() > 0;
        this.reportEvery = pulled.reportEvery();
        this.speed = speed;
        this.fails = fails;
    }

    BroughtResult result() {
        return result;
    }

    void start() {
        say(
                (reports, turn) -> reports.start(turn, caller, result.partition(), Duration.ZERO),
                SiteReports.stop(0),
                answer -> {
                    var share = share(answer);
                    if (share.isEmpty()) {
                        site.ended(this);
                        return;
                    }
                    told = share.getAsLong();
                    beganNanos = time.nanos();
                    work();
                },
                this::start);
    }

    /** Works until the next report, which is when it can hear of a new number; or to its end if that is nearer. */
    private void work() {
        if (fails) {
            site.after(duration(told / 2), this::die);
        } else if (!isBalanced || duration(told - done()).compareTo(reportEvery) <= 0) {
            site.after(duration(told - done()), this::finish);
        } else {
            site.after(reportEvery, this::report);
        }
    }

    private Duration duration(long iterations) {
        return Duration.ofNanos((long) (Math.max(0, iterations) / speed * 1e9) + 1_000_000);
    }

    private long done() {
        return Math.min(told, (long) (speed * (time.nanos() - beganNanos) / 1e9));
    }

    /** The program fails. In a plain split its site does the partition again; in a balanced one nobody hears of it. */
    private void die() {
        if (!site.runs(this)) return;
        if (isBalanced) {
            site.ended(this);
            return;
        }
        fails = false;
        start();
    }

    private void report() {
        long done = done();
        say(
                (reports, turn) -> reports.report(turn, caller, result.partition(), done),
                SiteReports.stop(done),
                answer -> {
                    var share = share(answer);
                    if (share.isEmpty()) {
                        site.ended(this);
                        return;
                    }
                    told = Math.max(done(), share.getAsLong());
                    work();
                },
                this::work);
    }

    private void finish() {
        long done = done();
        say(
                (reports, turn) -> reports.finish(turn, caller, result.partition(), done),
                new ShareAnswer.Noted(),
                answer -> {
                    if (done == 0 || answer instanceof ShareAnswer.Refused) site.ended(this);
                    else upload(done);
                },
                this::finish);
    }

    private void upload(long done) {
        if (!site.runs(this)) return;
        SiteCall.<SiteAnswer>ask(
                world,
                sites -> turn -> {
                    sites.heard(turn, site.identity());
                    return sites.reports().upload(turn, result.job(), result.partition(), site.identity());
                },
                answer -> {
                    if (answer instanceof SiteAnswer.Welcome) bring(done);
                    else if (answer instanceof SiteAnswer.NoSuchJob) unknown(() -> bring(done), () -> upload(done));
                    else site.ended(this);
                },
                () -> upload(done));
    }

    private void bring(long done) {
        if (!site.runs(this)) return;
        SiteCall.<Boolean>send(
                world,
                (server, answer) -> server.bring(result, done, answer),
                _ -> site.ended(this),
                () -> bring(done));
    }

    /** The server knows no such job: it has ended, or is kept elsewhere. */
    private void unknown(Runnable atTheEnd, Runnable again) {
        if (world.sites().hasEnded(result.job())) atTheEnd.run();
        else if (++unknown < MOST_UNKNOWN) site.after(AGAIN, again);
        else site.ended(this);
    }

    private static OptionalLong share(ShareAnswer answer) {
        return answer instanceof ShareAnswer.Share share ? OptionalLong.of(share.count()) : OptionalLong.empty();
    }

    /**
     * @param atTheEnd what it is told when the job has ended
     * @param again what it does if nobody answers
     */
    private void say(
            BiFunction<SiteReports, ControllerTurn, SiteAnswer> word,
            ShareAnswer atTheEnd,
            Consumer<ShareAnswer> heard,
            Runnable again) {
        if (!site.runs(this)) return;
        SiteCall.<SiteAnswer>ask(
                world,
                (SiteController sites) -> turn -> word.apply(sites.reports(), turn),
                answer -> {
                    if (!site.runs(this)) return;
                    switch (answer) {
                        case SiteAnswer.Told known -> heard.accept(known.answer());
                        case SiteAnswer.NoSuchJob _ -> unknown(() -> heard.accept(atTheEnd), again);
                        case SiteAnswer.NoSuchPartition _, SiteAnswer.NotYours _, SiteAnswer.Welcome _ ->
                            site.ended(this);
                    }
                },
                again);
    }
}
