package io.tidewheel.agent.process;

import java.nio.ByteBuffer;

/**
 * Takes the output of one process, chunk by chunk, on the thread that pumps. It should not block for long: the time limits
 * are not looked at meanwhile, and the process waits when its pipe is full.
 */
@FunctionalInterface
public interface OutputSink {

    /** Which of the two outputs a chunk came from. */
    enum Channel {
        STDOUT,
        STDERR
    }

    /** Whether the sink wants more of a channel; once it has enough, the rest is read and only counted. */
    enum Appetite {
        MORE,
        ENOUGH
    }

    /** A sink that wants nothing. */
    OutputSink NOTHING = (channel, bytes) -> Appetite.ENOUGH;

    /** Takes the remaining bytes of the buffer, which belongs to the caller again after the return. */
    Appetite accept(Channel channel, ByteBuffer bytes);
}
