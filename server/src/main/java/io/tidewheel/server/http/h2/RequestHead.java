package io.tidewheel.server.http.h2;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * What a request says before its body.
 *
 * @param target path and query as they were sent
 * @param authority whom it is for; empty if the request does not say it here
 * @param fields all others, their names in lower case
 */
public record RequestHead(String method, String target, Optional<String> authority, List<Field> fields) {
    /** A header. */
    public record Field(String name, String value) {}

    /** Headers that speak of a connection of HTTP/1.1 and mean nothing in HTTP/2. A request that has one is refused. */
    private static final Set<String> NOT_HERE =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    /** Reads it from what was decoded; refuses what could mean one thing to us and another to somebody else. */
    static RequestHead of(List<Header> decoded) throws H2StreamResetException {
        var pseudo = new Pseudo();
        var fields = new ArrayList<Field>(decoded.size());
        for (var header : decoded) {
            var name = header.getName();
            var value = header.getValue();
            checkValue(value);
            if (name.startsWith(":")) {
                if (!fields.isEmpty()) throw malformed("a pseudo-header behind headers");
                pseudo.set(name, value);
            } else {
                checkName(name, value);
                fields.add(new Field(name, value));
            }
        }
        return pseudo.with(fields);
    }

    /** All values of a header, in the order they came; of two names of one host each, once if they are the same. */
    public List<String> all(String name) {
        var found = new ArrayList<String>();
        if (name.equalsIgnoreCase("host")) authority.ifPresent(found::add);
        for (var field : fields) {
            if (!field.name().equalsIgnoreCase(name)) continue;
            if (!name.equalsIgnoreCase("host") || !found.contains(field.value())) found.add(field.value());
        }
        // A browser may split what stands in its one header for cookies; nobody else may.
        return found;
    }

    /** How long the body is said to be; empty if it is not said. */
    public OptionalLong contentLength() throws H2StreamResetException {
        var said = all("content-length");
        if (said.isEmpty()) return OptionalLong.empty();
        if (said.size() > 1 || !said.getFirst().matches("[0-9]{1,18}")) throw malformed("the length of the body");
        return OptionalLong.of(Long.parseLong(said.getFirst()));
    }

    private static void checkName(String name, String value) throws H2StreamResetException {
        boolean isToken = !name.isEmpty() && name.chars().allMatch(RequestHead::isOfToken);
        if (!isToken) throw malformed("the name of a header");
        if (NOT_HERE.contains(name) || (name.equals("te") && !value.equals("trailers")))
            throw malformed("a header that is not for HTTP/2");
    }

    private static boolean isOfToken(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || TOKEN_MARKS.indexOf(c) >= 0;
    }

    private static void checkValue(String value) throws H2StreamResetException {
        boolean isClean =
                value.equals(value.strip()) && value.chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\t');
        if (!isClean) throw malformed("the value of a header");
    }

    private static H2StreamResetException malformed(String what) {
        return new H2StreamResetException(H2Error.PROTOCOL_ERROR, "not a valid request: " + what);
    }

    /** The headers that begin with a colon. */
    private static final class Pseudo {
        private @Nullable String method;
        private @Nullable String scheme;
        private @Nullable String path;
        private @Nullable String authority;

        void set(String name, String value) throws H2StreamResetException {
            switch (name) {
                case ":method" -> method = once(method, value);
                case ":scheme" -> scheme = once(scheme, value);
                case ":path" -> path = once(path, value);
                case ":authority" -> authority = once(authority, value);
                default -> throw malformed("an unknown pseudo-header");
            }
        }

        private static String once(@Nullable String before, String value) throws H2StreamResetException {
            if (before != null || value.isEmpty()) throw malformed("a pseudo-header that is empty or given twice");
            return value;
        }

        RequestHead with(List<Field> fields) throws H2StreamResetException {
            var said = method;
            var target = path;
            if (said == null || target == null || scheme == null) throw malformed("a pseudo-header is missing");
            return new RequestHead(said, target, Optional.ofNullable(authority), List.copyOf(fields));
        }
    }
}
