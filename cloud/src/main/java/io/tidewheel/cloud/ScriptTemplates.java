package io.tidewheel.cloud;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.loader.StringLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.plugins.AgentAccess;
import io.tidewheel.model.plugins.MachinesRequest;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Provisioning scripts are templates in Pebble's language. They know {@code config}, {@code env}, {@code ipAddress}, {@code agentId},
 * {@code agentCapabilities}, {@code setup} and {@code attachedVolumes}, and the functions {@code readFile(path)} and
 * {@code upload(glob, destination)}.
 *
 * @param folder where relative names of files begin: the folder of the setups file
 * @param config what scripts may know of the server
 * @param environment the server's environment
 */
public record ScriptTemplates(Path folder, Map<String, Object> config, Map<String, String> environment) {
    /** Brings a file of this machine to a place on the new one. */
    @FunctionalInterface
    public interface Upload {
        void upload(Path file, String destination) throws IOException, InterruptedException;
    }

    private static final long LONGEST_BYTES = 4 << 20;

    /** The templates as setups have them, with the address of the server in {@code config}. */
    public static ScriptTemplates of(MachinesRequest request, AgentAccess access) {
        Map<String, Object> known = Map.of("server.url", access.server(), "tidewheel.server.url", access.server());
        return new ScriptTemplates(Path.of(request.setupFolder()), known, request.environment());
    }

    public ScriptTemplates {
        config = Map.copyOf(config);
        environment = Map.copyOf(environment);
    }

    /** Renders a script for a machine; files are uploaded as the template asks for it. */
    public ProvisioningScript render(String name, MachineId machine, String address, Setup setup, Upload upload)
            throws InterruptedException {
        var engine = new PebbleEngine.Builder()
                .loader(new StringLoader())
                .autoEscaping(false) // it is a script, not a page
                .strictVariables(true)
                .newLineTrimming(false)
                .extension(functions(upload))
                .build();
        var text = new StringWriter();
        try {
            engine.getLiteralTemplate(read(name)).evaluate(text, variables(machine, address, setup));
            return new ProvisioningScript(name, text.toString());
        } catch (PebbleException wrong) {
            throw new MachineFailure("script %s, line %s: %s"
                    .formatted(
                            name,
                            wrong.getLineNumber() == null ? "?" : wrong.getLineNumber(),
                            wrong.getPebbleMessage()));
        } catch (UncheckedIOException | IOException failed) {
            throw new MachineFailure("script %s could not be made ready".formatted(name), failed);
        } catch (UploadInterrupted _) {
            throw new InterruptedException();
        }
    }

    private static final class UploadInterrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Map<String, Object> variables(MachineId machine, String address, Setup setup) {
        var variables = new LinkedHashMap<String, Object>();
        variables.put("config", config);
        variables.put("env", environment);
        variables.put("ipAddress", address);
        variables.put("agentId", machine.name());
        variables.put("agentCapabilities", setup.providedCapabilities().toString());
        variables.put("setup", setup(setup));
        variables.put("attachedVolumes", List.of());
        return variables;
    }

    /** A template sees plain values, not our classes. */
    private static Map<String, Object> setup(Setup setup) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", setup.id());
        map.put("flavor", setup.flavor());
        map.put("imageName", setup.imageName());
        map.put("availabilityZone", setup.availabilityZone());
        map.put("blockDeviceSizeGb", setup.blockDeviceSizeGb());
        map.put("blockDeviceVolumeType", setup.blockDeviceVolumeType().orElse(""));
        map.put("minVMs", setup.minVMs());
        map.put("maxVMs", setup.maxVMs());
        map.put("maxCreateConcurrent", setup.maxCreateConcurrent());
        map.put("provisioningScripts", setup.provisioningScripts());
        map.put("providedCapabilities", setup.providedCapabilities().names());
        map.put("sshUsername", setup.sshUsername().orElse(""));
        map.put("parameters", setup.parameters());
        map.put("agents", setup.agents());
        map.put("slots", setup.size().slots());
        return map;
    }

    private AbstractExtension functions(Upload upload) {
        return new AbstractExtension() {
            @Override
            public Map<String, Function> getFunctions() {
                return Map.of("readFile", readFile(), "upload", uploading(upload));
            }
        };
    }

    private Function readFile() {
        return new Named(List.of("path"), (arguments, name, line) -> {
            try {
                return read(text(arguments, "path", name, line));
            } catch (IOException failed) {
                throw new PebbleException(failed, "readFile: " + failed.getMessage(), line, name);
            }
        });
    }

    private Function uploading(Upload upload) {
        return new Named(List.of("glob", "destination"), (arguments, name, line) -> {
            var glob = text(arguments, "glob", name, line);
            try {
                var files = matching(glob);
                if (files.isEmpty())
                    throw new PebbleException(null, "upload: no file matches '%s'".formatted(glob), line, name);
                for (var file : files) upload.upload(file, text(arguments, "destination", name, line));
                return "";
            } catch (IOException failed) {
                throw new PebbleException(failed, "upload: " + failed.getMessage(), line, name);
            } catch (InterruptedException _) {
                throw new UploadInterrupted();
            }
        });
    }

    private static String text(Map<String, Object> arguments, String argument, String name, int line) {
        var value = arguments.get(argument);
        if (value == null) throw new PebbleException(null, "'%s' is missing".formatted(argument), line, name);
        return value.toString();
    }

    private String read(String name) throws IOException {
        var file = folder.resolve(name);
        if (!Files.isRegularFile(file)) throw new IOException("there is no file " + file);
        if (Files.size(file) > LONGEST_BYTES) {
            throw new IOException("the file %s is larger than %d MiB".formatted(file, LONGEST_BYTES >> 20));
        }
        return Files.readString(file);
    }

    /** Files that match, in order of their names; the last part of the pattern may have wildcards, the folders before it may not. */
    private List<Path> matching(String glob) throws IOException {
        var whole = folder.resolve(glob).normalize();
        var parent = whole.getParent();
        var pattern = whole.getFileName();
        if (parent == null || pattern == null || !Files.isDirectory(parent)) return List.of();
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        var found = new ArrayList<Path>();
        try (var entries = Files.list(parent)) {
            entries.filter(entry -> Files.isRegularFile(entry) && matcher.matches(entry.getFileName()))
                    .sorted()
                    .forEach(found::add);
        }
        return found;
    }

    @FunctionalInterface
    private interface Call {
        Object make(Map<String, Object> arguments, String template, int line);
    }

    private record Named(List<String> names, Call call) implements Function {
        @Override
        public Object execute(
                Map<String, Object> arguments, PebbleTemplate self, EvaluationContext context, int lineNumber) {
            return call.make(arguments, self.getName(), lineNumber);
        }

        @Override
        public List<String> getArgumentNames() {
            return names;
        }
    }
}
