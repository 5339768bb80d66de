package io.tidewheel.server.http.h2;

import io.tidewheel.server.http.h2.RequestHead.Field;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** One request and its answer. All methods that are public belong to the one who answers. */
public final class Http2Stream {
    /**
     * The size of the pieces in which an answer is sent. Each piece has a time of its own, so that a long answer may take long as long as
     * it is being taken.
     */
    private static final int PIECE_BYTES = 64 << 10;
    /** From this length on a body is long: a peer whose body was read so far may be further ahead with it. */
    private static final int LONG_BODY_BYTES = 64 << 10;

    private static final byte[] NOTHING = {};

    private final int id;
    private final Http2Connection connection;
    private final FrameSender sender;
    private final Http2Limits limits;
    private final RequestHead head;
    private final ReceivedBody body;
    private final ReceiveCredit received = new ReceiveCredit();
    private final FlowCredit.Share credit;
    /** Whether the stream was reset, by the peer or by us: nothing more is sent. */
    private volatile boolean reset;

    private boolean begun;
    private boolean ended;
    private boolean wide;

    Http2Stream(int id, RequestHead head, Http2Connection connection, Http2Limits limits, boolean hasBody)
            throws H2StreamResetException {
        this.id = id;
        this.head = head;
        this.connection = connection;
        this.limits = limits;
        sender = connection.sender();
        credit = connection.credit().open();
        body = new ReceivedBody(limits, head.contentLength(), this::used);
        if (!hasBody) body.add(ByteBuffer.allocate(0), true);
    }

    int id() {
        return id;
    }

    public RequestHead head() {
        return head;
    }

    public InputStream body() {
        return body;
    }

    public boolean isBodyRead() {
        return body.isRead();
    }

    /** Tells a peer that waits for it (100 Continue) to send the body. */
    public void sendContinue() throws IOException {
        checkWanted();
        if (!begun) sender.send(id, headers(100, List.of()), ByteBuffer.allocate(0), false);
    }

    /** Sends the whole answer. */
    public void answer(int status, List<Field> fields, byte[] content) throws IOException {
        checkWanted();
        begun = true;
        int first = credit.takeNow(Math.min(content.length, PIECE_BYTES));
        ended = first == content.length;
        sender.send(id, headers(status, fields), ByteBuffer.wrap(content, 0, first), ended);
        if (!ended) {
            send(content, first, content.length - first, true);
            ended = true;
        }
    }

    /** Sends an answer that is written bit by bit; it is complete when it is closed. */
    public OutputStream begin(int status, List<Field> fields) throws IOException {
        checkWanted();
        begun = true;
        sender.send(id, headers(status, fields), ByteBuffer.allocate(0), false);
        return new BufferedOutputStream(new Answer());
    }

    private static List<Header> headers(int status, List<Field> fields) {
        var all = new ArrayList<Header>(fields.size() + 1);
        all.add(new BasicHeader(":status", Integer.toString(status)));
        for (var field : fields) all.add(new BasicHeader(field.name(), field.value()));
        return all;
    }

    private void send(byte[] bytes, int offset, int length, boolean last) throws IOException {
        for (int done = 0; done < length; ) {
            long until = System.nanoTime() + limits.write().toNanos();
            for (int end = done + Math.min(PIECE_BYTES, length - done); done < end; ) {
                int taken = credit.take(Math.min(end - done, FrameSender.LARGEST_FRAME), until);
                checkWanted();
                sender.send(id, ByteBuffer.wrap(bytes, offset + done, taken), last && done + taken == length);
                if (taken >= Http2Connection.WORTHY_BYTES) connection.guard().worked();
                done += taken;
            }
        }
    }

    private void checkWanted() throws IOException {
        if (reset) throw new IOException("the peer does not want the answer any more");
    }

    private final class Answer extends OutputStream {
        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            send(bytes, offset, length, false);
        }

        @Override
        public void close() throws IOException {
            if (ended) return;
            checkWanted();
            ended = true;
            sender.send(id, ByteBuffer.wrap(NOTHING), true);
        }
    }

    /** What was read makes room for more. */
    private void used(int bytes, long readInAll) throws IOException {
        connection.used(bytes);
        if (body.hasEnded()) return;
        int more = received.used(bytes);
        if (!wide && readInAll >= LONG_BODY_BYTES) {
            wide = true;
            more += received.widen(connection.widened());
        }
        if (more > 0) sender.send(FrameSender.FRAMES.createWindowUpdate(id, more));
    }

    /** A part of the body has come; {@code length} is what it took of the credit, its padding included. */
    void receive(ByteBuffer data, int length, boolean last) throws IOException {
        if (!received.receive(length))
            throw new H2StreamResetException(H2Error.FLOW_CONTROL_ERROR, "more of a body than was allowed");
        if (body.hasEnded()) throw new H2StreamResetException(H2Error.STREAM_CLOSED, "more of a body that had ended");
        int padding = length - data.remaining();
        int inside = data.remaining();
        boolean kept = body.add(data, last);
        int used = kept ? padding : padding + inside;
        if (used > 0) connection.used(used);
    }

    void mayTake(int more) throws IOException {
        credit.add(more);
    }

    /** There will be no answer, or no more of it: whoever works at it learns that when it reads or writes the next time. */
    void cancel(String why) {
        reset = true;
        credit.close();
        body.breakOff(new IOException(why));
    }

    boolean isCancelled() {
        return reset;
    }

    /** The one who answered has gone. */
    void finish() throws IOException {
        int rest = body.drop();
        if (rest > 0) connection.used(rest);
        if (!reset && !ended) sender.send(FrameSender.FRAMES.createResetStream(id, H2Error.INTERNAL_ERROR));
        else if (!reset && !body.hasEnded()) sender.send(FrameSender.FRAMES.createResetStream(id, H2Error.NO_ERROR));
        if (!reset && ended) connection.guard().worked();
        reset = true;
        credit.close();
    }
}
