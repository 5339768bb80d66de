package io.tidewheel.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.server.http.h2.Http2Stream;
import io.tidewheel.server.http.h2.RequestHead.Field;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A request and an answer on one stream of HTTP/2. What ends a connection of HTTP/1.1 ends the stream here. */
final class Http2Exchange implements HttpExchange {
    private static final List<Field> ALWAYS =
            List.of(new Field("x-content-type-options", "nosniff"), new Field("cache-control", "no-store"));

    private final HttpConnection connection;
    private final Http2Stream stream;
    private final Runnable leave;
    private HeldMemory watcher = HeldMemory.NONE;

    /** @param leave ends the connection when what is being answered has been */
    Http2Exchange(HttpConnection connection, Http2Stream stream, Runnable leave) {
        this.connection = connection;
        this.stream = stream;
        this.leave = leave;
    }

    @Override
    public String method() {
        return stream.head().method();
    }

    @Override
    public String rawPath() {
        var target = stream.head().target();
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    @Override
    public String rawQuery() {
        var target = stream.head().target();
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    @Override
    public RequestHeaders headers() {
        return stream.head()::all;
    }

    @Override
    public String peer() {
        return connection.remotePeer().host();
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public long contentLength() {
        try {
            return stream.head().contentLength().orElse(0);
        } catch (IOException checkedBefore) {
            throw new IllegalStateException(checkedBefore);
        }
    }

    @Override
    public InputStream body(long limit) {
        try {
            if (!headers().all("Expect").isEmpty()) stream.sendContinue();
        } catch (IOException gone) {
            throw broken(gone);
        }
        return new UnbrokenBody(stream.body());
    }

    @Override
    public Optional<GateDecision> refusal() {
        return Optional.empty();
    }

    @Override
    public void watches(HeldMemory place) {
        watcher = place;
    }

    @Override
    public HeldMemory takeWatcher() {
        var taken = watcher;
        watcher = HeldMemory.NONE;
        return taken;
    }

    @Override
    public void isLast() {
        leave.run();
    }

    @Override
    public void answer(int status, Map<String, String> headers, byte[] body) {
        try (var _ = connection.waiting(body.length)) {
            stream.answer(status, fields(headers, body.length), body);
        } catch (IOException gone) {
            throw broken(gone);
        }
    }

    @Override
    public void answerHead(int status, Map<String, String> headers) {
        try {
            stream.answer(status, fields(headers, -1), new byte[0]);
        } catch (IOException gone) {
            throw broken(gone);
        }
    }

    @Override
    public void answer(int status, Map<String, String> headers, HttpAnswer.Writer writer) {
        try {
            var out = stream.begin(status, fields(headers, -1));
            writer.writeTo(out);
            // Not if it failed: whoever sees the end takes the answer for complete.
            out.close();
        } catch (IOException gone) {
            throw broken(gone);
        }
    }

    private static CloseConnectionException broken(IOException why) {
        return new CloseConnectionException("the stream broke", why);
    }

    /** @param length of the body; negative if it is not known */
    private static List<Field> fields(Map<String, String> headers, int length) {
        var fields = new ArrayList<>(ALWAYS);
        headers.forEach((name, value) ->
                fields.add(new Field(name.toLowerCase(Locale.ROOT), value.replaceAll("[^ -~\\u00a0-\\u00ff]", "?"))));
        if (length > 0 && fields.stream().noneMatch(field -> field.name().equals("content-length")))
            fields.add(new Field("content-length", Integer.toString(length)));
        return fields;
    }

    /** A body whose reader does not take its breaking off for a mistake of the reader's own. */
    private static final class UnbrokenBody extends FilterInputStream {
        UnbrokenBody(InputStream in) {
            super(in);
        }

        @Override
        public int read() {
            try {
                return super.read();
            } catch (IOException gone) {
                throw broken(gone);
            }
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            try {
                return super.read(into, offset, length);
            } catch (IOException gone) {
                throw broken(gone);
            }
        }
    }
}
