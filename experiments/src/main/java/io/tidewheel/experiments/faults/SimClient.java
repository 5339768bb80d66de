package io.tidewheel.experiments.faults;

import io.tidewheel.engine.Engine;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Actor;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Submits one run and repeats, with the same key and indexes, whatever is not answered: it may not be lost, nor done twice. */
final class SimClient {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final FaultWorld world;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final NewRun submission;
    private final List<NewChain> chains;
    private final int batch;
    private @Nullable RunId run;
    private int acknowledged;
    private boolean closed;
    private long openedNanos;

    SimClient(FaultWorld world, RandomGenerator random, NewRun submission, List<NewChain> chains, int batch) {
        this.world = world;
        this.time = world.time();
        this.random = random;
        this.submission = submission;
        this.chains = chains;
        this.batch = batch;
    }

    NewRun submission() {
        return submission;
    }

    Optional<RunId> run() {
        return Optional.ofNullable(run);
    }

    boolean isDone() {
        return closed;
    }

    int acknowledged() {
        return acknowledged;
    }

    void start(Duration after) {
        time.after(after, this::open);
    }

    /** Cancels the run, if it is there by then. */
    void endAfter(Duration after, EndRequest how) {
        time.after(after, () -> end(how));
    }

    void holdFor(Duration after, Duration howLong) {
        time.after(after, () -> hold(true, howLong));
    }

    /** Cancels one chain, whether it is there or not. */
    void cancelOneAfter(Duration after, int index) {
        time.after(after, () -> cancelOne(index));
    }

    private void cancelOne(int index) {
        var id = run;
        if (id == null) {
            time.after(Duration.ofSeconds(1), () -> cancelOne(index));
            return;
        }
        var chain = new ChainId(id, index);
        world.history().chains().cancelling(chain, time.nanos());
        request(
                engine -> engine.cancel(chain, Actor.anyone("client")).thenApply(_ -> true),
                _ -> {
                    world.history().chains().cancelled(chain, time.nanos());
                    world.oracles().cancelled(chain);
                },
                () -> {});
    }

    private void open() {
        openedNanos = time.nanos();
        request(engine -> engine.submit(submission), accepted -> {
            if (run != null && !run.equals(accepted.run())) {
                throw new AssertionError("one key gave two runs: %s and %s".formatted(run, accepted.run()));
            }
            run = accepted.run();
            world.history().submitted(accepted.run(), submission, openedNanos, time.nanos());
            addNext();
        });
    }

    private void addNext() {
        var id = run;
        if (id == null) return;
        if (submission.closed()) {
            acknowledged = submission.chains().size();
            closed = true;
            return;
        }
        if (acknowledged == chains.size()) {
            request(
                    engine -> engine.close(id, Actor.of(submission.spec().owner()))
                            .thenApply(_ -> true),
                    _ -> closed = true);
            return;
        }
        int first = acknowledged;
        var part = chains.subList(first, Math.min(chains.size(), first + batch));
        world.history().adding(id, first, part.size(), time.nanos());
        request(
                engine -> engine.add(id, first, part, Actor.of(submission.spec().owner())),
                made -> {
                    acknowledged = Math.max(acknowledged, first + part.size());
                    world.history().added(id, first, part.size(), time.nanos());
                    if (made < acknowledged)
                        throw new AssertionError(
                                "O1: run %s acknowledged %d and has %d".formatted(id, acknowledged, made));
                    time.after(Duration.ofMillis(random.nextInt(200)), this::addNext);
                },
                () -> {
                    world.oracles().refusedToAdd(id);
                    refused();
                });
    }

    private void end(EndRequest how) {
        var id = run;
        if (id == null) {
            time.after(Duration.ofSeconds(1), () -> end(how));
            return;
        }
        request(engine -> engine.end(id, how, Actor.anyone("client")).thenApply(_ -> true), _ -> closed = true);
    }

    private void hold(boolean held, Duration howLong) {
        var id = run;
        if (id == null) {
            time.after(Duration.ofSeconds(1), () -> hold(held, howLong));
            return;
        }
        request(engine -> engine.hold(id, held, Actor.anyone("client")).thenApply(_ -> true), _ -> {
            if (held) time.after(howLong, () -> hold(false, howLong));
        });
    }

    /** Asks until there is an answer; a refusal other than "unavailable" is one. */
    private <T> void request(Function<Engine, CompletableFuture<T>> question, Consumer<T> done) {
        request(question, done, this::refused);
    }

    private <T> void request(Function<Engine, CompletableFuture<T>> question, Consumer<T> done, Runnable refused) {
        var answered = new boolean[1];
        world.anyServer().engine().ifPresent(engine -> {
            var _ = question.apply(engine).whenComplete((value, failed) -> {
                // The answer takes its time, and may be lost with the server.
                if (failed == null) deliver(answered, () -> done.accept(value));
                else if (isAnswer(failed)) deliver(answered, refused);
            });
        });
        time.after(PATIENCE, () -> {
            if (!answered[0]) request(question, done, refused);
        });
    }

    private void deliver(boolean[] answered, Runnable action) {
        if (random.nextInt(20) == 0) return;
        time.after(Duration.ofMillis(1 + random.nextInt(20)), () -> {
            if (answered[0]) return;
            answered[0] = true;
            action.run();
        });
    }

    private static boolean isAnswer(Throwable failed) {
        var cause = failed.getCause() == null ? failed : failed.getCause();
        if (!(cause instanceof Refusal refusal)) throw new AssertionError("a request failed unexpectedly", cause);
        return refusal.kind() != Refusal.Kind.UNAVAILABLE;
    }

    /** A run that was cancelled, or has ended by its deadline or too many failures, takes no more tasks. */
    private void refused() {
        closed = true;
    }
}
