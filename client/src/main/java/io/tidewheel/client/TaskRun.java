package io.tidewheel.client;

import io.tidewheel.client.OutgoingTasks.Batch;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.CloseRun;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Opened;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.Unwatch;
import io.tidewheel.protocol.wire.Watch;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run of tasks: add tasks, say when there are no more, and read each result once as it comes. All of it survives broken connections and
 * restarts of the server. Safe for several threads; those that read results share them.
 */
public final class TaskRun implements Iterable<TaskResult> {
    private static final int MOST_WATCHES_IN_VAIN = 5;

    /** What a run tells its client. Never called while the run's own lock is held. */
    interface Client {
        /** The run has something to send. */
        void ready(TaskRun run);

        /** The run's last request is to be repeated after a pause. */
        void retryLater(TaskRun run);

        /** The number of the run is known now. */
        void opened(TaskRun run);

        /** No answer or result for the run is awaited any more. */
        void ended(TaskRun run);
    }

    /** A message of the run, and who takes its answer. */
    record Request(ClientMessage.Builder message, Consumer<ServerAnswer> answer) {}

    private record Promise(int upTo, CompletableFuture<Void> future) {}

    /** How far something is that is done once, but perhaps on a second connection. */
    private enum Step {
        NOT_WANTED,
        WANTED,
        ON_ITS_WAY,
        DONE
    }

    private final Client client;
    private final OpenRunRequest options;
    private final OutgoingTasks outgoing;
    private final IncomingResults incoming;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final PriorityQueue<Promise> promises =
            new PriorityQueue<>((left, right) -> Integer.compare(left.upTo, right.upTo));

    private volatile long id;
    private int made;
    private Step open = Step.WANTED;
    private Step close = Step.NOT_WANTED;
    /** Whether the server sends results on the present connection. */
    private boolean watching;
    /** Whether it should not, because enough of them wait here. */
    private volatile boolean paused;

    /** Whether the client knows that there is something to send. */
    private volatile boolean queued;

    private int watchesInVain;
    private @Nullable RunStatusNews lastStatus;
    private @Nullable ClientException failure;

    TaskRun(Client client, OpenRunRequest options, ClientOptions limits) {
        this.client = client;
        this.options = options;
        this.outgoing = new OutgoingTasks(limits);
        this.incoming = new IncomingResults(limits.maxResults());
    }

    /** A run that others opened: only to be watched. */
    TaskRun(Client client, long id, ClientOptions limits) {
        this(client, OpenRunRequest.newBuilder().setWatch(true).build(), limits);
        this.id = id;
        this.open = Step.DONE;
        this.close = Step.DONE;
        closed.complete(null);
        opened.complete(null);
    }

    /** The number of the run, by which everybody knows it. */
    public long id() {
        return id;
    }

    /** How many tasks the run had when it was opened: more than 0 if its key was known. Adding those again changes nothing. */
    public synchronized int made() {
        return made;
    }

    /**
     * Adds a task and answers its index. Returns at once as a rule, before the server has it (see {@link #durable}); waits while too many
     * are on their way.
     */
    public int add(Task task) {
        int index;
        boolean canGo;
        synchronized (this) {
            awaitRoom();
            index = outgoing.add(task.wire());
            canGo = outgoing.hasNext();
        }
        // While others are on their way tasks only gather; the next answer will send them on.
        if (canGo && !queued) client.ready(this);
        return index;
    }

    public void addAll(Collection<Task> tasks) {
        for (var task : tasks) add(task);
    }

