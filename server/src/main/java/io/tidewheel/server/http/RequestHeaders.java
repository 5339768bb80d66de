package io.tidewheel.server.http;

import java.util.List;
import java.util.Optional;

/** The headers of a request. */
@FunctionalInterface
public interface RequestHeaders {
    /** All values of a header, in the order they came; its name in any case. */
    List<String> all(String name);

    /** The value of a header that may come once. Twice is refused: two readers could believe two different values. */
    default Optional<String> one(String name) {
        var values = all(name);
        if (values.size() > 1) {
            throw HttpProblem.malformed("the header %s is given %d times: send it once".formatted(name, values.size()))
                    .asException();
        }
        return values.stream().findFirst();
    }
}
