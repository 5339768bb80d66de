package io.tidewheel.cli.verbs;

import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.agent.files.FolderArchive;
import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.controllers.workflows.ServiceLibrary;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Sha256;
import io.tidewheel.workflow.check.FileValues;
import io.tidewheel.workflow.text.WorkflowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The files of this machine that a workflow names: they are brought to the server, each once. */
final class InputFiles {
    private static final int SHOWN = 20;

    private final Console console;
    private final ApiClient api;

    InputFiles(Console console, ApiClient api) {
        this.console = console;
        this.api = api;
    }

    /** A value and the file or folder that it names. */
    private record Found(String value, Path path) {}

    /**
     * Brings them, and answers what the server needs to know of each. If one is missing, nothing is sent.
     *
     * @param file the name of the workflow's file
     */
    ArrayNode bring(String file, String text, List<Source> services, List<Source> macros) {
        var reading = WorkflowReader.read(text);
        var list = JsonText.MAPPER.createArrayNode();
        // What is wrong with the workflow is better said by the server, which knows all services.
        if (reading.value().isEmpty()) return list;
        var library = ServiceLibrary.read(withServers(services), macros, new ArrayList<>());
        var values = FileValues.of(reading.value().get(), library.services(), library.macros());
        var sent = new HashSet<Sha256>();
        for (var found : find(file, values)) bring(found, sent, list);
        return list;
    }

    /** Own services go before those of the server. */
    private List<Source> withServers(List<Source> own) {
        var all = new ArrayList<>(own);
        var items = api.get("/services").path("items");
        if (!items.isEmpty()) all.add(new Source("services of the server", items.toString()));
        return all;
    }

    private List<Found> find(String file, List<FileValues.Named> values) {
        var found = new ArrayList<Found>();
        var missing = new ArrayList<String>();
        for (var named : values) {
            var path = path(named.value());
            if (path.isPresent()) found.add(new Found(named.value(), path.get()));
            else if (named.sure())
                missing.add(SafeText.line(
                        "%s:%s: there is no file '%s' on this machine".formatted(file, named.place(), named.value())));
        }
        if (missing.isEmpty()) return found;
        var hints = new ArrayList<>(missing.subList(1, Math.min(missing.size(), SHOWN)));
        if (missing.size() > SHOWN) hints.add("and %d more".formatted(missing.size() - SHOWN));
        hints.add("relative names start from the folder %s"
                .formatted(console.folder().toAbsolutePath()));
        hints.add("if it is on the agents, give the parameter of the service the dataType string");
        throw CliError.usage(missing.getFirst(), hints.toArray(String[]::new));
    }

    private Optional<Path> path(String value) {
        try {
            var path = console.folder().resolve(value);
            return Files.isRegularFile(path) || Files.isDirectory(path) ? Optional.of(path) : Optional.empty();
        } catch (IllegalArgumentException noPath) {
            return Optional.empty();
        }
    }

    private void bring(Found found, Set<Sha256> sent, ArrayNode list) {
        try {
            boolean folder = Files.isDirectory(found.path);
            if (!folder) {
                list.add(entry(found, send(found.path, sent), Files.isExecutable(found.path), false));
                return;
            }
            var archive = Files.createTempFile("tidewheel-", ".tar");
            try {
                FolderArchive.pack(found.path, archive, () -> {});
                list.add(entry(found, send(archive, sent), false, true));
            } finally {
                Files.deleteIfExists(archive);
            }
        } catch (IOException unreadable) {
            throw CliError.usage(
                    SafeText.line("the input '%s' cannot be read: %s".formatted(found.value, unreadable.getMessage())));
        }
    }

    private static ObjectNode entry(Found found, Sha256 hash, boolean executable, boolean folder) {
        return JsonText.object()
                .put("value", found.value)
                .put("sha256", hash.hex())
                .put("executable", executable)
                .put("folder", folder);
    }

    private Sha256 send(Path file, Set<Sha256> sent) throws IOException {
        var hash = FileSearch.hash(file, () -> {});
        if (!sent.add(hash)) return hash;
        var address = "/files/" + hash.hex();
        if (!isThere(address)) api.put(address, file);
        return hash;
    }

    private boolean isThere(String address) {
        try {
            api.get(address);
            return true;
        } catch (CliError refused) {
            if (refused.exitCode() == ExitCodes.NOT_FOUND) return false;
            throw refused;
        }
    }
}