    private void awaitRoom() {
        while (!outgoing.hasRoom() && failure == null && close == Step.NOT_WANTED) {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                throw interrupted(interrupted);
            }
        }
        if (failure != null) throw failure;
        if (close != Step.NOT_WANTED)
            throw new IllegalStateException("run " + id + " is closed: no more tasks can be added");
    }

    /**
     * Is done when everything added so far is safe with the server, whatever is killed then. What is chained to it runs on the thread that
     * reads the connection, and must not wait.
     */
    public CompletableFuture<Void> durable() {
        synchronized (this) {
            if (failure != null) return CompletableFuture.failedFuture(failure);
            if (outgoing.isAcknowledged()) return opened.copy();
            var promise = new Promise(outgoing.added(), new CompletableFuture<>());
            promises.add(promise);
            return promise.future;
        }
    }

    /** Says that no more tasks will come; is done when the server knows. */
    public CompletableFuture<Void> closing() {
        askToClose();
        return closed.copy();
    }

    void askToClose() {
        synchronized (this) {
            if (close == Step.NOT_WANTED) close = Step.WANTED;
            notifyAll();
        }
        client.ready(this);
    }

    /** Says that no more tasks will come, and waits until the server knows. Results can still be read. */
    public void close() {
        await(closing());
    }

    /** The results as they come, each once. The end comes when the run has ended; until then {@code hasNext} waits. */
    @Override
    public Iterator<TaskResult> iterator() {
        return new Iterator<>() {
            private @Nullable TaskResult next;

            @Override
            public boolean hasNext() {
                if (next == null) next = take();
                return next != null;
            }

            @Override
            public TaskResult next() {
                if (!hasNext()) throw new NoSuchElementException("run " + id + " has no more results");
                var taken = next;
                next = null;
                return java.util.Objects.requireNonNull(taken);
            }
        };
    }

    /** The next result; waits for it. Null when the run has ended and all have been taken. */
    public @Nullable TaskResult take() {
        if (!options.getWatch()) throw new IllegalStateException("run " + id + " was opened without results");
        try {
            var result = incoming.take();
            if (paused && incoming.isNearlyEmpty()) {
                paused = false;
                client.ready(this);
            }
            return result;
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    /** Hands every result to the action, on a thread of its own; is done when the run has ended, or the action failed. */
    public CompletableFuture<RunSummary> onResult(Consumer<? super TaskResult> action) {
        var end = new CompletableFuture<RunSummary>();
        Thread.ofVirtual().name("tidewheel-results-" + id).start(() -> {
            try {
                forEach(action);
                end.complete(summary());
            } catch (RuntimeException | Error error) {
                end.completeExceptionally(error);
            }
        });
        return end;
    }

    /** The results as a reactive stream; its subscribers share them. */
    public Flow.Publisher<TaskResult> publisher() {
        return subscriber -> new ResultFlow(this, subscriber).start();
    }

    /** Waits for the end of the run; results that nobody has read are dropped. */
    public RunSummary awaitEnd() {
        while (take() != null) {
            // the next one
        }
        return summary();
    }

    private RunSummary summary() {
        var known = incoming.summary();
        if (known == null) throw new IllegalStateException("run " + id + " has not ended");
        return known;
    }

    /** What the server last said of the run. */
    public synchronized Optional<RunSummary> progress() {
        return Optional.ofNullable(lastStatus).map(RunSummary::of);
    }

    // What the client asks of it.

    void setQueued(boolean now) {
        queued = now;
    }

    /** What is to be sent next; called by the thread that writes. */
    synchronized Optional<Request> next() {
        if (failure != null) return Optional.empty();
        if (open == Step.WANTED) return Optional.of(openRequest());
        if (open != Step.DONE) return Optional.empty();
        if (mustChangeWatch()) return Optional.of(watchRequest());
        var batch = outgoing.next();
        if (batch.isPresent()) return Optional.of(addRequest(batch.get()));
        if (close == Step.WANTED && outgoing.isAcknowledged()) return Optional.of(closeRequest());
        return Optional.empty();
    }

    private Request openRequest() {
        open = Step.ON_ITS_WAY;
        watching = options.getWatch();
        return new Request(ClientMessage.newBuilder().setOpen(options), answer -> {
            if (answer.hasOpened()) openAnswered(answer.getOpened());
            else solve(answer, () -> open = Step.WANTED);
        });
    }

    private boolean mustChangeWatch() {
        boolean wanted = options.getWatch() && !paused && incoming.summary() == null;
        return wanted != watching && (wanted || paused);
    }

    private Request watchRequest() {
        watching = !watching;
        var message = ClientMessage.newBuilder();
        if (watching) message.setWatch(Watch.newBuilder().setRun(id).addAllHave(incoming.have()));
        else message.setUnwatch(Unwatch.newBuilder().setRun(id));
        boolean asked = watching;
        return new Request(message, answer -> {
            if (!answer.hasDone()) solve(answer, () -> watching = !asked);
        });
    }

    private Request addRequest(Batch batch) {
        var add = AddTasks.newBuilder().setRun(id).setFirstIndex(batch.first).addAllTasks(batch.tasks);
        return new Request(ClientMessage.newBuilder().setAdd(add), answer -> {
            if (answer.hasAdded()) acknowledged(answer.getAdded().getNextIndex());
            else notAdded(batch, answer);
        });
    }

    private Request closeRequest() {
        close = Step.ON_ITS_WAY;
        return new Request(
                ClientMessage.newBuilder().setClose(CloseRun.newBuilder().setRun(id)), answer -> {
                    if (answer.hasDone()) closeAnswered();
                    else solve(answer, () -> close = Step.WANTED);
                });
    }

    /** The connection is gone, and with it everything that was not answered. */
    synchronized void connectionLost() {
        if (open == Step.ON_ITS_WAY) open = Step.WANTED;
        if (close == Step.ON_ITS_WAY) close = Step.WANTED;
        watching = false;
        outgoing.repeatAll();
    }

    void results(List<Result> results, Instant now) {
        incoming.accept(results, now);
        if (!paused && incoming.isFull()) {
            paused = true;
            client.ready(this);
        }
    }

    void status(RunStatusNews status) {
        boolean complete;
        synchronized (this) {
            lastStatus = status;
            if (!status.getFinal()) return;
            long ended = status.getSucceeded() + status.getFailed() + status.getCancelled();
            complete = !options.getWatch() || incoming.count() >= ended;
            if (!complete) watching = false;
        }
        if (complete) {
            incoming.end(RunSummary.of(status));
            endAdding(status);
            client.ended(this);
        } else if (++watchesInVain > MOST_WATCHES_IN_VAIN) {
            fail(new ClientException.Refused(
                    "incomplete", "the server says that run " + id + " has ended, but did not send all results"));
        } else client.retryLater(this);
    }

    /** The server has ended the run: it is closed, also if the answer that says so was lost, and what was not added yet never will be. */
    private void endAdding(RunStatusNews status) {
        boolean nothingLost;
        synchronized (this) {
            close = Step.DONE;
            nothingLost = outgoing.isAcknowledged();
            if (!nothingLost && failure == null) {
                failure = new ClientException.Refused(
                        "ended", "run %d has ended (%s): no more tasks can be added".formatted(id, status.getState()));
            }
            notifyAll();
        }
        if (nothingLost) closed.complete(null);
        else if (failure != null) breakPromises(failure);
    }

    private void breakPromises(ClientException cause) {
        opened.completeExceptionally(cause);
        closed.completeExceptionally(cause);
        promises.forEach(promise -> promise.future.completeExceptionally(cause));
    }

    /** Nothing will come of the run any more. */
    void fail(ClientException cause) {
        synchronized (this) {
            if (failure != null) return;
            failure = cause;
            notifyAll();
        }
        breakPromises(cause);
        incoming.fail(cause);
        client.ended(this);
    }

    void awaitOpened() {
        await(opened);
    }

    private void openAnswered(Opened answer) {
        synchronized (this) {
            open = Step.DONE;
            id = answer.getRun();
            made = answer.getMade();
            if (options.getClosed() || options.hasArray()) close = Step.DONE;
            else outgoing.skip(made);
        }
        client.opened(this);
        opened.complete(null);
        if (options.getClosed() || options.hasArray()) closed.complete(null);
        acknowledged(0);
    }

    private void acknowledged(int next) {
        while (true) {
            Promise kept;
            synchronized (this) {
                outgoing.acknowledge(next);
                notifyAll();
                kept = promises.peek();
                if (kept == null || kept.upTo > outgoing.acknowledged()) break;
                promises.remove();
            }
            kept.future.complete(null);
        }
        client.ready(this);
    }

    /** Only the first batch can be refused for its own sake; one that comes later may have been refused for the lack of an earlier one. */
    private void notAdded(Batch batch, ServerAnswer answer) {
        boolean first;
        synchronized (this) {
            first = outgoing.isFirst(batch);
            outgoing.repeat(batch);
        }
        if (first) solve(answer, () -> {});
        else client.retryLater(this);
    }

    private void closeAnswered() {
        synchronized (this) {
            close = Step.DONE;
        }
        closed.complete(null);
        if (!options.getWatch()) client.ended(this);
    }

    private void solve(ServerAnswer answer, Runnable undo) {
        var problem = answer.hasProblem() ? answer.getProblem() : strange(answer);
        if (!problem.getTransient()) {
            fail(new ClientException.Refused(problem.getCode(), problem.getText()));
            return;
        }
        synchronized (this) {
            undo.run();
        }
        client.retryLater(this);
    }

    private static Problem strange(ServerAnswer answer) {
        return Problem.newBuilder()
                .setCode("protocol")
                .setText("the server gave an answer that does not fit: " + answer.getContentCase())
                .build();
    }

    private static void await(CompletableFuture<Void> future) {
        try {
            future.get();
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ClientException known) throw known;
            throw new IllegalStateException(failed.getCause());
        }
    }

    private static ClientException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new ClientException.Interrupted(cause);
    }
}
