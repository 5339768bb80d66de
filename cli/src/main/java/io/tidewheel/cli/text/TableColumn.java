package io.tidewheel.cli.text;

import java.time.Instant;
import java.util.function.Function;

/**
 * A column of a table over things of one kind.
 *
 * @param cell as people read it
 * @param exact as programs read it: moments as ISO 8601 in UTC, durations in seconds, counts and sizes as bare numbers
 * @param wide shown only when there is room: in wide tables and in CSV
 * @param right numbers stand to the right
 */
public record TableColumn<T>(
        String title, Function<T, String> cell, Function<T, String> exact, boolean wide, boolean right) {
    public static <T> TableColumn<T> of(String title, Function<T, String> cell) {
        return new TableColumn<>(title, cell, cell, false, false);
    }

    public static <T> TableColumn<T> number(String title, Function<T, String> cell) {
        return new TableColumn<>(title, cell, cell, false, true);
    }

    /** A moment: people read how long ago it was. */
    public static <T> TableColumn<T> moment(String title, Function<T, String> moment, Instant now) {
        return TableColumn.<T>of(title, item -> TimeAgo.ago(moment.apply(item), now))
                .exactly(moment);
    }

    public TableColumn<T> onlyWide() {
        return new TableColumn<>(title, cell, exact, true, right);
    }

    /** The same with something else for programs. */
    public TableColumn<T> exactly(Function<T, String> forPrograms) {
        return new TableColumn<>(title, cell, forPrograms, wide, right);
    }
}
