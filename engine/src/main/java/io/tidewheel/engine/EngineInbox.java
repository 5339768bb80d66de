package io.tidewheel.engine;

import io.tidewheel.model.Refusal;
import io.tidewheel.model.StoreFailure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has come in and waits for the engine's next turn: requests, which are answered when what they changed is durable, and news, for which
 * nobody waits. Anything may be put in from any thread; one thread takes it out.
 */
final class EngineInbox {
    private static final int INPUTS_PER_TURN = 4_096;
    /** So often a request is begun anew because another server was faster. */
    private static final int MOST_TRIES = 50;

    /** Something that has come in. It is either handled or refused. */
    interface Input {
        void handle(Turn turn);

        void refuse(Refusal refusal);
    }

    /** What is to be done in a turn. */
    @FunctionalInterface
    interface Step {
        void apply(Turn turn);
    }

    private final EngineCounters counters;
    private final Runnable wake;
    private final ConcurrentLinkedQueue<Input> inputs = new ConcurrentLinkedQueue<>();
    /** Requests that wait for the beginning of a turn, when memory and store agree. */
    private final ConcurrentLinkedQueue<Input> early = new ConcurrentLinkedQueue<>();
    /** The answer to whatever comes after the engine has failed; null as long as it has not. */
    private volatile @Nullable Refusal failure;

    /** @param wake called when something has come in */
    EngineInbox(EngineCounters counters, Runnable wake) {
        this.counters = counters;
        this.wake = wake;
    }

    // --- from any thread ---

    <T> CompletableFuture<T> ask(Function<Turn, T> question) {
        var request = new Request<>(question);
        put(request);
        return request.answer;
    }

    /** The same, but answered at once, before the commit of the turn, if no run is concerned by what was changed. */
    <T> CompletableFuture<T> consult(Function<Turn, T> question) {
        var request = new Request<>(question, true);
        put(request);
        return request.answer;
    }

    /** Asks something that must be asked at the beginning of a turn, after a step that must be durable before. */
    CompletableFuture<Void> askEarly(Step before, Function<Turn, Boolean> question) {
        var request = new Request<>(question);
        return tell(before).thenCompose(_ -> {
            put(early, request);
            return request.answer.thenAccept(_ -> {});
        });
    }

    CompletableFuture<Void> tell(Step step) {
        return this.<Boolean>ask(turn -> {
                    step.apply(turn);
                    return true;
                })
                .thenAccept(_ -> {});
    }

    void post(Step step) {
        put(new Input() {
            @Override
            public void handle(Turn turn) {
                step.apply(turn);
            }

            @Override
            public void refuse(Refusal refusal) {
                // nobody waits for an answer
            }
        });
    }

    private void put(Input input) {
        put(inputs, input);
    }

    private void put(ConcurrentLinkedQueue<Input> queue, Input input) {
        queue.add(input);
        var refusal = failure;
        if (refusal != null) refuseAll(refusal);
        wake.run();
    }

    // --- from the thread of the engine ---

    boolean isEmpty() {
        return inputs.isEmpty();
    }

    boolean hasEarly() {
        return !early.isEmpty();
    }

    /** Handles what waits for the beginning of a turn, and adds it to what was taken. */
    void takeEarly(Turn turn, List<Input> taken) {
        for (var input = early.poll(); input != null; input = early.poll()) {
            taken.add(input);
            input.handle(turn);
        }
    }

    /** Handles what has come in, up to a limit, and adds it to what was taken. */
    void take(Turn turn, List<Input> taken) {
        for (int i = 0; i < INPUTS_PER_TURN; i++) {
            var input = inputs.poll();
            if (input == null) break;
            taken.add(input);
            input.handle(turn);
        }
    }

    /** The engine has failed: what it had taken, what waits and what is still to come is refused. */
    void fail(Refusal refusal, List<Input> taken) {
        failure = refusal;
        taken.forEach(input -> input.refuse(refusal));
        refuseAll(refusal);
    }

    /** Refuses whatever waits. */
    void refuseAll(Refusal refusal) {
        for (var input = early.poll(); input != null; input = early.poll()) input.refuse(refusal);
        for (var input = inputs.poll(); input != null; input = inputs.poll()) input.refuse(refusal);
    }

    /** A question that is answered when what it changed is durable. */
    private final class Request<T> implements Input {
        private final Function<Turn, T> question;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private int tries;

        /** Whether nobody waits for the commit if no run is concerned. */
        private final boolean maybeAtOnce;

        Request(Function<Turn, T> question) {
            this(question, false);
        }

        Request(Function<Turn, T> question, boolean maybeAtOnce) {
            this.question = question;
            this.maybeAtOnce = maybeAtOnce;
        }

        @Override
        public void handle(Turn turn) {
            try {
                turn.takeConcerned();
                var value = question.apply(turn);
                var concerned = turn.takeConcerned();
                if (maybeAtOnce && concerned.isEmpty()) {
                    answer.complete(value);
                    return;
                }
                turn.afterwards(() -> {
                    if (turn.wasOvertaken(concerned)) askAgain();
                    else answer.complete(value);
                });
            } catch (Refusal refusal) {
                turn.afterwards(() -> answer.completeExceptionally(refusal));
            } catch (StoreFailure broken) {
                throw broken;
            } catch (RuntimeException bug) {
                // One bad request must not take the others down; whoever sent it is told, and the counter is watched.
                counters.bugs.increment();
                turn.afterwards(() -> answer.completeExceptionally(bug));
            }
        }

        /** Puts the input into the next turn, by which it is known how the run stands. */
        private void askAgain() {
            if (++tries < MOST_TRIES) put(this);
            else refuse(new Refusal(Refusal.Kind.UNAVAILABLE, "other servers change this run all the time, try again"));
        }

        @Override
        public void refuse(Refusal refusal) {
            answer.completeExceptionally(refusal);
        }
    }
}
