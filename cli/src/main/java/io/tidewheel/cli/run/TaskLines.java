package io.tidewheel.cli.run;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.FailureWords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Iterator;

/** The lines of a file or of standard input, read as they are needed. Empty lines do not count. */
final class TaskLines {
    private final String file;
    private final BufferedReader reader;

    /** Opens the file at once, so that a wrong name is told before anything is submitted. */
    TaskLines(String file, Console console) {
        this.file = file.equals("-") ? "standard input" : file;
        try {
            var in = file.equals("-")
                    ? console.in()
                    : Files.newInputStream(console.folder().resolve(file));
            this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        } catch (IOException unreadable) {
            throw CliError.usage("--each-line: %s cannot be read: %s".formatted(file, FailureWords.of(unreadable)));
        }
    }

    /** To be called once. Throws UncheckedIOException, naming the line, if the text is not UTF-8 or contains a NUL. */
    Iterator<String> iterator() {
        return reader.lines().filter(line -> !line.isEmpty()).peek(this::check).iterator();
    }

    private void check(String line) {
        if (line.indexOf('\0') >= 0) {
            throw new UncheckedIOException(new IOException(
                    "--each-line: %s contains a NUL character: it is not a list of lines".formatted(file)));
        }
    }

    String file() {
        return file;
    }
}
