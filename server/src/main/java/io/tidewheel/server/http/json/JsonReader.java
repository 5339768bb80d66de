package io.tidewheel.server.http.json;

import io.tidewheel.model.Durations;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.RequestMemory;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON document, token by token and strictly: unknown names, wrong types, repeated names, values out of range and anything after
 * the end are refused with the place, as in {@code tasks[3].command.arguments}. While it reads, nothing grows but what the reader keeps.
 */
public final class JsonReader {
    private static final BigDecimal MOST_SECONDS =
            BigDecimal.valueOf(Duration.ofDays(36_500).toSeconds());

    /** What is made of an object, and of an entry of a list, besides the texts in it. */
    private static final int BYTES_PER_OBJECT = 256;

    private static final int BYTES_PER_ENTRY = 64;

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads a whole body, which must be an object. An empty body stands for an empty object. */
    public static <B> B object(InputStream body, JsonFields<B> shape, B into) {
        return object(JsonWriter.FACTORY, body, shape, into);
    }

    public static <B> B object(JsonFactory factory, InputStream body, JsonFields<B> shape, B into) {
        try (var parser = factory.createParser(ObjectReadContext.empty(), body)) {
            var reader = new JsonReader(parser);
            if (parser.nextToken() != null) {
                reader.object(shape, into);
                if (parser.nextToken() != null) throw malformed("there is something after the end of the JSON");
            }
            return into;
        } catch (StreamConstraintsException tooMuch) {
            throw malformed(place(tooMuch.getLocation()) + tooMuch.getOriginalMessage());
        } catch (JacksonException bad) {
            throw malformed(place(bad.getLocation()) + firstLine(String.valueOf(bad.getOriginalMessage())));
        }
    }

