package io.tidewheel.model;

/** One life of a server: higher than all before it in the same store. It is the epoch part of a fencing token. */
public record ServerNumber(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
