package io.tidewheel.client;

import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;

/** Hands results to one subscriber, as many as it asks for, on a thread of its own. */
final class ResultFlow implements Flow.Subscription {
    private final TaskRun run;
    private final Flow.Subscriber<? super TaskResult> subscriber;
    private final Semaphore demand = new Semaphore(0);
    private volatile boolean cancelled;
    private volatile boolean misused;

    ResultFlow(TaskRun run, Flow.Subscriber<? super TaskResult> subscriber) {
        this.run = run;
        this.subscriber = subscriber;
    }

    void start() {
        subscriber.onSubscribe(this);
        Thread.ofVirtual().name("tidewheel-flow-" + run.id()).start(this::deliver);
    }

    @Override
    public void request(long count) {
        if (count <= 0) misused = true;
        int room = Integer.MAX_VALUE / 2 - demand.availablePermits();
        demand.release(Math.clamp(count, 1, Math.max(1, room)));
    }

    @Override
    public void cancel() {
        cancelled = true;
        demand.release();
    }

    private void deliver() {
        try {
            while (true) {
                demand.acquireUninterruptibly();
                if (cancelled) return;
                if (misused) throw new IllegalArgumentException("a subscriber must ask for at least one result");
                var result = run.take();
                if (result == null) break;
                subscriber.onNext(result);
            }
            subscriber.onComplete();
        } catch (RuntimeException error) {
            subscriber.onError(error);
        }
    }
}
