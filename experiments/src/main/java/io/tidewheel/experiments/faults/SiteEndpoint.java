package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.controllers.sites.SiteRules;
import io.tidewheel.engine.Engine;
import io.tidewheel.experiments.faults.LabSites.BroughtResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a server of the world does for foreign sites: it hands to the engine what they ask, and finds results that came while nobody kept their jobs. */
final class SiteEndpoint {
    /** How long sites take to change their size; one is gone after five times that. */
    private static final Duration SCALE_TIME = Duration.ofSeconds(20);

    private final LabSites sites;
    private final Supplier<Optional<Engine>> engine;
    private final Consumer<CompletableFuture<?>> expectAnswer;
    private SiteController controller;

    /** @param expectAnswer sees to it that what is asked is not refused but by an engine that goes down */
    SiteEndpoint(
            LabSites sites,
            Supplier<Optional<Engine>> engine,
            Consumer<CompletableFuture<?>> expectAnswer,
            Instant now) {
        this.sites = sites;
        this.engine = engine;
        this.expectAnswer = expectAnswer;
        this.controller = fresh(now);
    }

    /** The server was killed: the next one has everything to learn. */
    void forget(Instant now) {
        controller = fresh(now);
    }

    private SiteController fresh(Instant now) {
        return new SiteController(new SiteRules(SCALE_TIME, false), now, this::ended);
    }

    SiteController controller() {
        return controller;
    }

    private void ended(JobController job) {
        sites.end(job.plan().document().getForeignId());
    }

    /** Nothing is answered if there is no engine, or it goes down. */
    <T> void ask(Function<SiteController, ControllerInput<T>> question, Consumer<T> answer) {
        engine.get()
                .ifPresent(current -> expectAnswer.accept(
                        current.take(question.apply(controller)).thenAccept(answer)));
    }

    private void tell(Consumer<ControllerTurn> news, Runnable then) {
        ask(_ -> told(news), _ -> then.run());
    }

    /** News to which there is no answer but that it is taken. */
    static ControllerInput<Boolean> told(Consumer<ControllerTurn> news) {
        return turn -> {
            news.accept(turn);
            return true;
        };
    }

    /**
     * A site brings a result. One that counts cannot be replaced.
     *
     * @param answer is told whether it was taken
     */
    void bring(BroughtResult result, long count, Consumer<Boolean> answer) {
        ask(known -> turn -> known.reports().isFinal(turn, result.job(), result.partition()), isFinal -> {
            boolean counts = isFinal.orElseGet(() -> sites.hasEnded(result.job()) && sites.has(result));
            if (!counts) {
                sites.keep(result, count);
                stored(result, () -> {});
            }
            answer.accept(!counts);
        });
    }

    private void stored(BroughtResult result, Runnable then) {
        tell(turn -> controller.reports().stored(turn, result.job(), result.partition()), then);
    }

    /** Looks after what nobody calls about. */
    void tick() {
        tell(turn -> controller.tick(turn), this::lookForResults);
    }

    private void lookForResults() {
        ask(
                known -> _ -> known.unlooked(),
                jobs -> jobs.forEach(job -> {
                    for (var result : sites.broughtFor(job)) stored(result, () -> {});
                    tell(_ -> controller.looked(job), () -> {});
                }));
    }
}
