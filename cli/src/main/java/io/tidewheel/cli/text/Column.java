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
public record Column<T>(
        String title, Function<T, String> cell, Function<T, String> exact, boolean wide, boolean right) {
    public static <T> Column<T> of(String title, Function<T, String> cell) {
        return new Column<>(title, cell, cell, false, false);
    }

    public static <T> Column<T> number(String title, Function<T, String> cell) {
        return new Column<>(title, cell, cell, false, true);
    }

    /** A moment: people read how long ago it was. */
    public static <T> Column<T> moment(String title, Function<T, String> moment, Instant now) {
        return Column.<T>of(title, item -> Times.ago(moment.apply(item), now)).exactly(moment);
    }

    public Column<T> onlyWide() {
        return new Column<>(title, cell, exact, true, right);
    }

    /** The same with something else for programs. */
    public Column<T> exactly(Function<T, String> forPrograms) {
        return new Column<>(title, cell, forPrograms, wide, right);
    }
}
