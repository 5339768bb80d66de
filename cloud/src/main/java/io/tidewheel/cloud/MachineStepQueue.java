package io.tidewheel.cloud;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Does steps that wait, each on a virtual thread, and of the same machine one after the other. Cancelling the answer interrupts the step. */
public final class MachineStepQueue {
    /** Something that takes time. */
    @FunctionalInterface
    public interface Step<T> {
        T run() throws Exception;
    }

    /** Something that takes time and has no result. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private final Map<MachineId, ReentrantLock> turns = new ConcurrentHashMap<>();

    public <T> CompletableFuture<T> run(String name, Step<T> step) {
        var answer = new CompletableFuture<T>();
        var thread = Thread.ofVirtual().name(name).unstarted(() -> answer(name, step, answer));
        var _ = answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) thread.interrupt();
        });
        thread.start();
        return answer;
    }

    /** The same, while no other step of the machine is being done. */
    public <T> CompletableFuture<T> run(String name, MachineId machine, Step<T> step) {
        return run(name, () -> {
            var turn = turns.computeIfAbsent(machine, _ -> new ReentrantLock());
            turn.lockInterruptibly();
            try {
                return step.run();
            } finally {
                turn.unlock();
            }
        });
    }

    /** The same, for a step without a result. */
    public CompletableFuture<Void> act(String name, MachineId machine, Action action) {
        var step = run(name, machine, () -> {
            action.run();
            return true;
        });
        CompletableFuture<Void> answer = step.thenAccept(_ -> {});
        // Whoever cancels the answer means the step.
        var _ = answer.whenComplete((_, _) -> {
            if (answer.isCancelled()) step.cancel(true);
        });
        return answer;
    }

    /** The machine is gone: nobody waits for its turn any more. */
    public void forget(MachineId machine) {
        turns.remove(machine);
    }

    private static <T> void answer(String name, Step<T> step, CompletableFuture<T> answer) {
        try {
            if (!answer.isDone()) answer.complete(step.run());
        } catch (MachineFailure failure) {
            answer.completeExceptionally(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            answer.completeExceptionally(new MachineFailure("could not " + name + ": it took too long"));
        } catch (Exception | Error broken) {
            answer.completeExceptionally(new MachineFailure("could not " + name, broken));
        }
    }
}
