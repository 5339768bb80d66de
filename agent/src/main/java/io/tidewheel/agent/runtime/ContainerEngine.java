package io.tidewheel.agent.runtime;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The first engine that is present, given the value of PATH. */
    public static Optional<ContainerEngine> find(String searchPath) {
        for (var kind : Kind.values()) {
            for (var folder : searchPath.split(File.pathSeparator, -1)) {
                var program = Path.of(folder).toAbsolutePath().resolve(kind.program());
                if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                    return Optional.of(new ContainerEngine(kind, program));
                }
            }
        }
        return Optional.empty();
    }
}
