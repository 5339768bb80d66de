package io.tidewheel.cli.workflows;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/** The files of services and macros that go with a workflow. */
public final class WorkflowFiles {
    private WorkflowFiles() {}

    /** Each file with its name and text; of a folder all YAML and JSON files in it, in the order of their names. */
    public static ArrayNode read(Path folder, List<Path> paths) {
        var files = JsonText.MAPPER.createArrayNode();
        for (var source : sources(folder, paths))
            files.addObject()
                    .put("name", source.name())
                    .put("text", source.text())
                    .put("folder", source.folder());
        return files;
    }

    public static List<Source> sources(Path folder, List<Path> paths) {
        var sources = new ArrayList<Source>();
        for (var path : paths) {
            for (var file : files(folder.resolve(path))) {
                var name = folder.equals(file.getParent()) ? file.getFileName().toString() : file.toString();
                sources.add(new Source(name, YamlFile.text(file), folderOf(file)));
            }
        }
        return sources;
    }

    /** The folder of a file: programs of services may be named from there. */
    public static String folderOf(Path file) {
        var absolute = file.toAbsolutePath().normalize();
        return String.valueOf(absolute.getParent());
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) return List.of(path);
        try (var inside = Files.list(path)) {
            var found = inside.filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
            if (found.isEmpty()) throw CliError.usage("there is no YAML or JSON file in " + path);
            return new ArrayList<>(found);
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(path, unreadable.getMessage()));
        }
    }
}
