package io.tidewheel.agent.runtime;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A thread that makes one call after the other. */
final class CallThread implements Runnable {
    private final BlockingQueue<Runnable> next = new ArrayBlockingQueue<>(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("tidewheel-jvm-task").unstarted(this);
    private volatile boolean retired;

    private CallThread() {}

    static CallThread start() {
        var started = new CallThread();
        started.thread.start();
        return started;
    }

    /** Begins a call; the last one must have returned. */
    void begin(Runnable call) {
        if (!next.offer(call)) throw new IllegalStateException("a call is still waiting to be made");
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Ends the thread when the call under way, if any, returns. */
    void retire() {
        retired = true;
        thread.interrupt();
    }

    @Override
    public void run() {
        while (!retired) {
            try {
                var call = next.take();
                call.run();
            } catch (InterruptedException betweenCalls) {
                // meant for a call that had just returned, or we are retired
            }
        }
    }
}
