package io.tidewheel.agent.runtime;

import io.tidewheel.model.LogStream;
import java.nio.ByteBuffer;

/** Takes what the commands of a chain write. */
public interface CommandOutput {

    /**
     * Takes the remaining bytes of the buffer. Waits while too much is on its way to the server, but not beyond the chain's time
     * limits, nor when the chain is to end.
     */
    void write(LogStream stream, ByteBuffer bytes);
}
