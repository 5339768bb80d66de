package io.tidewheel.cli.fleet;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.text.SetupReader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the recipes for machines from a file: Steep's {@code setups.yaml}, with the additions of ours. */
public final class SetupsFile {
    private SetupsFile() {}

    /** All of them; a file with mistakes is refused with all of its mistakes. */
    public static List<Setup> read(Path file) {
        var reading = SetupReader.read(YamlFile.text(file));
        if (reading.isFine()) return reading.orThrow();
        var mistakes = reading.complaints().stream()
                .map(complaint -> told(file, complaint))
                .collect(Collectors.joining("\n"));
        throw CliError.usage(mistakes, reading.complaints().getFirst().remedy());
    }

    private static String told(Path file, Complaint complaint) {
        return "%s:%d:%d: %s: %s"
                .formatted(file, complaint.line(), complaint.column(), complaint.path(), complaint.message());
    }
}
