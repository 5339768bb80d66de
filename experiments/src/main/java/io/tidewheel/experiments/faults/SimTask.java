package io.tidewheel.experiments.faults;

import io.tidewheel.model.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * What a simulated chain does.
 *
 * @param failures so many attempts fail before one succeeds
 * @param killsAgent it takes the agent down with it
 */
record SimTask(Duration takes, int failures, boolean killsAgent) {
    Payload encode() {
        return Payload.of(ByteBuffer.allocate(13)
                .putLong(takes.toNanos())
                .putInt(failures)
                .put((byte) (killsAgent ? 1 : 0))
                .array());
    }

    static SimTask decode(Payload payload) {
        var buffer = ByteBuffer.wrap(payload.bytes());
        return new SimTask(Duration.ofNanos(buffer.getLong()), buffer.getInt(), buffer.get() == 1);
    }
}
