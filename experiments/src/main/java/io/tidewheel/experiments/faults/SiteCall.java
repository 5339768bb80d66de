package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.sites.SiteController;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One request of a foreign site: it goes to any of the servers, may be lost on the way or come twice, and so may its answer. Who has waited long enough hears
 * no answer any more.
 */
final class SiteCall<T> {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final FaultWorld world;
    private boolean isOver;

    private SiteCall(FaultWorld world) {
        this.world = world;
    }

    static <T> void ask(
            FaultWorld world,
            Function<SiteController, ControllerInput<T>> question,
            Consumer<T> answered,
            Runnable unanswered) {
        new SiteCall<T>(world).send((server, answer) -> server.ask(question, answer), answered, unanswered);
    }

    /** @param request hands it to the server, which answers or does not */
    static <T> void send(
            FaultWorld world,
            BiConsumer<SiteEndpoint, Consumer<T>> request,
            Consumer<T> answered,
            Runnable unanswered) {
        new SiteCall<T>(world).send(request, answered, unanswered);
    }

    private void send(BiConsumer<SiteEndpoint, Consumer<T>> request, Consumer<T> answered, Runnable unanswered) {
        var server = world.anyServer().sites();
        var back = world.network().new Wire();
        Consumer<T> answer = value -> back.carry(() -> end(() -> answered.accept(value)));
        world.network().new Wire().carry(() -> request.accept(server, answer));
        world.time().after(PATIENCE, () -> end(unanswered));
    }

    private void end(Runnable action) {
        if (isOver) return;
        isOver = true;
        action.run();
    }
}
