package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.workflows.WorkflowFiles;
import io.tidewheel.controllers.workflows.FileComplaint;
import io.tidewheel.controllers.workflows.ServiceLibrary;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.model.extensions.ExtensionSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of services and macros that a server is started with, and the folders of its workflows: read and checked before it starts. */
final class ServerLibrary {
    private static final int MOST_SHOWN = 200;

    private final Path folder;

    ServerLibrary(Path folder) {
        this.folder = folder;
    }

    /** @param extensions the plug-ins of workflows that are there */
    WorkflowSettings settings(Config config, List<ExtensionSpec> extensions) {
        var usual = WorkflowSettings.in(
                config.dataFolder().toAbsolutePath().normalize().toString());
        var services = WorkflowFiles.sources(folder, paths(config, ConfigKey.WORKFLOWS_SERVICES));
        var macros = WorkflowFiles.sources(folder, paths(config, ConfigKey.WORKFLOWS_MACROS));
        var complaints = ServiceLibrary.check(services, macros);
        if (!complaints.isEmpty()) throw trouble(complaints);
        var tmp = path(config, ConfigKey.WORKFLOWS_TMP_PATH).orElse(usual.tmpPath());
        var out = path(config, ConfigKey.WORKFLOWS_OUT_PATH).orElse(usual.outPath());
        if (Path.of(tmp).startsWith(out)) {
            throw CliError.usage(
                    "--tmp-path: %s lies inside of --out-path %s, so temporary files would count as results"
                            .formatted(tmp, out),
                    "choose two folders side by side");
        }
        return new WorkflowSettings(services, macros, tmp, out, extensions);
    }

    private static List<Path> paths(Config config, ConfigKey key) {
        var paths = new ArrayList<Path>();
        for (var name : config.value(key).orElse("").split(",")) {
            if (!name.isBlank()) paths.add(Path.of(name.strip()));
        }
        return paths;
    }

    private Optional<String> path(Config config, ConfigKey key) {
        return config.value(key)
                .map(name -> folder.resolve(name).toAbsolutePath().normalize().toString());
    }

    /** All complaints at once, each with its place and what to do. */
    private static CliError trouble(List<FileComplaint> complaints) {
        var lines = new ArrayList<String>();
        for (var found : complaints.subList(0, Math.min(complaints.size(), MOST_SHOWN))) {
            var complaint = found.complaint();
            lines.add(
                    "%s:%d:%d: %s".formatted(found.file(), complaint.line(), complaint.column(), complaint.message()));
            lines.add("  " + complaint.remedy());
        }
        if (complaints.size() > MOST_SHOWN) lines.add("and %d more".formatted(complaints.size() - MOST_SHOWN));
        var what = complaints.size() == 1 ? "a flaw" : complaints.size() + " flaws";
        return CliError.usage(
                "there %s %s in the files of services and macros"
                        .formatted(complaints.size() == 1 ? "is" : "are", what),
                lines.toArray(String[]::new));
    }
}
