package io.tidewheel.cli.workflows;

import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Need;
import io.tidewheel.model.Offer;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.check.MacroCheck;
import io.tidewheel.workflow.check.Surroundings;
import io.tidewheel.workflow.check.WorkflowCheck;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.Reading;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.SetupReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A workflow file with the files around it, as options name them. Reads all of them and collects what is wrong with each. */
final class Surrounded {
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
                    + " (docker,cpu=8,memory=32GiB). May be repeated.")
    private List<String> offers = new ArrayList<>();

    private final Findings findings = new Findings();
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Macro> macros = new LinkedHashMap<>();
    private final List<Setup> setups = new ArrayList<>();
    private final List<Offer> agents = new ArrayList<>();
    private Path folder = Path.of("");
    private boolean placeable = true;

    Findings findings() {
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

    List<Offer> agents() {
        return agents;
    }

    boolean hasServices() {
        return !serviceFiles.isEmpty();
    }

    /** False if all that is wrong is that nobody offers what is required. */
    boolean isPlaceable() {
        return placeable;
    }

    /** Empty if the file could not be read. */
    Optional<Workflow> read(Path workingFolder, String file) {
        folder = workingFolder;
        readServices();
        if (setupFile != null) read(setupFile, SetupReader::read).ifPresent(setups::addAll);
        for (var offer : offers) agents.add(offer(offer));
        readMacros();
        var workflow = read(file, WorkflowReader::read);
        workflow.ifPresent(found -> check(file, found));
        return workflow;
    }

    /** The setups alone. */
    List<Setup> readSetups(Path workingFolder) {
        folder = workingFolder;
        if (setupFile != null) read(setupFile, SetupReader::read).ifPresent(setups::addAll);
        return setups;
    }

    /** What is not said of amounts there is without limit, as with agents. */
    private static Offer offer(String text) {
        var names = new ArrayList<String>();
        var amounts = new ArrayList<String>();
        for (var word : text.split(",")) (word.contains("=") ? amounts : names).add(word);
        try {
            return new Offer(
                    Capabilities.parse(String.join(",", names)),
                    amounts.isEmpty()
                            ? Amounts.UNLIMITED
                            : Amounts.parse(String.join(",", amounts), Amounts.UNLIMITED));
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage("--offers: " + wrong.getMessage(), "example: --offers docker,gpu,cpu=8,memory=32GiB");
        }
    }

    private void readServices() {
        var byFile = new LinkedHashMap<String, List<Service>>();
        for (var file : files("--services", serviceFiles)) {
            read(file, ServiceReader::read).ifPresent(found -> byFile.put(file, found));
        }
        ServiceReader.twice(byFile).ifPresent(message -> {
            throw Trouble.usage(message, "name only one of these files");
        });
        byFile.values().forEach(found -> services.putAll(Service.byId(found)));
    }

    private void readMacros() {
        var byFile = new LinkedHashMap<String, List<Macro>>();
        for (var file : files("--macros", macroFiles)) {
            read(file, MacroReader::read).ifPresent(found -> byFile.put(file, found));
        }
        byFile.values().forEach(found -> Macro.byId(found).forEach(macros::putIfAbsent));
        byFile.forEach((file, found) -> findings.add(file, MacroCheck.check(found, surroundings())));
    }

    private Surroundings surroundings() {
        var known = hasServices() ? Surroundings.of(services) : Surroundings.NONE;
        return known.with(macros);
    }

    private void check(String file, Workflow workflow) {
        var complaints = WorkflowCheck.check(workflow, surroundings());
        findings.add(file, complaints);
        if (setups.isEmpty() && agents.isEmpty()) return;
        var placed = WorkflowCheck.check(workflow, surroundings().offering(this::isOffered));
        placeable = placed.size() == complaints.size();
        findings.add(
                file,
                placed.stream().filter(found -> !complaints.contains(found)).toList());
    }

    private boolean isOffered(Need wanted) {
        return agents.stream().anyMatch(agent -> agent.covers(wanted))
                || setups.stream().anyMatch(setup -> setup.maxVMs() > 0 && setup.holds(wanted));
    }

    private <T> Optional<T> read(String file, Function<String, Reading<T>> reader) {
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
                    throw Trouble.usage("%s: there are no .yaml and no .json files in %s".formatted(option, name));
                files.addAll(found);
            } catch (IOException unreadable) {
                throw Trouble.usage("%s: %s cannot be listed: %s".formatted(option, name, unreadable.getMessage()));
            }
        }
        return files;
    }
}
