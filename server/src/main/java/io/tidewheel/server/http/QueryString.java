package io.tidewheel.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands behind the question mark, decoded. */
public record QueryString(Map<String, List<String>> values) {
    private static final int MAX_PARAMETERS = 100;

    /** Refuses what cannot be decoded. */
    static QueryString parse(String raw) {
        var values = new LinkedHashMap<String, List<String>>();
        if (raw.isEmpty()) {
            return new QueryString(values);
        }
        var pairs = raw.split("&", MAX_PARAMETERS + 1);
        if (pairs.length > MAX_PARAMETERS) {
            throw HttpProblem.malformed("the query has more than %d parameters".formatted(MAX_PARAMETERS))
                    .asException();
        }
        for (var pair : pairs) {
            int equals = pair.indexOf('=');
            var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            values.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return new QueryString(values);
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public Optional<String> one(String name) {
        var found = all(name);
        if (found.size() > 1) {
            throw HttpProblem.malformed(
                            "the parameter '%s' is given %d times: give it once".formatted(name, found.size()))
                    .asException();
        }
        return found.stream().findFirst();
    }

    /** Refuses parameters that the route does not know: a misspelt filter must not be taken for no filter. */
    public QueryString allow(String... names) {
        var known = Set.of(names);
        for (var name : values.keySet()) {
            if (!known.contains(name)) {
                throw HttpProblem.malformed("there is no parameter '%s' here; known are: %s"
                                .formatted(name, String.join(", ", names)))
                        .asException();
            }
        }
        return this;
    }

    private static String decoded(String raw) {
        return PercentEncoding.decode(raw.replace('+', ' '))
                .orElseThrow(() -> HttpProblem.malformed("the query contains a malformed percent-encoding")
                        .asException());
    }
}
