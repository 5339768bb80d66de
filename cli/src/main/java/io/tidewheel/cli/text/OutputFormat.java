package io.tidewheel.cli.text;

import io.tidewheel.cli.errors.CliError;
import java.util.Locale;

/** How data is written to standard output. */
public enum OutputFormat {
    TABLE,
    WIDE,
    JSON,
    JSONL,
    YAML,
    CSV,
    NAME,
    NONE;

    public static OutputFormat of(String word) {
        for (var format : values()) {
            if (format.name().equalsIgnoreCase(word)) return format;
        }
        throw CliError.usage(
                "-o: '%s' is not an output format".formatted(word),
                "choose table, wide, json, jsonl, yaml, csv, name or none, as in: tidewheel ls -o json");
    }

    /** For people, not for programs. */
    public boolean isForPeople() {
        return this == TABLE || this == WIDE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
