package io.tidewheel.agent.runtime;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The program that runs containers on this machine. */
public record ContainerEngine(Kind kind, Path program) {

    /** The engines we know, the preferred ones first. */
    public enum Kind {
        DOCKER,
        PODMAN,
        APPTAINER,
        SINGULARITY;

        /** Whether containers live apart from the program that started them, with a name by which they can be killed. */
        boolean hasNames() {
            return this == DOCKER || this == PODMAN;
        }

        String program() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The engines of these kinds that are present, in their order, given the value of PATH. */
    public static List<ContainerEngine> find(List<Kind> kinds, String searchPath) {
        var found = new ArrayList<ContainerEngine>();
        for (var kind : kinds) find(kind, searchPath).ifPresent(found::add);
        return found;
    }

    private static Optional<ContainerEngine> find(Kind kind, String searchPath) {
        for (var folder : searchPath.split(File.pathSeparator, -1)) {
            var program = Path.of(folder).toAbsolutePath().resolve(kind.program());
            if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                return Optional.of(new ContainerEngine(kind, program));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return program.toString();
    }
}
