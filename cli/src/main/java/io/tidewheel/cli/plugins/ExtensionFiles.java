package io.tidewheel.cli.plugins;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import io.tidewheel.protocol.extensions.ProgramExtension;
import io.tidewheel.workflow.text.ExtensionReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files that name a site's extensions: Steep's lists of plug-ins. */
final class ExtensionFiles {
    private static final int MOST_SHOWN = 50;

    private final List<Path> files = new ArrayList<>();

    ExtensionFiles(Config config, Path folder) {
        for (var name : config.value(ConfigKey.WORKFLOWS_EXTENSIONS).orElse("").split(","))
            if (!name.isBlank())
                files.add(folder.resolve(name.strip()).toAbsolutePath().normalize());
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /** All programs that they name; none is started before it is asked. What is wrong with the files is told at once. */
    List<LoadedExtension> programs() {
        var programs = new ArrayList<LoadedExtension>();
        var wrong = new ArrayList<String>();
        for (var file : files) {
            var reading = ExtensionReader.read(YamlFile.text(file));
            for (var complaint : reading.complaints()) {
                wrong.add("%s:%d:%d: %s".formatted(file, complaint.line(), complaint.column(), complaint.message()));
                wrong.add("  " + complaint.remedy());
            }
            for (var spec : reading.value().orElse(List.of())) programs.add(program(spec, file));
        }
        if (!wrong.isEmpty())
            throw CliError.usage(
                    "the plug-ins of workflows cannot be used",
                    wrong.stream().limit(MOST_SHOWN).toArray(String[]::new));
        return programs;
    }

    /** An extension that is a program: it runs where its file is, as relative programs of services do. */
    private static LoadedExtension program(ExtensionSpec spec, Path file) {
        var folder = file.getParent();
        return new LoadedExtension(
                spec, new ProgramExtension(spec, folder == null ? file : folder, Map.of(), System::nanoTime));
    }
}
