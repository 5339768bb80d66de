package io.tidewheel.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.protocol.OutgoingBudget;
import io.tidewheel.server.http.h2.ClientPreface;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One accepted socket, as Helidon's parser sees it and as the watch sees it. Its phases set the moment at which the watch closes it; every
 * byte that comes or goes passes here, so no phase can be forgotten.
 */
final class HttpConnection implements ConnectionContext {
    private static final Logger LOG = System.getLogger(HttpConnection.class.getName());
    private static final int READ_BYTES = 8 << 10;
    private static final int WRITE_BYTES = 64 << 10;
    /**
     * How many bytes are read from a peer that sends more than is accepted, so that it can still read why that was refused: more than
     * fits on the way.
     */
    private static final int FAREWELL_BYTES = 64 << 20;

    private static final int STREAM_BYTES = 8 << 10;
    private static final long NEVER = Long.MAX_VALUE;
    /** The name of HTTP/2 in TLS (RFC 7301); below it that of HTTP/1.1. */
    private static final String FRAMES = "h2";

    private static final String HTTP1 = "http/1.1";
    private static final byte[] PREFACE = ClientPreface.bytes();

    private enum Phase {
        /** Waiting for the first byte of a request. */
        IDLE,
        /** Between the first byte of a request and the end of its head. */
        HEAD,
        /** The request is being answered; what is read now is its body. */
        HANDLING,
        /** The connection is not one of HTTP/1.1 any more: what follows has limits of its own. */
        STREAM
    }

    private final Socket carrier;
    private final Socket socket;
    private final PeerTimeouts patience;
    private final ListenerContext listener;
    private final Router router;
    private final String id;
    private final InputStream in;
    private final OutputStream out;
    private final DataReader reader = DataReader.create(this::read);
    private final OutputStream watched = new WatchedOutput();
    private final DataWriter writer = new Writer();

    /** One for all reads: of an idle connection it waits for the next bytes in any case. */
    private final byte[] buffer = new byte[READ_BYTES];

    private volatile Phase phase = Phase.HEAD;
    private Optional<GateDecision> refusal = Optional.empty();
    private long bodyBegun;
    private long bodyBytes;
    private volatile long deadline;
    /**
     * The moment by which the piece that is being written must be gone; apart from the other deadline, because several may be answered at
     * a time.
     */
    private volatile long writeDeadline = NEVER;

    /** What came before it was known what it is. */
    private byte[] first = {};

    private volatile boolean stopping;
    private volatile boolean waiting;
    private volatile @Nullable Runnable ending;
    private HeldMemory watcher = HeldMemory.NONE;
    /** What of our answers waits until the peer takes it. */
    private final OutgoingBudget.Reader pending;

