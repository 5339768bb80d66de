package io.tidewheel.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A bare echo on this computer, asked while something else is measured: how long an answer takes on which nobody works. What a figure is beyond it, is ours;
 * what both have, is the machine's.
 */
final class BareEcho implements AutoCloseable {
    private static final int QUESTION_BYTES = 64;
    private static final int WAITING = 1_000;
    private static final long PAUSE_MILLIS = 5;

    private final ServerSocket server;
    private final boolean isKept;
    private final ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    private BareEcho(ServerSocket server, boolean isKept) {
        this.server = server;
        this.isKept = isKept;
    }

    /** @param isKept whether all is asked on one connection, as agents do; else each time on a new one, as sites do */
    static BareEcho start(boolean isKept) throws IOException {
        var echo = new BareEcho(new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress()), isKept);
        Thread.ofVirtual().start(echo::accept);
        Thread.ofVirtual().start(echo::ask);
        return echo;
    }

    private void accept() {
        while (!closed) {
            try {
                var peer = server.accept();
                Thread.ofVirtual().start(() -> answer(peer));
            } catch (IOException ending) {
                if (!closed) throw new IllegalStateException("the echo takes no connection", ending);
            }
        }
    }

    private static void answer(Socket peer) {
        try (peer) {
            var from = peer.getInputStream();
            var to = peer.getOutputStream();
            for (var asked = from.readNBytes(QUESTION_BYTES);
                    asked.length == QUESTION_BYTES;
                    asked = from.readNBytes(QUESTION_BYTES)) to.write(asked);
        } catch (IOException gone) {
            // Whoever asks says so.
        }
    }

    private void ask() {
        Optional<Socket> kept = Optional.empty();
        try {
            if (isKept) kept = Optional.of(connected());
            while (!closed) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                long sent = System.nanoTime();
                if (kept.isPresent()) ask(kept.get());
                else
                    try (var once = connected()) {
                        ask(once);
                    }
                millis.add((System.nanoTime() - sent) / 1e6);
            }
            if (kept.isPresent()) kept.get().close();
        } catch (IOException broken) {
            if (!closed) throw new IllegalStateException("the echo does not answer", broken);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private Socket connected() throws IOException {
        var socket = new Socket(server.getInetAddress(), server.getLocalPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static void ask(Socket socket) throws IOException {
        socket.getOutputStream().write(new byte[QUESTION_BYTES]);
        if (socket.getInputStream().readNBytes(QUESTION_BYTES).length < QUESTION_BYTES)
            throw new IOException("the echo has ended");
    }

    /** How long each answer has taken so far, in milliseconds, ascending. */
    double[] millis() {
        return millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
    }
}
