package io.tidewheel.cli.workflows;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.options.CommonOptions;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.controllers.workflows.SubmissionCheck;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.text.ReadResult;
import io.tidewheel.workflow.text.SetupReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;

/** A workflow file with the files around it, as options name them. Reads all of them and collects what is wrong with each. */
final class WorkflowBundle {
    @Option(
            names = "--services",
            paramLabel = "FILE",
            description = "Services: a file, or a folder with .yaml and .json files. May be repeated.")
    private List<String> serviceFiles = new ArrayList<>();

    @Option(names = "--macros", paramLabel = "FILE", description = "Macros: a file or a folder. May be repeated.")
    private List<String> macroFiles = new ArrayList<>();

    @Option(names = "--setups", paramLabel = "FILE", description = "The setups from which machines can be made.")
    private @Nullable String setupFile;

    @Option(
            names = "--offers",
            paramLabel = "LIST",
            description = "The capabilities of an agent there is, separated by commas, with amounts if they are limited"
                    + " (docker,cpu=8,memory=32GiB,license=2). May be repeated.")
    private List<String> offers = new ArrayList<>();

    private final LintFindings findings = new LintFindings();
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Macro> macros = new LinkedHashMap<>();
    private final List<Setup> setups = new ArrayList<>();
    private final List<OfferedResources> agents = new ArrayList<>();
    private Path folder = Path.of("");
    private boolean placeable = true;
    private boolean hasAsked;
    private List<ExtensionSpec> plugins = List.of();

    LintFindings findings() {
        return findings;
    }

    Map<String, Service> services() {
        return services;
    }

    Map<String, Macro> macros() {
        return macros;
    }

    List<Setup> setups() {
        return setups;
    }

    List<OfferedResources> agents() {
        return agents;
    }

    boolean hasServices() {
        return !serviceFiles.isEmpty();
    }

    /** The plug-ins of workflows that are known here; known when the workflow has been read. */
    List<ExtensionSpec> plugins() {
        return plugins;
    }

    /** False if all that is wrong is that nobody offers what is required. */
    boolean isPlaceable() {
        return placeable;
    }

    /** Reads and checks everything. Empty if the file could not be read. A server, if there is one, has the last word. */
    Optional<Workflow> read(CommonOptions common, String file) {
        folder = common.console().folder();
        if (setupFile != null) read(setupFile, SetupReader::read).ifPresent(setups::addAll);
        for (var offer : offers) agents.add(offer(offer));
        var files = new SubmissionCheck.Files(
                new Source(file, YamlFile.text(folder.resolve(file))),
                sources("--services", serviceFiles),
                sources("--macros", macroFiles),
                List.of(),
                List.of());
        var offered = setups.isEmpty() && agents.isEmpty()
                ? Optional.<Predicate<RequiredResources>>empty()
                : Optional.<Predicate<RequiredResources>>of(this::isOffered);
        plugins = new ConfiguredPlugins(common.config(), folder).extensionSpecs();
        var checked = SubmissionCheck.check(
                files, new SubmissionCheck.Conditions(hasServices(), false, offered, plugins, _ -> {}));
        if (!ask(common, files)) {
            for (var complaint : checked.complaints()) findings.add(complaint.file(), List.of(complaint.complaint()));
            for (var complaint : checked.warnings()) findings.warn(complaint.file(), List.of(complaint.complaint()));
        }
        for (var complaint : checked.unplaced()) findings.add(complaint.file(), List.of(complaint.complaint()));
        placeable = checked.unplaced().isEmpty();
        services.putAll(checked.library().services());
        macros.putAll(checked.library().macros());
        return checked.workflow();
    }

    /** A server checks with the same code, and knows more: its services and macros, and who offers what. False if there is none. */
    private boolean ask(CommonOptions common, SubmissionCheck.Files asked) {
        if (!(common.server() instanceof ServerTarget.Remote remote)) return false;
        hasAsked = true;
        var body = JsonText.object()
                .put("source", asked.workflow().text())
                .put("file", asked.workflow().name());
        body.set("services", json(asked.services()));
        body.set("macros", json(asked.macros()));
        try (var api = ApiClients.open(common, remote)) {
            var answer = api.post("/workflows/lint", body, Map.of());
            for (var error : answer.path("errors")) findings.add(error, false);
            for (var warning : answer.path("warnings")) findings.add(warning, true);
        }
        return true;
    }

    /** Whether a server was asked. */
    boolean hasAsked() {
        return hasAsked;
    }

    /** What was not looked at because there is no server. */
    String unchecked() {
        var offers = setups.isEmpty() && agents.isEmpty() ? " and whether somebody offers what is required" : "";
        return hasServices()
                ? "There is no server to ask: services of its own%s were not checked.".formatted(offers)
                : "There is no server to ask: the use of services%s was not checked; name them with --services."
                        .formatted(offers);
    }

    private static ArrayNode json(List<Source> sources) {
        var files = JsonText.MAPPER.createArrayNode();
        for (var source : sources)
            files.addObject()
                    .put("name", source.name())
                    .put("text", source.text())
                    .put("folder", source.folder());
        return files;
    }

    private List<Source> sources(String option, List<String> named) {
        return files(option, named).stream()
                .map(name -> new Source(
                        name, YamlFile.text(folder.resolve(name)), WorkflowFiles.folderOf(folder.resolve(name))))
                .toList();
    }

    /** The setups alone. */
    List<Setup> readSetups(Path workingFolder) {
        folder = workingFolder;
        if (setupFile != null) read(setupFile, SetupReader::read).ifPresent(setups::addAll);
        return setups;
    }

    /** What is not said of amounts there is without limit, as with agents. */
    private static OfferedResources offer(String text) {
        var names = new ArrayList<String>();
        var amounts = new ArrayList<String>();
        for (var word : text.split(",")) (word.contains("=") ? amounts : names).add(word);
        try {
            return new OfferedResources(
                    Capabilities.parse(String.join(",", names)),
                    amounts.isEmpty()
                            ? Amounts.UNLIMITED
                            : Amounts.parse(String.join(",", amounts), Amounts.UNLIMITED));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--offers: " + wrong.getMessage(), "example: --offers docker,gpu,cpu=8,memory=32GiB");
        }
    }

    private boolean isOffered(RequiredResources wanted) {
        return agents.stream().anyMatch(agent -> agent.covers(wanted))
                || setups.stream().anyMatch(setup -> setup.maxVMs() > 0 && setup.holds(wanted));
    }

    private <T> Optional<T> read(String file, Function<String, ReadResult<T>> reader) {
        var reading = reader.apply(YamlFile.text(folder.resolve(file)));
        findings.add(file, reading.complaints());
        findings.warn(file, reading.warnings());
        return reading.value();
    }

    /** Folders stand for the files in them, in the order of their names. */
    private List<String> files(String option, List<String> named) {
        var files = new ArrayList<String>();
        for (var name : named) {
            if (!Files.isDirectory(folder.resolve(name))) {
                files.add(name);
                continue;
            }
            try (var inside = Files.list(folder.resolve(name))) {
                var found = inside.map(path -> path.getFileName().toString())
                        .filter(each -> each.matches(".*\\.(yaml|yml|json)"))
                        .sorted()
                        .map(each -> Path.of(name, each).toString())
                        .toList();
                if (found.isEmpty())
                    throw CliError.usage("%s: there are no .yaml and no .json files in %s".formatted(option, name));
                files.addAll(found);
            } catch (IOException unreadable) {
                throw CliError.usage("%s: %s cannot be listed: %s".formatted(option, name, unreadable.getMessage()));
            }
        }
        return files;
    }
}
