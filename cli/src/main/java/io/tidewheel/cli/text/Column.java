package io.tidewheel.cli.text;

import java.util.function.Function;

/**
 * A column of a table over things of one kind.
 *
 * @param wide shown only when there is room: in wide tables and in CSV
 * @param right numbers stand to the right
 */
public record Column<T>(String title, Function<T, String> cell, boolean wide, boolean right) {
    public static <T> Column<T> of(String title, Function<T, String> cell) {
        return new Column<>(title, cell, false, false);
    }

    public static <T> Column<T> number(String title, Function<T, String> cell) {
        return new Column<>(title, cell, false, true);
    }

    public Column<T> onlyWide() {
        return new Column<>(title, cell, true, right);
    }
}
