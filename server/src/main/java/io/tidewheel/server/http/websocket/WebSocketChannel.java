package io.tidewheel.server.http.websocket;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.SocketContext;
import io.helidon.websocket.ClientWsFrame;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsCloseException;
import io.helidon.websocket.WsOpCode;
import io.tidewheel.server.http.h2.FloodGuard;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A WebSocket on which the server speaks and the other end listens: it may ask whether we are there, answer whether it is, and say that it
 * goes. Any thread may send; one listens.
 */
public final class WebSocketChannel {
    /** Nothing longer is expected. */
    private static final int LONGEST_FRAME = 1 << 10;

    private static final int LONGEST_CONTROL = 125;
    private static final int SHORT = 125;
    private static final int MIDDLE = 0xffff;
    /** How many pings in a row may be left unanswered. */
    private static final int MOST_UNANSWERED = 10;

    private static final int MOST_FRAMES = 500;

    private final SocketContext context;
    private final DataReader in;
    private final OutputStream out;
    private final FloodGuard guard = new FloodGuard(MOST_FRAMES, 1, System::nanoTime);
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private boolean closed;

    private volatile boolean gone;
    private volatile int unanswered;

    public WebSocketChannel(SocketContext context, DataReader in, OutputStream out) {
        this.context = context;
        this.in = in;
        this.out = out;
    }

    /** Sends one message. Waits while the other end is slow. */
    public void send(String text) throws IOException {
        checkThere();
        write(WsOpCode.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Asks whether the other end is still there; fails if it has not answered for long. */
    public void ping() throws IOException {
        checkThere();
        int asked = unanswered;
        if (asked >= MOST_UNANSWERED) throw new IOException("the watcher does not answer");
        unanswered = asked + 1;
        write(WsOpCode.PING, new byte[0]);
    }

    /** Says that nothing more comes. */
    public void close() throws IOException {
        close(WsCloseCodes.NORMAL_CLOSE, "");
    }

    private void checkThere() throws IOException {
        if (gone) throw new IOException("the watcher has gone");
    }

    /**
     * Listens until the other end has gone, or has said something that is not expected.
     *
     * @throws IOException if nothing more can be said to it
     */
    public void listen() throws IOException {
        try {
            while (!gone) take(ClientWsFrame.read(context, in, LONGEST_FRAME));
        } catch (WsCloseException e) {
            close(e.closeCode(), String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            close(WsCloseCodes.PROTOCOL_ERROR, "a frame that cannot be understood");
        } catch (RuntimeException e) {
            throw new IOException("the connection broke", e);
        } finally {
            gone = true;
        }
    }

    private void take(ClientWsFrame frame) throws IOException {
        guard.idle();
        unanswered = 0;
        boolean isControl = (frame.opCode().code() & 0x8) != 0;
        if (isControl && (!frame.fin() || frame.payloadLength() > LONGEST_CONTROL))
            throw new WsCloseException("a control frame that is too long", WsCloseCodes.PROTOCOL_ERROR);
        var data = frame.payloadData().readBytes();
        switch (frame.opCode()) {
            case PING -> write(WsOpCode.PONG, data);
            case PONG -> unanswered = 0;
            case CLOSE -> {
                close(data.length >= 2 ? ByteBuffer.wrap(data).getShort() & MIDDLE : WsCloseCodes.NORMAL_CLOSE, "");
                gone = true;
            }
            case TEXT, BINARY, CONTINUATION ->
                throw new WsCloseException("nothing is to be said here", WsCloseCodes.CANNOT_ACCEPT);
        }
    }

    private void close(int code, String why) throws IOException {
        var words = why.getBytes(StandardCharsets.US_ASCII);
        write(
                WsOpCode.CLOSE,
                ByteBuffer.allocate(2 + words.length)
                        .putShort((short) code)
                        .put(words)
                        .array());
    }

    /** The library reads frames only; what we send is never cut into pieces nor masked. */
    private void write(WsOpCode what, byte[] data) throws IOException {
        var frame = BufferData.growing(data.length + 10);
        frame.write(0x80 | what.code());
        if (data.length <= SHORT) {
            frame.write(data.length);
        } else if (data.length <= MIDDLE) {
            frame.write(126);
            frame.writeInt16(data.length);
        } else {
            frame.write(127);
            frame.writeInt32(0);
            frame.writeInt32(data.length);
        }
        frame.write(data);
        lock.lock();
        try {
            if (closed) return;
            closed = what == WsOpCode.CLOSE;
            out.write(frame.readBytes());
            out.flush();
        } finally {
            lock.unlock();
        }
    }
}
