package io.tidewheel.agent.runtime;

import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The runtimes that every agent has: processes, containers, classes, and the two that only pass the time. */
public final class BuiltInRuntimes {
    private BuiltInRuntimes() {}

    /** {@code process}. */
    public static final class ProcessProvider implements RuntimeProvider {
        @Override
        public String name() {
            return "process";
        }

        @Override
        public String description() {
            return "a program and its arguments";
        }

        @Override
        public OpenRuntime open(PluginSettings settings, AgentTools agent) {
            return slot -> new ProcessRuntime(
                    new MemoryLimitedRun(slot.processes(), agent.memory()),
                    agent.settings().environment(),
                    slot.input());
        }
    }

    /** {@code container}. */
    public static final class ContainerProvider implements RuntimeProvider {
        @Override
        public String name() {
            return "container";
        }

        @Override
        public String description() {
            return "a container, with docker, podman, apptainer or singularity";
        }

        @Override
        public OpenRuntime open(PluginSettings settings, AgentTools agent) throws IOException {
            return new Containers(agent);
        }
    }

    /** {@code jvm}. */
    public static final class JvmProvider implements RuntimeProvider {
        @Override
        public String name() {
            return "jvm";
        }

        @Override
        public String description() {
            return "a class that is called inside the agent";
        }

        @Override
        public OpenRuntime open(PluginSettings settings, AgentTools agent) {
            return new Classes(agent);
        }
    }

    /** {@code noop}. */
    public static final class NoopProvider implements RuntimeProvider {
        @Override
        public String name() {
            return "noop";
        }

        @Override
        public String description() {
            return "nothing at all: for measuring";
        }

        @Override
        public OpenRuntime open(PluginSettings settings, AgentTools agent) {
            return _ -> new NoopRuntime();
        }
    }

    /** {@code sleep}. */
    public static final class SleepProvider implements RuntimeProvider {
        @Override
        public String name() {
            return "sleep";
        }

        @Override
        public String description() {
            return "nothing for a while: for measuring";
        }

        @Override
        public OpenRuntime open(PluginSettings settings, AgentTools agent) {
            return _ -> new SleepRuntime(agent.nanos());
        }
    }

    /** Containers are offered once one has run. */
    private static final class Containers implements OpenRuntime {
        private final AgentTools agent;
        private final ContainerProbe probe;

        Containers(AgentTools agent) throws IOException {
            this.agent = agent;
            this.probe = probe(agent);
            switch (agent.settings().containers().probeTime()) {
                case WHEN_NEEDED -> {}
                case DURING_START -> probe.begin();
                case BEFORE_START -> probe.await();
            }
        }

        private static ContainerProbe probe(AgentTools agent) throws IOException {
            var settings = agent.settings();
            var scratch = agent.scratch();
            var user = owner(scratch.root());
            var engines = ContainerEngine.find(
                    settings.containers().engines(), settings.environment().getOrDefault("PATH", ""));
            return new ContainerProbe(
                    engines,
                    (engine, init) -> new ContainerCommand(
                            engine,
                            settings.container(),
                            settings.containers(),
                            settings.engineEnvironment(),
                            agent.session(),
                            user,
                            init),
                    settings.containers(),
                    TaskFacts.ofProbe(agent.session().markOfTask(0)),
                    scratch.root().resolve("container-probe"),
                    agent.nanos(),
                    agent::guardContainers);
        }

        private static Optional<String> owner(Path folder) throws IOException {
            if (!folder.getFileSystem().supportedFileAttributeViews().contains("unix")) return Optional.empty();
            return Optional.of(Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid"));
        }

        @Override
        public CommandRuntime open(SlotTools slot) {
            return new ContainerRuntime(
                    slot.processes(), probe, agent.settings().containers().grace(), slot.input());
        }

        @Override
        public List<String> capabilities() {
            return probe.works() ? List.of("container") : List.of();
        }

        @Override
        public List<String> undecided() {
            return probe.isUndecided() ? List.of("container") : List.of();
        }

        @Override
        public void whenItIsKnown(Runnable action) {
            probe.whenItIsKnown(action);
        }

        @Override
        public void close() {
            probe.close();
        }
    }

    /** Classes are offered if some are allowed. */
    private static final class Classes implements OpenRuntime {
        private final AgentTools agent;
        private final URLClassLoader jars;
        private final JvmClasses classes;

        Classes(AgentTools agent) {
            this.agent = agent;
            var settings = agent.settings();
            this.jars = new URLClassLoader("jvm", urls(settings.plugins()), BuiltInRuntimes.class.getClassLoader());
            this.classes = new JvmClasses(Set.copyOf(settings.jvmClasses()), jars);
        }

        @Override
        public CommandRuntime open(SlotTools slot) {
            return new JvmRuntime(classes, agent.nanos());
        }

        @Override
        public List<String> capabilities() {
            return agent.settings().jvmClasses().isEmpty() ? List.of() : List.of("jvm");
        }

        @Override
        public void close() {
            try {
                jars.close();
            } catch (IOException harmless) {
                return; // the agent is ending
            }
        }

        private static URL[] urls(List<Path> paths) {
            return paths.stream().map(Classes::url).toArray(URL[]::new);
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalArgumentException("'" + path + "' cannot be a plug-in", impossible);
            }
        }
    }
}
