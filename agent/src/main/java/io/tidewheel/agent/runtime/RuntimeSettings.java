package io.tidewheel.agent.runtime;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the standard runtimes are told.
 *
 * @param environment what every command finds in its environment beside its own variables
 * @param engineEnvironment what the container engine's program needs in its own environment
 * @param container what containers may do
 * @param containers how they are run
 * @param limitsMemory whether commands that state how much memory they need get no more, where the system lets us see to that
 * @param jvmClasses names of the classes that may be called inside the agent
 * @param ownInput the only file outside of its folder that a command may read as its standard input
 * @param plugins jars and folders in which those classes are looked for, beside the agent's own class path
 */
public record RuntimeSettings(
        Map<String, String> environment,
        Map<String, String> engineEnvironment,
        ContainerRules container,
        ContainerSettings containers,
        boolean limitsMemory,
        List<String> jvmClasses,
        List<Path> plugins,
        Optional<Path> ownInput) {

    public RuntimeSettings {
        environment = Map.copyOf(environment);
        engineEnvironment = Map.copyOf(engineEnvironment);
        jvmClasses = List.copyOf(new TreeSet<>(jvmClasses));
        plugins = List.copyOf(plugins);
    }

    /** The usual: PATH, HOME and LANG from the agent's own environment, no class allowed. */
    public static RuntimeSettings from(Map<String, String> agentEnvironment) {
        var plain = new TreeMap<String, String>();
        plain.put("PATH", agentEnvironment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        plain.put("HOME", agentEnvironment.getOrDefault("HOME", "/"));
        plain.put("LANG", agentEnvironment.getOrDefault("LANG", "C.UTF-8"));
        var engine = new TreeMap<>(plain);
        agentEnvironment.forEach((name, value) -> {
            if (ContainerCommand.isForEngine(name)) engine.put(name, value);
        });
        return new RuntimeSettings(
                plain,
                engine,
                ContainerRules.USUAL,
                ContainerSettings.USUAL,
                false,
                List.of(),
                List.of(),
                Optional.empty());
    }

    public RuntimeSettings withContainer(ContainerRules rules) {
        return new RuntimeSettings(
                environment, engineEnvironment, rules, containers, limitsMemory, jvmClasses, plugins, ownInput);
    }

    public RuntimeSettings withContainers(ContainerSettings settings) {
        return new RuntimeSettings(
                environment, engineEnvironment, container, settings, limitsMemory, jvmClasses, plugins, ownInput);
    }

    public RuntimeSettings limitingMemory() {
        return new RuntimeSettings(
                environment, engineEnvironment, container, containers, true, jvmClasses, plugins, ownInput);
    }

    public RuntimeSettings withJvm(List<String> classes, List<Path> jars) {
        return new RuntimeSettings(
                environment, engineEnvironment, container, containers, limitsMemory, classes, jars, ownInput);
    }

    public RuntimeSettings withOwnInput(Optional<Path> file) {
        return new RuntimeSettings(
                environment, engineEnvironment, container, containers, limitsMemory, jvmClasses, plugins, file);
    }
}
