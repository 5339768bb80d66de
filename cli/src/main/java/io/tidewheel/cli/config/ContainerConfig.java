package io.tidewheel.cli.config;

import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.model.Durations;
import java.util.List;
import java.util.function.BiFunction;

/** Reads how agents run containers. */
public final class ContainerConfig {
    /** All keys of the configuration that concern containers. */
    public static final List<ConfigKey> KEYS = List.of(
            ConfigKey.AGENT_CONTAINER_ENGINE,
            ConfigKey.AGENT_CONTAINER_IMAGE,
            ConfigKey.AGENT_CONTAINER_INIT,
            ConfigKey.AGENT_CONTAINER_PULL,
            ConfigKey.AGENT_CONTAINER_OPTIONS,
            ConfigKey.AGENT_CONTAINER_GRACE);

    private ContainerConfig() {}

    public static ContainerSettings read(Config config, ContainerSettings.ProbeTime probe) {
        var settings = ContainerSettings.USUAL.with(probe);
        settings = apply(
                config,
                ConfigKey.AGENT_CONTAINER_ENGINE,
                settings,
                (all, text) -> all.with(ContainerSettings.engines(text)));
        settings = apply(config, ConfigKey.AGENT_CONTAINER_IMAGE, settings, ContainerSettings::withProbeImage);
        settings = apply(
                config,
                ConfigKey.AGENT_CONTAINER_INIT,
                settings,
                (all, text) -> all.with(ContainerSettings.init(text)));
        settings = apply(config, ConfigKey.AGENT_CONTAINER_PULL, settings, ContainerSettings::withPull);
        settings = apply(
                config,
                ConfigKey.AGENT_CONTAINER_OPTIONS,
                settings,
                (all, text) -> text.isBlank()
                        ? all
                        : all.withOptions(List.of(text.strip().split("\\s+"))));
        return apply(
                config, ConfigKey.AGENT_CONTAINER_GRACE, settings, (all, text) -> all.withGrace(Durations.parse(text)));
    }

    private static ContainerSettings apply(
            Config config,
            ConfigKey key,
            ContainerSettings so,
            BiFunction<ContainerSettings, String, ContainerSettings> way) {
        try {
            return config.value(key).map(text -> way.apply(so, text)).orElse(so);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(key.flag() + ": " + wrong.getMessage());
        }
    }
}
