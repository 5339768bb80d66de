package io.tidewheel.agent.runtime;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a container may do here. Whoever submits a task chooses among what the owner of the machine allows, and the machine's own limits
 * come last, so that they win.
 *
 * @param allowedOptions options of the engine that a task may give: a name ({@code --gpus}) allows any value, a whole option
 *     ({@code --network=none}) just that one
 * @param cpus processors per container
 * @param memoryBytes memory per container
 */
public record ContainerRules(Set<String> allowedOptions, OptionalDouble cpus, OptionalLong memoryBytes) {
    public static final ContainerRules USUAL = new ContainerRules(
            Set.of(
                    "--cpus",
                    "--entrypoint",
                    "--gpus",
                    "--hostname",
                    "--memory",
                    "--network=none",
                    "--nv",
                    "--platform",
                    "--pull",
                    "--read-only",
                    "--shm-size",
                    "--stop-signal",
                    "--tmpfs",
                    "--ulimit"),
            OptionalDouble.empty(),
            OptionalLong.empty());

    public ContainerRules {
        allowedOptions = Set.copyOf(allowedOptions);
    }

    public ContainerRules withLimits(double processors, long bytes) {
        return new ContainerRules(allowedOptions, OptionalDouble.of(processors), OptionalLong.of(bytes));
    }

    /** Throws, naming the option, if a task may not give one of these. */
    void check(List<String> options) {
        for (var option : options) {
            if (!isAllowed(option)) throw new IllegalArgumentException(refusal(option));
        }
    }

    private boolean isAllowed(String option) {
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        return option.startsWith("--") && (allowedOptions.contains(name) || allowedOptions.contains(option));
    }

    private String refusal(String option) {
        return "the engine option '%s' is not allowed on this agent; allowed, each as one word like --name=value, are: %s"
                .formatted(
                        option,
                        String.join(" ", allowedOptions.stream().sorted().toList()));
    }
}
