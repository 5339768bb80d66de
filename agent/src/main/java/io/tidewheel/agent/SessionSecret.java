package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import java.util.random.RandomGenerator;

/** What an agent alone knows: with it, and with its token, it takes up its session on a new connection. It is in memory only. */
record SessionSecret(ByteString bytes) {
    private static final int LENGTH = 32;

    static SessionSecret make(RandomGenerator random) {
        var bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        return new SessionSecret(ByteString.copyFrom(bytes));
    }

    @Override
    public String toString() {
        return "SessionSecret[not shown]";
    }
}