    public <B> void object(JsonFields<B> shape, B into) {
        if (parser.currentToken() != JsonToken.START_OBJECT) throw wrongType("an object");
        RequestMemory.charge(BYTES_PER_OBJECT);
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            var part = shape.part(name);
            if (part == null) {
                throw malformed("there is no field '%s' here; known are: %s"
                        .formatted(QuotedText.shown(path()), String.join(", ", shape.names())));
            }
            parser.nextToken();
            part.read(into, this);
        }
    }

    public boolean isArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Reads the elements of an array; {@code element} is called once for each and must read it. */
    public void array(int most, Runnable element) {
        if (!isArray()) throw wrongType("an array");
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (++count > most) throw wrong("more than %,d entries: send them in several requests".formatted(most));
            RequestMemory.charge(BYTES_PER_ENTRY);
            element.run();
        }
    }

    public String text(int longest) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) throw wrongType("a text");
        var text = parser.getString();
        if (text.length() > longest) {
            throw wrong("is longer than %,d characters".formatted(longest));
        }
        return text;
    }

    public List<String> texts(int most, int longest) {
        var texts = new ArrayList<String>();
        array(most, () -> texts.add(text(longest)));
        return texts;
    }

    public SortedMap<String, String> pairs(int most, int longestValue) {
        if (parser.currentToken() != JsonToken.START_OBJECT) throw wrongType("an object of texts");
        var pairs = new TreeMap<String, String>();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            pairs.put(name, text(longestValue));
            RequestMemory.charge(BYTES_PER_OBJECT);
            if (pairs.size() > most) throw wrong("more than %,d entries".formatted(most));
        }
        return pairs;
    }

    public boolean flag() {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw wrongType("true or false");
        };
    }

    public int integer(int least, int most) {
        return (int) whole(least, most);
    }

    public long whole(long least, long most) {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) throw wrongType("a whole number");
        var number = parser.getBigIntegerValue();
        if (number.bitLength() > 63 || number.longValue() < least || number.longValue() > most) {
            throw wrong("must be %d to %d".formatted(least, most));
        }
        return number.longValue();
    }

    /** A text such as {@code 1h 30m}, or a number of seconds. */
    public Duration duration() {
        if (isNumber()) return seconds();
        if (parser.currentToken() != JsonToken.VALUE_STRING)
            throw wrongType("a duration (a text like \"1h 30m\" or a number of seconds)");
        var text = text(100);
        return checked(() -> Durations.read(text));
    }

    /** Whether the value is a number, or a text, that begins with a minus. */
    public boolean isNegative() {
        return (isNumber() || parser.currentToken() == JsonToken.VALUE_STRING)
                && parser.getString().stripLeading().startsWith("-");
    }

    /** An instant, or a duration from now on. */
    public Instant moment(Instant now) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
                && parser.getString().indexOf('T') > 0) {
            var text = text(100);
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException bad) {
                throw wrong("'%s' is no instant: write it like 2030-01-31T12:00:00Z, or as a duration from now"
                        .formatted(QuotedText.shown(text)));
            }
        }
        return now.plus(duration());
    }

    public byte[] base64(int most) {
        var text = text(most / 3 * 4 + 4);
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException bad) {
            throw wrong("is not base64");
        }
    }

    /** One of these words. */
    public <E extends Enum<E>> E word(Class<E> words) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) throw wrongType("one of " + EnumWords.all(words));
        var text = text(100);
        return EnumWords.find(words, text)
                .orElseThrow(
                        () -> wrong("'%s' is not one of %s".formatted(QuotedText.shown(text), EnumWords.all(words))));
    }

    /** Turns a complaint of the model into one that names the place. */
    public <T> T checked(Supplier<T> maker) {
        return checked(path(), maker);
    }

    public static <T> T checked(String path, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException bad) {
            throw invalid(path, String.valueOf(bad.getMessage()));
        }
    }

    /** A value that cannot be accepted, at the place where the reader is. */
    public ProblemException wrong(String what) {
        return invalid(path(), what);
    }

    public static ProblemException invalid(String path, String what) {
        var detail = path.isEmpty() ? what : QuotedText.shown(path) + ": " + what;
        return HttpProblem.of(400, "invalid", detail).asException();
    }

    /** Where the reader is. */
    public String path() {
        var path = new StringBuilder();
        append(path, parser.streamReadContext());
        return path.toString();
    }

    private static void append(StringBuilder path, @Nullable TokenStreamContext context) {
        if (context == null || context.inRoot()) return;
        append(path, context.getParent());
        if (context.inArray() && context.hasCurrentIndex()) {
            path.append('[').append(context.getCurrentIndex()).append(']');
        }
        if (context.inObject() && context.currentName() != null) {
            path.append(path.isEmpty() ? "" : ".").append(context.currentName());
        }
    }

    public boolean isNumber() {
        var token = parser.currentToken();
        return token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
    }

    /** A number as it is written. */
    public String number() {
        return parser.getString();
    }

    private Duration seconds() {
        var seconds = parser.getDecimalValue();
        // Compared before it is expanded: 1e999999999 is short to write and long to compute.
        if (seconds.signum() < 0
                || seconds.precision() - seconds.scale() > 12
                || seconds.scale() > 100
                || seconds.compareTo(MOST_SECONDS) > 0) {
            throw wrong("a duration is 0 seconds to 100 years");
        }
        return Duration.ofNanos(seconds.movePointRight(9).longValue());
    }

    private ProblemException wrongType(String wanted) {
        var token = parser.currentToken();
        var found = switch (token) {
            case null -> "nothing";
            case START_OBJECT, END_OBJECT -> "an object";
            case START_ARRAY, END_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null (leave the field out instead)";
            case PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                token.name().toLowerCase(Locale.ROOT);
        };
        var path = path();
        return malformed(
                "%s must be %s, not %s".formatted(path.isEmpty() ? "the body" : QuotedText.shown(path), wanted, found));
    }

    private static ProblemException malformed(String detail) {
        return HttpProblem.malformed(detail).asException();
    }

    private static String place(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? "the body is not JSON: "
                : "the body is not JSON, line %d, column %d: ".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static String firstLine(String text) {
        return QuotedText.shown(text.lines().findFirst().orElse(""));
    }
}
