package io.tidewheel.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that are started by a test and must be known before. */
public final class TestPorts {
    /** Below those that systems give to outgoing connections: tests beside this one open thousands of them. */
    private static final int FIRST = 10_000;

    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private TestPorts() {}

    /** A port of the loopback address on which nobody listens at this moment. */
    public static int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) return port;
        }
        throw new IllegalStateException("found no free port from %d to %d".formatted(FIRST, LAST));
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
