package io.tidewheel.client;

import io.tidewheel.protocol.wire.TaskEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tasks of a run on their way to the server, in the order of their indexes. What has gathered while others were on their way becomes
 * the next batch. A batch is kept until it is acknowledged, and sent again when its connection broke; the server knows by its index what
 * it has already. Not safe for several threads: {@link TaskRun} guards it.
 */
final class OutgoingTasks {
    private static final int BATCH_BYTES = 1 << 20;

    private final ClientOptions options;
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private List<TaskEntry> gathered = new ArrayList<>();
    private int gatheredFrom;
    private int added;
    private int acknowledged;
    private long unacknowledgedBytes;

    /** Some tasks that travel together. */
    static final class Batch {
        final int first;
        final List<TaskEntry> tasks;
        private final long bytes;
        private boolean onItsWay;

        Batch(int first, List<TaskEntry> tasks, long bytes) {
            this.first = first;
            this.tasks = tasks;
            this.bytes = bytes;
        }

        int end() {
            return first + tasks.size();
        }
    }

    OutgoingTasks(ClientOptions options) {
        this.options = options;
    }

    /** The server has so many tasks of the run already, from an earlier life of its client: those need not be sent. */
    void skip(int made) {
        acknowledged = Math.max(acknowledged, made);
    }

    boolean hasRoom() {
        return added - acknowledged < options.maxUnacknowledged()
                && unacknowledgedBytes < options.maxUnacknowledgedBytes();
    }

    /** Adds a task and answers its index. */
    int add(TaskEntry task) {
        int index = added++;
        if (index < acknowledged) return index;
        if (gathered.isEmpty()) gatheredFrom = index;
        gathered.add(task);
        unacknowledgedBytes += size(task);
        return index;
    }

    /** Whether there is a batch that may be sent now. */
    boolean hasNext() {
        return !gathered.isEmpty() && batches.size() < options.threads();
    }

    /** The next batch to be sent, if one may be; it is on its way then. */
    Optional<Batch> next() {
        for (var batch : batches) if (!batch.onItsWay) return Optional.of(sent(batch));
        if (!hasNext()) return Optional.empty();
        var batch = form();
        batches.add(batch);
        return Optional.of(sent(batch));
    }

    private static Batch sent(Batch batch) {
        batch.onItsWay = true;
        return batch;
    }

    private Batch form() {
        int count = 0;
        long bytes = 0;
        while (count < gathered.size() && count < options.batchSize() && bytes < BATCH_BYTES)
            bytes += size(gathered.get(count++));
        var tasks = gathered;
        gathered = new ArrayList<>(tasks.subList(count, tasks.size()));
        var batch = new Batch(
                gatheredFrom, count == tasks.size() ? tasks : new ArrayList<>(tasks.subList(0, count)), bytes);
        gatheredFrom += count;
        return batch;
    }

    /** The server has all tasks below this index. */
    void acknowledge(int next) {
        acknowledged = Math.max(acknowledged, Math.min(next, added));
        while (!batches.isEmpty() && batches.getFirst().end() <= acknowledged)
            unacknowledgedBytes -= batches.removeFirst().bytes;
    }

    /** The batch has to be sent again. */
    void repeat(Batch batch) {
        batch.onItsWay = false;
    }

    /** Everything that was on its way has to be sent again. */
    void repeatAll() {
        batches.forEach(this::repeat);
    }

    /** Whether no other batch has to arrive before this one. */
    boolean isFirst(Batch batch) {
        return batch.first <= acknowledged;
    }

    int added() {
        return added;
    }

    int acknowledged() {
        return acknowledged;
    }

    boolean isAcknowledged() {
        return acknowledged >= added;
    }

    private static int size(TaskEntry task) {
        return task.getSerializedSize() + 4;
    }
}
