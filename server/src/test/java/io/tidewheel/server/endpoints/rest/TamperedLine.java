package io.tidewheel.server.endpoints.rest;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** The way to a server with somebody on it, who spoils one piece of what is sent when he is told to: a record of TLS, or what arrives at once. */
final class TamperedLine implements AutoCloseable {
    /** What becomes of a piece. */
    enum Harm {
        REPEATED,
        /** Its end is missing; what it says about its length is right. */
        CUT,
        EXTENDED,
        FLIPPED,
        /** The connection ends in the middle of it. */
        BROKEN_OFF
    }

    /** Kind, version and length of a record. */
    private static final int HEAD_BYTES = 5;

    private final URI target;
    private final boolean isSecure;
    private final Random chance;
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Optional<Harm>> toServer = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<Harm>> fromServer = new AtomicReference<>(Optional.empty());

    TamperedLine(URI target, Random chance) throws IOException {
        this.target = target;
        this.isSecure = target.getScheme().equals("https");
        this.chance = chance;
        Thread.ofVirtual().start(this::accept);
    }

    URI url() {
        return URI.create("%s://127.0.0.1:%d".formatted(target.getScheme(), listener.getLocalPort()));
    }

    /** What is sent to the server next. */
    void spoilNext(Harm harm) {
        toServer.set(Optional.of(harm));
    }

    /** What the server sends next. */
    void spoilNextAnswer(Harm harm) {
        fromServer.set(Optional.of(harm));
    }

    private void accept() {
        try {
            while (true) {
                var near = listener.accept();
                var far = new Socket(InetAddress.getLoopbackAddress(), target.getPort());
                sockets.add(near);
                sockets.add(far);
                Thread.ofVirtual().start(() -> copy(near, far, toServer));
                Thread.ofVirtual().start(() -> copy(far, near, fromServer));
            }
        } catch (IOException closed) {
            // the end
        }
    }

    private void copy(Socket from, Socket to, AtomicReference<Optional<Harm>> next) {
        try (from;
                to) {
            var in = new DataInputStream(from.getInputStream());
            for (var piece = piece(in); piece.length > 0; piece = piece(in)) {
                var harm = next.getAndSet(Optional.empty());
                to.getOutputStream().write(harm.isEmpty() ? piece : spoiled(piece, harm.get()));
                if (harm.equals(Optional.of(Harm.BROKEN_OFF))) return;
            }
        } catch (IOException broken) {
            // both ends come to know
        }
    }

    private byte[] piece(DataInputStream in) throws IOException {
        return isSecure ? record(in) : whatArrived(in);
    }

    private static byte[] record(DataInputStream in) throws IOException {
        var head = in.readNBytes(HEAD_BYTES);
        if (head.length < HEAD_BYTES) return head;
        var record = Arrays.copyOf(head, HEAD_BYTES + ((head[3] & 0xff) << 8 | head[4] & 0xff));
        in.readFully(record, HEAD_BYTES, record.length - HEAD_BYTES);
        return record;
    }

    private static byte[] whatArrived(InputStream in) throws IOException {
        var bytes = new byte[16 << 10];
        int count = in.read(bytes);
        return Arrays.copyOf(bytes, Math.max(0, count));
    }

    private byte[] spoiled(byte[] piece, Harm harm) {
        int head = isSecure ? HEAD_BYTES : 0;
        int at = head + chance.nextInt(piece.length - head);
        return switch (harm) {
            case REPEATED -> joined(piece, piece);
            case CUT -> withLength(Arrays.copyOf(piece, at));
            case BROKEN_OFF -> Arrays.copyOf(piece, at);
            case EXTENDED -> {
                var more = new byte[1 + chance.nextInt(200)];
                chance.nextBytes(more);
                yield withLength(joined(piece, more));
            }
            case FLIPPED -> {
                var flipped = piece.clone();
                flipped[at] ^= (byte) (1 << chance.nextInt(8));
                yield flipped;
            }
        };
    }

    /** A record says how long it is; whoever changes it can change that, too. */
    private byte[] withLength(byte[] piece) {
        if (!isSecure) return piece;
        int length = piece.length - HEAD_BYTES;
        piece[3] = (byte) (length >> 8);
        piece[4] = (byte) length;
        return piece;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var both = new ByteArrayOutputStream();
        both.writeBytes(one);
        both.writeBytes(other);
        return both.toByteArray();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var socket : sockets) socket.close();
    }
}
