package io.tidewheel.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A podman with settings, images and containers of its own, apart from those of the machine. It has one image, which is a static busybox
 * at {@code /busybox}.
 */
public final class RealPodman implements AutoCloseable {
    public static final String IMAGE = "tidewheel-busybox:1";

    private static final String ADVICE = "Debian: apt-get install podman runc busybox-static";

    private final Path folder;
    private final Path program;
    private final Map<String, String> environment;

    private RealPodman(Path folder, Path program, Map<String, String> environment) {
        this.folder = folder;
        this.program = program;
        this.environment = environment;
    }

    /** What is missing for one on this machine; empty if nothing is. */
    public static Optional<String> missing() {
        for (var name : List.of("podman", "runc", "busybox")) {
            if (ChildPrograms.find(name) == null)
                return Optional.of("there is no %s here (%s)".formatted(name, ADVICE));
        }
        return Optional.empty();
    }

    /** Makes one in a folder. Throws with podman's own words if no container can be run here, whoever asks for it. */
    public static RealPodman open(Path folder) throws IOException {
        var settings = Files.writeString(folder.resolve("containers.conf"), """
            [containers]
            default_ulimits = []
            [engine]
            runtime = "runc"
            """);
        var storage = Files.writeString(
                folder.resolve("storage.conf"), """
                    [storage]
                    driver = "vfs"
                    graphroot = "%s"
                    runroot = "%s"
                    """.formatted(folder.resolve("images"), folder.resolve("run")));
        var environment = new TreeMap<String, String>();
        environment.put("CONTAINERS_CONF", settings.toString());
        environment.put("CONTAINERS_STORAGE_CONF", storage.toString());
        var program = ChildPrograms.find("podman");
        var busybox = ChildPrograms.find("busybox");
        if (program == null || busybox == null) throw new IOException(missing().orElse("podman is not on the PATH"));
        var podman = new RealPodman(folder, program, environment);
        var archive = folder.resolve("busybox.tar");
        ChildPrograms.run("tar", "-chf", archive.toString(), "-C", "" + busybox.getParent(), "busybox");
        podman.call("import", archive.toString(), IMAGE);
        podman.call("run", "--rm", "--network=none", IMAGE, "/busybox", "true");
        return podman;
    }

    /** What must be in the environment of whoever is to use this podman. */
    public Map<String, String> environment() {
        return environment;
    }

    public Path program() {
        return program;
    }

    /** The names of all containers there are, running or not. */
    public List<String> containers() throws IOException {
        return call("ps", "--all", "--format", "{{.Names}}").lines().toList();
    }

    /** Returns what it says on its standard output. */
    public String call(String... words) throws IOException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        var error = Files.createTempFile("podman", ".err");
        try {
            var builder = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectError(error.toFile());
            builder.environment().putAll(environment);
            var process = builder.start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (ChildPrograms.exitCodeOf(process) == 0) return said;
            throw new IOException(
                    String.join(" ", command) + ": " + Files.readString(error).strip());
        } finally {
            Files.delete(error);
        }
    }

    /** Removes all containers and images, and waits for whoever still tidies up behind a container. */
    @Override
    public void close() throws IOException {
        for (var name : containers()) call("rm", "--force", "--time=0", name);
        call("rmi", "--all", "--force");
        // A container's monitor starts podman once more when the container has ended; it writes into the folder.
        for (var last = users(); !last.isEmpty(); last = users())
            last.forEach(process -> process.onExit().join());
    }

    /** The processes that name the folder in their command line. */
    private List<ProcessHandle> users() {
        return ProcessHandle.allProcesses().filter(this::namesTheFolder).toList();
    }

    private boolean namesTheFolder(ProcessHandle process) {
        try {
            var line = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(line, StandardCharsets.UTF_8).contains(folder.toString());
        } catch (IOException gone) {
            return false;
        }
    }
}