    HttpConnection(
            Socket carrier,
            Socket socket,
            PeerTimeouts patience,
            ListenerContext listener,
            Router router,
            OutgoingBudget outgoing)
            throws IOException {
        pending = outgoing.open(this::endSlow);
        this.carrier = carrier;
        this.socket = socket;
        this.patience = patience;
        this.listener = listener;
        this.router = router;
        deadline = after(patience.head());
        id = Integer.toHexString(System.identityHashCode(carrier));
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** The request's head is complete: whoever handles it takes the time it needs. */
    void handling() {
        phase = Phase.HANDLING;
        deadline = NEVER;
        bodyBegun = 0;
        bodyBytes = 0;
    }

    /** What is said now lasts, and is counted until it has ended. */
    void watches(HeldMemory place) {
        watcher = place;
    }

    /** What the present request has been counted as; whoever takes it closes it. */
    HeldMemory takeWatcher() {
        var taken = watcher;
        watcher = HeldMemory.NONE;
        return taken;
    }

    private void endSlow(String why) {
        LOG.log(Level.INFO, "the connection of %s is closed: %s".formatted(carrier.getRemoteSocketAddress(), why));
        close();
    }

    /** The request may not have its stream; whoever answers it is to say why. */
    void refuse(GateDecision.Refused decision) {
        refusal = Optional.of(decision);
    }

    /** Why the present request was refused, if it was. */
    Optional<GateDecision> takeRefusal() {
        var taken = refusal;
        refusal = Optional.empty();
        return taken;
    }

    /** The request is answered; the next may come. */
    void answered() {
        phase = Phase.IDLE;
        if (stopping) {
            throw new CloseConnectionException("the server stops");
        }
        deadline = after(patience.idle());
    }

    /** Whether the peer speaks HTTP/2: agreed upon with TLS, or said at once. Returns when that is known. */
    boolean speaksFrames(boolean isOffered) throws IOException {
        if (!(socket instanceof SSLSocket secure)) return isOffered && beginsWith(PREFACE);
        // Whoever knows neither is served as one who did not say what it knows.
        secure.setHandshakeApplicationProtocolSelector(
                (_, known) -> isOffered && known.contains(FRAMES) ? FRAMES : known.contains(HTTP1) ? HTTP1 : "");
        secure.startHandshake();
        return FRAMES.equals(secure.getApplicationProtocol());
    }

    private boolean beginsWith(byte[] expected) throws IOException {
        var came = new byte[READ_BYTES];
        int count = 0;
        while (count < expected.length && Arrays.equals(came, 0, count, expected, 0, count)) {
            int read = in.read(came, count, came.length - count);
            if (read < 0) break;
            count += read;
        }
        first = Arrays.copyOf(came, count);
        return count >= expected.length && Arrays.equals(came, 0, expected.length, expected, 0, expected.length);
    }

    /** What follows has limits of its own. */
    void becomesStream() {
        phase = Phase.STREAM;
        deadline = NEVER;
    }

    /** What follows are frames of HTTP/2: here is what has arrived of them already, and what will. */
    InputStream framed() {
        phase = Phase.STREAM;
        return new Frames();
    }

    /** Answers what there is, and never waits for more than that. */
    private final class Frames extends InputStream {
        private int given;

        @Override
        public int read() throws IOException {
            return given < first.length ? first[given++] & 0xff : in.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int early = Math.min(length, first.length - given);
            if (early == 0) return in.read(into, offset, length);
            System.arraycopy(first, given, into, offset, early);
            given += early;
            return early;
        }
    }

    /** Where several may write, one after the other. */
    OutputStream output() {
        return watched;
    }

    /**
     * Counts so many bytes of an answer as waiting for the peer until what is handed out is closed. When there is no room for more, the
     * peer who takes the least is closed.
     */
    HeldMemory waiting(int bytes) {
        pending.waits(bytes);
        return () -> pending.took(bytes);
    }

    /** Everything has been said: the peer is to read it, and to go. */
    void finishes() {
        deadline = after(patience.farewell());
        Thread.startVirtualThread(() -> {
            try {
                endOutput();
            } catch (IOException broken) {
                close();
            }
        });
    }

    /** Nothing is asked: who says nothing for long is closed. */
    void awaitsRequest() {
        deadline = after(patience.idle());
    }

    /** A request has begun that is not complete. */
    void awaitsHead() {
        deadline = after(patience.head());
    }

    /** Something is being answered: whoever does it takes the time it needs. */
    void awaitsNothing() {
        deadline = NEVER;
    }

    /** What is to be done when the connection is to end, instead of closing it. */
    void endsWith(Runnable leave) {
        ending = leave;
        if (stopping) leave.run();
    }

    /** What follows is a stream: here is what has arrived of it already, and what will. */
    InputStream streamed() throws IOException {
        phase = Phase.STREAM;
        deadline = NEVER;
        var rest = new BufferedInputStream(in, STREAM_BYTES);
        int early = reader.available();
        if (early == 0) {
            return rest;
        }
        // Not a SequenceInputStream: at the end of the input it would close the socket, also for those who still write.
        var all = new PushbackInputStream(rest, early);
        all.unread(reader.readBytes(early));
        return all;
    }

    PeerTimeouts patience() {
        return patience;
    }

    Socket carrier() {
        return carrier;
    }

    Socket socket() {
        return socket;
    }

    /** Ends the connection once nothing is being answered. Waiting ones end at once. */
    void stop() {
        stopping = true;
        var leave = ending;
        if (leave != null) {
            // Not on this thread: the peer may be slow to read that we go.
            Thread.startVirtualThread(leave);
        } else if (waiting) {
            close();
        }
    }

    /** Whether nothing is done here but to wait for what the peer asks. */
    boolean isIdle() {
        var now = phase;
        return now == Phase.IDLE || now == Phase.HEAD;
    }

    /** When it is overdue, if nothing happens until then. */
    long deadline() {
        return deadline;
    }

    boolean isOverdue(long now) {
        return isOver(deadline, now) || isOver(writeDeadline, now);
    }

    private static boolean isOver(long due, long now) {
        return due != NEVER && now - due > 0;
    }

    /** Says the end and waits until the peer has read it: closing with unread input would reset the connection under the last answer. */
    void farewell() {
        try {
            deadline = after(patience.farewell());
            endOutput();
            var rest = new byte[READ_BYTES];
            for (long left = FAREWELL_BYTES; left > 0; ) {
                int read = in.read(rest);
                if (read < 0) return;
                left -= read;
            }
        } catch (IOException e) {
            // The peer was faster, or too slow.
        }
    }

    /** TLS says goodbye in its own words only; a peer that speaks no TLS waits for those of TCP. */
    private void endOutput() throws IOException {
        try {
            socket.shutdownOutput();
        } finally {
            if (isSecure()) {
                carrier.shutdownOutput();
            }
        }
    }

    void close() {
        pending.close();
        try {
            carrier.close();
        } catch (IOException e) {
            // Closing a TCP socket frees it even when it complains.
        }
    }

    private byte[] read() {
        if (phase == Phase.HANDLING) {
            bodyDeadline();
        }
        var bytes = receive();
        if (phase == Phase.IDLE) {
            phase = Phase.HEAD;
            deadline = after(patience.head());
        } else if (phase == Phase.HANDLING) {
            bodyBytes += bytes.length;
            deadline = NEVER;
        }
        return bytes;
    }

    private byte[] receive() {
        waiting = phase == Phase.IDLE;
        try {
            if (first.length > 0) {
                var came = first;
                first = new byte[0];
                return came;
            }
            int read = stopping && waiting ? -1 : in.read(buffer);
            if (read < 0) {
                throw new CloseConnectionException("the peer closed the connection");
            }
            return Arrays.copyOf(buffer, read);
        } catch (IOException e) {
            throw new CloseConnectionException("the connection broke", e);
        } finally {
            waiting = false;
        }
    }

    private void bodyDeadline() {
        if (bodyBegun == 0) {
            bodyBegun = System.nanoTime();
        }
        deadline = bodyBegun
                + patience.body().toNanos()
                + Duration.ofSeconds(bodyBytes / PeerTimeouts.MIN_BYTES_PER_SECOND)
                        .toNanos();
    }

    private static long after(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    private final class Writer implements DataWriter {
        @Override
        public void write(BufferData... buffers) {
            for (var next : buffers) {
                write(next);
            }
        }

        @Override
        public void write(BufferData data) {
            try {
                data.writeTo(watched);
            } catch (UncheckedIOException e) {
                throw new CloseConnectionException("the connection broke while answering", e);
            }
        }

        @Override
        public void writeNow(BufferData... buffers) {
            write(buffers);
        }

        @Override
        public void writeNow(BufferData data) {
            write(data);
        }
    }

    /** Writes in pieces, so that each has its own deadline and a large answer may take its time as long as it is being taken. */
    private final class WatchedOutput extends OutputStream {
        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            pending.waits(length);
            try {
                for (int done = 0; done < length; done += WRITE_BYTES) {
                    writeDeadline = after(patience.write());
                    int piece = Math.min(WRITE_BYTES, length - done);
                    out.write(bytes, offset + done, piece);
                    pending.took(piece);
                }
            } finally {
                writeDeadline = NEVER;
            }
        }
    }

    @Override
    public ListenerContext listenerContext() {
        return listener;
    }

    @Override
    public ExecutorService executor() {
        return listener.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return router;
    }

    @Override
    public PeerInfo remotePeer() {
        return new Peer(carrier.getRemoteSocketAddress());
    }

    @Override
    public PeerInfo localPeer() {
        return new Peer(carrier.getLocalSocketAddress());
    }

    @Override
    public boolean isSecure() {
        return socket instanceof SSLSocket;
    }

    @Override
    public String socketId() {
        return "http";
    }

    @Override
    public String childSocketId() {
        return id;
    }

    /** We ask no peer for certificates, and never ask the name service who a peer is. */
    private record Peer(SocketAddress address) implements PeerInfo {
        @Override
        public String host() {
            return address instanceof InetSocketAddress internet ? internet.getHostString() : "";
        }

        @Override
        public int port() {
            return address instanceof InetSocketAddress internet ? internet.getPort() : 0;
        }

        @Override
        public Optional<Principal> tlsPrincipal() {
            return Optional.empty();
        }

        @Override
        public Optional<Certificate[]> tlsCertificates() {
            return Optional.empty();
        }
    }
}
