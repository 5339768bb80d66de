package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of an agent that concern containers. */
final class ContainerFlags {
    @Option(
            names = "--container-engine",
            paramLabel = "NAMES",
            description =
                    "What runs containers: auto, none, or docker, podman, apptainer, singularity, the preferred ones"
                            + " first; the first that can really run one is used (auto).")
    private @Nullable String engine;

    @Option(
            names = "--container-image",
            paramLabel = "IMAGE",
            description = "The image with which it is tried whether containers can be run (a tiny one of its own).")
    private @Nullable String image;

    @Option(
            names = "--container-init",
            paramLabel = "WHEN",
            description = "Whether the engine puts its init into containers: auto, always or never (auto).")
    private @Nullable String init;

    @Option(
            names = "--container-pull",
            paramLabel = "WHEN",
            description = "When images are fetched, whatever tasks say: always, missing, newer or never.")
    private @Nullable String pull;

    @Option(
            names = "--container-options",
            paramLabel = "OPTIONS",
            description = "Options of the engine for every container, as in '--network=none'.")
    private @Nullable String options;

    @Option(
            names = "--container-grace",
            paramLabel = "TIME",
            description = "How long a container that is asked to end may take before it is killed (2s).")
    private @Nullable String grace;

    void applyTo(Config config) {
        config.flag(ConfigKey.AGENT_CONTAINER_ENGINE, engine)
                .flag(ConfigKey.AGENT_CONTAINER_IMAGE, image)
                .flag(ConfigKey.AGENT_CONTAINER_INIT, init)
                .flag(ConfigKey.AGENT_CONTAINER_PULL, pull)
                .flag(ConfigKey.AGENT_CONTAINER_OPTIONS, options)
                .flag(ConfigKey.AGENT_CONTAINER_GRACE, grace);
    }
}
