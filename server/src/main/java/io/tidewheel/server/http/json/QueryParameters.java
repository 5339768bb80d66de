package io.tidewheel.server.http.json;

import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.QueryString;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the values of query parameters. */
public final class QueryParameters {
    public static final int MOST = 1_000;
    public static final int USUAL = 100;

    private QueryParameters() {}

    public static int limit(QueryString query) {
        return (int) whole(query, "limit", 1, MOST).orElse((long) USUAL).longValue();
    }

    public static Optional<Long> whole(QueryString query, String name, long least, long most) {
        return query.one(name).map(text -> {
            if (text.matches("[0-9]{1,18}")) {
                long value = Long.parseLong(text);
                if (value >= least && value <= most) return value;
            }
            throw wrong(name, text, "a whole number from %d to %d".formatted(least, most));
        });
    }

    public static boolean flag(QueryString query, String name) {
        return query.one(name)
                .map(text -> switch (text) {
                    case "true", "" -> true;
                    case "false" -> false;
                    default -> throw wrong(name, text, "true or false");
                })
                .orElse(false);
    }

    /** States as users write them, in any case, several separated by commas. */
    public static Set<String> states(QueryString query, Set<String> known) {
        var states = new TreeSet<String>();
        for (var text : query.all("state")) {
            for (var word : text.split(",", -1)) {
                var state = word.strip().toUpperCase(Locale.ROOT);
                if (!known.contains(state)) throw wrong("state", word, "one of " + String.join(", ", known));
                states.add(state);
            }
        }
        return states;
    }

    public static <E extends Enum<E>> Set<String> names(Class<E> type) {
        var names = new TreeSet<String>();
        Arrays.stream(type.getEnumConstants()).forEach(each -> names.add(each.name()));
        return names;
    }

    public static ProblemException wrong(String name, String value, String wanted) {
        return HttpProblem.of(
                        400,
                        "invalid",
                        "the parameter '%s' must be %s, not '%s'".formatted(name, wanted, QuotedText.shown(value)))
                .asException();
    }
}
