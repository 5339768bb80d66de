package io.tidewheel.protocol;

/** Memory that somebody has asked for. It is given back by closing, which any thread may do, also twice. */
@FunctionalInterface
public interface HeldMemory extends AutoCloseable {
    /** Nothing. */
    HeldMemory NONE = () -> {};

    @Override
    void close();
}
