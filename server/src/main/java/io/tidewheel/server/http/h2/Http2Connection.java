package io.tidewheel.server.http.h2;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.config.H2Param;
import org.apache.hc.core5.http2.config.H2Setting;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.impl.io.FrameInputBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the frames of one connection, on the thread that calls {@link #serve}, and has each request answered on a thread of its own. */
public final class Http2Connection {
    private static final int WIDE_BYTES = 1 << 20;
    private static final int MOST_CONTINUATIONS = 8;
    private static final int PRIORITY_BYTES = 5;
    private static final int SETTING_BYTES = 6;
    private static final int MOST_SETTINGS = 32;
    /** A shorter piece of a body or of an answer is no work that excuses frames that are none. */
    static final int WORTHY_BYTES = 1_024;

    /** Answers one request; when it returns, what is missing of the answer will never come. */
    @FunctionalInterface
    public interface StreamHandler {
        void handle(Http2Stream stream);
    }

    /** Looks after the time and the memory that the connection takes. Its methods are called by many threads, and do not wait. */
    public interface ConnectionWatch {
        /** Nothing is asked. */
        void idle();

        /** Headers have begun that are not complete. */
        void head();

        /** Something is being answered. */
        void busy();

        /** False if there is no memory for so much more. */
        boolean takesMemory(long bytes);

        /** The peer, or we, asked for an end of the connection, and nothing is being answered any more. */
        void left();
    }

    private final FrameInputBuffer frames = new FrameInputBuffer(FrameSender.LARGEST_FRAME);
    private final InputStream in;
    private final FrameSender sender;
    private final Http2Limits limits;
    private final Executor threads;
    private final StreamHandler handler;
    private final ConnectionWatch watch;
    private final FloodGuard guard;
    private final HeaderReader headers;
    private final FlowCredit credit = new FlowCredit();
    private final ReceiveCredit received = new ReceiveCredit();
    private final Map<Integer, Http2Stream> open = new ConcurrentHashMap<>();
    private final Semaphore free;
    private int continuations;
    private int last;
    private int answering;
    private volatile boolean leaving;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean wide;

    public Http2Connection(
            InputStream in,
            OutputStream out,
            Http2Limits limits,
            Executor threads,
            StreamHandler handler,
            ConnectionWatch watch) {
        this.in = in;
        this.limits = limits;
        this.threads = threads;
        this.handler = handler;
        this.watch = watch;
        sender = new FrameSender(out);
        guard = new FloodGuard(limits.frames(), limits.resets(), System::nanoTime);
        headers = new HeaderReader(limits.headerBytes());
        free = new Semaphore(limits.streams());
    }

    FrameSender sender() {
        return sender;
    }

    FlowCredit credit() {
        return credit;
    }

    FloodGuard guard() {
        return guard;
    }

    /** Serves it until it ends, and until all that was asked on it has been answered or has noticed that it is not wanted. */
    public void serve() throws IOException {
        try {
            begin();
            while (true) handle(frames.read(in));
        } catch (H2ConnectionException e) {
            sayGoodbye(H2Error.getByCode(e.getCode()), String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException
                | BufferUnderflowException e) {
            sayGoodbye(H2Error.PROTOCOL_ERROR, "a frame that cannot be understood");
        } catch (ConnectionClosedException | EOFException e) {
            return; // the peer has gone
        } finally {
            credit.close();
            open.values().forEach(stream -> stream.cancel("the connection has ended"));
        }
    }

    /** Waits until nothing that was asked is being worked at. The connection should be closed before, so that this is soon. */
    public void awaitHandlers() {
        free.acquireUninterruptibly(limits.streams());
    }

    private void begin() throws IOException {
        if (!Arrays.equals(in.readNBytes(ClientPreface.LENGTH), ClientPreface.bytes()))
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "HTTP/2 does not begin like this");
        sender.send(FrameSender.FRAMES.createSettings(
                new H2Setting(H2Param.MAX_CONCURRENT_STREAMS, limits.streams()),
                new H2Setting(H2Param.MAX_HEADER_LIST_SIZE, limits.headerBytes())));
        var settings = frames.read(in);
        if (FrameType.valueOf(settings.getType()) != FrameType.SETTINGS || settings.isFlagSet(FrameFlag.ACK))
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "settings come first");
        settings(settings);
        watch.idle();
    }

    private void handle(RawFrame frame) throws IOException {
        int stream = frame.getStreamId() & Integer.MAX_VALUE;
        var type = FrameType.valueOf(frame.getType());
        if (headers.unfinished() != 0 && (type != FrameType.CONTINUATION || stream != headers.unfinished()))
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "headers must be complete before anything else");
        try {
            handle(type, stream, frame);
        } catch (H2StreamResetException e) {
            reset(stream, H2Error.getByCode(e.getCode()));
        }
    }

    /** @param type null if nobody knows it */
    private void handle(@Nullable FrameType type, int stream, RawFrame frame) throws IOException {
        switch (type) {
            case DATA -> data(stream, frame);
            case HEADERS -> headers(stream, frame);
            case CONTINUATION -> continuation(frame);
            case RST_STREAM -> cancelled(known(stream), payload(frame, 4));
            case SETTINGS -> settings(frame);
            case PING -> ping(frame);
            case WINDOW_UPDATE -> mayTake(stream, payload(frame, 4).getInt() & Integer.MAX_VALUE);
            case PRIORITY -> {
                payload(frame, PRIORITY_BYTES);
                guard.idle();
            }
            case PUSH_PROMISE -> throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "a client cannot promise");
            case null, default -> guard.idle();
        }
    }

    private static ByteBuffer payload(RawFrame frame, int length) throws H2ConnectionException {
        var payload = frame.getPayload();
        if (payload == null || payload.remaining() != length)
            throw new H2ConnectionException(H2Error.FRAME_SIZE_ERROR, "a frame that is too short or too long");
        return payload;
    }

    /** What is inside of the padding. */
    private static ByteBuffer content(RawFrame frame) {
        var content = frame.getPayloadContent();
        return content == null ? ByteBuffer.allocate(0) : content;
    }

    private int known(int stream) throws H2ConnectionException {
        if (stream == 0 || stream > last)
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "a stream that has not begun");
        return stream;
    }

    private void data(int id, RawFrame frame) throws IOException {
        int length = frame.getLength();
        boolean ends = frame.isFlagSet(FrameFlag.END_STREAM);
        if (length == 0 && !ends) guard.idle();
        if (length >= WORTHY_BYTES) guard.worked();
        var stream = open.get(known(id));
        if (!received.receive(length))
            throw new H2ConnectionException(H2Error.FLOW_CONTROL_ERROR, "more than was allowed");
        if (stream == null || stream.isCancelled()) {
            guard.idle();
            used(length);
        } else {
            stream.receive(content(frame), length, ends);
        }
    }

    private void headers(int id, RawFrame frame) throws IOException {
        if (id % 2 == 0) throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "streams of clients have odd numbers");
        var content = content(frame);
        if (frame.isFlagSet(FrameFlag.PRIORITY)) content.position(content.position() + PRIORITY_BYTES);
        headers.begin(id, frame.isFlagSet(FrameFlag.END_STREAM));
        headers.add(content);
        continuations = 0;
        if (frame.isFlagSet(FrameFlag.END_HEADERS)) requested(id);
        else watch.head();
    }

    private void continuation(RawFrame frame) throws IOException {
        int id = headers.unfinished();
        if (id == 0) throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "nothing is to be continued");
        if (++continuations > MOST_CONTINUATIONS)
            throw new H2ConnectionException(H2Error.ENHANCE_YOUR_CALM, "headers in too many pieces");
        headers.add(content(frame));
        if (frame.isFlagSet(FrameFlag.END_HEADERS)) requested(id);
    }

    /** All headers are there: of a new request, or behind the body of one. */
    private void requested(int id) throws IOException {
        var decoded = headers.finish();
        if (id > last) {
            last = id;
            begin(id, RequestHead.of(decoded));
            return;
        }
        var stream = open.get(id);
        if (stream == null || stream.isCancelled()) guard.idle();
        else if (headers.endsStream()) stream.receive(ByteBuffer.allocate(0), 0, true);
        else throw new H2StreamResetException(H2Error.PROTOCOL_ERROR, "headers in the midst of a body");
        watching();
    }

    private void begin(int id, RequestHead head) throws IOException {
        if (leaving || !free.tryAcquire()) {
            reset(id, H2Error.REFUSED_STREAM);
            return;
        }
        boolean begun = false;
        try {
            var stream = new Http2Stream(id, head, this, limits, !headers.endsStream());
            open.put(id, stream);
            answering(1);
            threads.execute(() -> answer(stream));
            begun = true;
        } catch (RejectedExecutionException stopping) {
            reset(id, H2Error.REFUSED_STREAM);
        } finally {
            if (!begun) free.release();
            if (!begun && open.remove(id) != null) answering(-1);
        }
    }

    private void answer(Http2Stream stream) {
        try {
            handler.handle(stream);
        } finally {
            finish(stream);
        }
    }

    private void finish(Http2Stream stream) {
        try {
            stream.finish();
        } catch (IOException gone) {
            stream.cancel("the connection broke");
        } finally {
            open.remove(stream.id());
            free.release();
            answering(-1);
        }
    }

    private synchronized void answering(int more) {
        answering += more;
        watching();
        if (answering == 0 && leaving) watch.left();
    }

    private synchronized void watching() {
        if (answering == 0) watch.idle();
        else watch.busy();
    }

    /** We do not answer this one. Who brings that about again and again is sent away. */
    private void reset(int id, H2Error error) throws IOException {
        known(id);
        var stream = open.get(id);
        if (stream != null) stream.cancel("the request was not in order");
        sender.send(FrameSender.FRAMES.createResetStream(id, error));
        guard.reset();
        watching();
    }

    private void cancelled(int id, ByteBuffer code) throws H2ConnectionException {
        var stream = open.get(id);
        if (stream == null || stream.isCancelled()) {
            guard.idle();
            return;
        }
        stream.cancel("the peer has taken the request back, with code " + code.getInt());
        guard.reset();
    }

    private void settings(RawFrame frame) throws IOException {
        guard.idle();
        if ((frame.getStreamId() & Integer.MAX_VALUE) != 0)
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "settings are of the connection");
        var payload = frame.getPayload();
        int length = payload == null ? 0 : payload.remaining();
        boolean isAnswer = frame.isFlagSet(FrameFlag.ACK);
        if (length % SETTING_BYTES != 0 || length > MOST_SETTINGS * SETTING_BYTES || (isAnswer && length > 0))
            throw new H2ConnectionException(H2Error.FRAME_SIZE_ERROR, "settings that are too short or too long");
        if (isAnswer) return;
        for (; payload != null && payload.hasRemaining(); )
            setting(payload.getShort(), payload.getInt() & 0xffff_ffffL);
        sender.send(FrameSender.FRAMES.createSettingsAck());
    }

    private void setting(int code, long value) throws H2ConnectionException {
        switch (H2Param.valueOf(code)) {
            case HEADER_TABLE_SIZE -> sender.remembers(value);
            case INITIAL_WINDOW_SIZE -> credit.begin(value);
            case ENABLE_PUSH -> check(value <= 1);
            case MAX_FRAME_SIZE -> check(value >= FrameSender.LARGEST_FRAME && value < 1 << 24);
            case null, default -> {
                // Of no interest to us.
            }
        }
    }

    private static void check(boolean isValid) throws H2ConnectionException {
        if (!isValid) throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "a setting that cannot be");
    }

    private void ping(RawFrame frame) throws IOException {
        guard.idle();
        if ((frame.getStreamId() & Integer.MAX_VALUE) != 0)
            throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "a ping is for the connection");
        var data = payload(frame, 8);
        if (!frame.isFlagSet(FrameFlag.ACK)) sender.send(FrameSender.FRAMES.createPingAck(data));
    }

    private void mayTake(int id, int more) throws IOException {
        guard.idle();
        if (id == 0) {
            if (more == 0) throw new H2ConnectionException(H2Error.PROTOCOL_ERROR, "a window opened by nothing");
            credit.add(more);
            return;
        }
        var stream = open.get(known(id));
        if (stream == null || stream.isCancelled()) return;
        if (more == 0) throw new H2StreamResetException(H2Error.PROTOCOL_ERROR, "a window opened by nothing");
        stream.mayTake(more);
    }

    /** Notes that so many bytes of what came are used, and lets the peer send more. */
    void used(int bytes) throws IOException {
        int more = received.used(bytes);
        if (more > 0) sender.send(FrameSender.FRAMES.createWindowUpdate(0, more));
    }

    /** How far the peer may be ahead with a long body: further than with others if there is memory for it. */
    int widened() throws IOException {
        if (asked.compareAndSet(false, true) && watch.takesMemory(WIDE_BYTES)) {
            wide = true;
            sender.send(FrameSender.FRAMES.createWindowUpdate(0, received.widen(WIDE_BYTES)));
        }
        return wide ? WIDE_BYTES : 0;
    }

    /** Lets what is being answered come to its end, and answers nothing more. */
    public void leave() {
        leaving = true;
        try {
            sender.send(FrameSender.FRAMES.createGoAway(last, H2Error.NO_ERROR, ""));
        } catch (IOException gone) {
            credit.close();
        }
        answering(0);
    }

    private void sayGoodbye(H2Error why, String words) throws IOException {
        sender.send(FrameSender.FRAMES.createGoAway(last, why == null ? H2Error.PROTOCOL_ERROR : why, words));
    }
}
