package io.tidewheel.experiments.commands;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where an experiment of the lab leaves its page. */
record ReportFile(Console console, Path path) {
    /** Empty if none is wanted. What cannot be a file is refused before the work is done, not after it. */
    static Optional<ReportFile> of(Console console, @Nullable Path named) {
        if (named == null) return Optional.empty();
        var file = console.folder().resolve(named);
        if (Files.isDirectory(file))
            throw CliError.usage("-o '%s' is a folder: name a file, such as report.html".formatted(named));
        var folder = file.getParent();
        if (folder != null && !Files.isDirectory(folder))
            throw CliError.usage("-o '%s': there is no folder '%s'".formatted(named, folder));
        return Optional.of(new ReportFile(console, file));
    }

    void write(String page) {
        try {
            Files.writeString(path, page);
            console.note("the report is in " + path);
        } catch (IOException broken) {
            throw new CliError(
                    ExitCodes.ERROR,
                    "the report cannot be written to '%s': %s".formatted(path, FailureWords.of(broken)));
        }
    }
}
