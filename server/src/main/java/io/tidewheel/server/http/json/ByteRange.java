package io.tidewheel.server.http.json;

import io.tidewheel.server.http.HttpProblem;
import java.util.regex.Pattern;

/** Some bytes of a whole, as RFC 9110 asks for them: the first and the last, both counted from 0. */
public record ByteRange(long first, long last) {
    private static final Pattern ASKED = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{1,18})?");

    /** One range with a begin; other forms are refused. The end is that of the whole if the range goes beyond. */
    public static ByteRange of(String header, long size) {
        var asked = ASKED.matcher(header.strip());
        if (!asked.matches())
            throw HttpProblem.malformed("the header Range is not of the form 'bytes=FIRST-LAST'")
                    .asException();
        long first = Long.parseLong(asked.group(1));
        long last = asked.group(2) == null ? size - 1 : Math.min(size - 1, Long.parseLong(asked.group(2)));
        if (first > last)
            throw HttpProblem.of(
                            416,
                            "no-such-range",
                            "the object has %,d bytes, so it has none from %,d to %,d".formatted(size, first, last))
                    .with("Content-Range", "bytes */" + size)
                    .asException();
        return new ByteRange(first, last);
    }

    public long length() {
        return last - first + 1;
    }

    /** The range as the answer tells it. */
    public String of(long size) {
        return "bytes %d-%d/%d".formatted(first, last, size);
    }
}
