package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a container may do here. Whoever submits a task chooses among what the owner of the machine allows, and the machine's own limits
 * come last, so that they win.
 *
 * @param allowedOptions options of the engine that a task may give: a name ({@code --gpus}) allows any value, a whole option
 *     ({@code --network=none}) just that one
 * @param mounts folders of the machine which, with all that is below them, a task may have in its container ({@code --volume})
 * @param cpus processors per container
 * @param memoryBytes memory per container
 */
public record ContainerRules(
        Set<String> allowedOptions, List<Path> mounts, OptionalDouble cpus, OptionalLong memoryBytes) {
    public static final ContainerRules USUAL = new ContainerRules(
            Set.of(
                    "--cpus",
                    "--entrypoint",
                    "--gpus",
                    "--hostname",
                    "--label",
                    "--memory",
                    "--network=none",
                    "--nv",
                    "--platform",
                    "--pull",
                    "--read-only",
                    "--shm-size",
                    "--stop-signal",
                    "--tmpfs",
                    "--ulimit",
                    "--workdir"),
            List.of(),
            OptionalDouble.empty(),
            OptionalLong.empty());

    /** A variable with its value; a bare name would show the container what the engine's own program was given. */
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=(?s:.*)");

    private static final Pattern VOLUME = Pattern.compile("(/[^:,]*):(/[^:,]*)(:(ro|rw|z|Z)(?:,(?:ro|rw|z|Z))*+)?");

    public ContainerRules {
        allowedOptions = Set.copyOf(allowedOptions);
        mounts = List.copyOf(mounts);
    }

    public ContainerRules withLimits(double processors, long bytes) {
        return new ContainerRules(allowedOptions, mounts, OptionalDouble.of(processors), OptionalLong.of(bytes));
    }

    public ContainerRules withMounts(List<Path> folders) {
        return new ContainerRules(allowedOptions, folders, cpus, memoryBytes);
    }

    /** Throws, naming the option, if a task may not give one of these. */
    void check(List<EngineOption> options) {
        for (var option : options) {
            if (!isAllowed(option)) throw new IllegalArgumentException(refusal(option));
        }
    }

    private boolean isAllowed(EngineOption option) {
        if (!option.word().startsWith("--")) return false;
        return allowedOptions.contains(option.name())
                || allowedOptions.contains(option.word())
                || (option.name().equals("--env")
                        && VARIABLE.matcher(option.value()).matches())
                || (option.name().equals("--volume") && isMountable(option.value()));
    }

    private boolean isMountable(String volume) {
        var parts = VOLUME.matcher(volume);
        if (!parts.matches()) return false;
        try {
            var folder = Path.of(parts.group(1)).toRealPath();
            for (var mount : mounts) if (folder.startsWith(mount.toRealPath())) return true;
        } catch (IOException missing) {
            return false; // the engine would make it, as root
        }
        return false;
    }

    private String refusal(EngineOption option) {
        if (option.name().equals("--volume")) {
            return "the engine option '%s' is not allowed on this agent: it must be FOLDER:FOLDER or FOLDER:FOLDER:ro, where the first"
                            .formatted(option.written())
                    + " one exists and is in one of the folders that the agent's owner allows to be mounted: "
                    + (mounts.isEmpty()
                            ? "none"
                            : String.join(
                                    " ", mounts.stream().map(Path::toString).toList()))
                    + "; other allowed options are: " + allowed();
        }
        return "the engine option '%s' is not allowed on this agent; allowed, each as one word like --name=value, are: %s"
                .formatted(option.written(), allowed());
    }

    private String allowed() {
        return String.join(" ", allowedOptions.stream().sorted().toList()) + " --env=NAME=VALUE";
    }
}
