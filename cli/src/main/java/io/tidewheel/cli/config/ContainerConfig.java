package io.tidewheel.cli.config;

import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.cli.Trouble;
import io.tidewheel.model.Durations;
import java.util.List;
import java.util.function.BiFunction;

/** Reads how agents run containers. */
public final class ContainerConfig {
    /** All that concerns containers. */
    public static final List<Key> KEYS = List.of(
            Key.AGENT_CONTAINER_ENGINE,
            Key.AGENT_CONTAINER_IMAGE,
            Key.AGENT_CONTAINER_INIT,
            Key.AGENT_CONTAINER_PULL,
            Key.AGENT_CONTAINER_OPTIONS,
            Key.AGENT_CONTAINER_GRACE);

    private ContainerConfig() {}

    public static ContainerSettings read(Config config, ContainerSettings.ProbeTime probe) {
        var settings = ContainerSettings.USUAL.with(probe);
        settings = apply(
                config, Key.AGENT_CONTAINER_ENGINE, settings, (all, text) -> all.with(ContainerSettings.engines(text)));
        settings = apply(config, Key.AGENT_CONTAINER_IMAGE, settings, ContainerSettings::withProbeImage);
        settings = apply(
                config, Key.AGENT_CONTAINER_INIT, settings, (all, text) -> all.with(ContainerSettings.init(text)));
        settings = apply(config, Key.AGENT_CONTAINER_PULL, settings, ContainerSettings::withPull);
        settings = apply(
                config,
                Key.AGENT_CONTAINER_OPTIONS,
                settings,
                (all, text) -> text.isBlank()
                        ? all
                        : all.withOptions(List.of(text.strip().split("\\s+"))));
        return apply(config, Key.AGENT_CONTAINER_GRACE, settings, (all, text) -> all.withGrace(Durations.parse(text)));
    }

    private static ContainerSettings apply(
            Config config,
            Key key,
            ContainerSettings so,
            BiFunction<ContainerSettings, String, ContainerSettings> way) {
        try {
            return config.value(key).map(text -> way.apply(so, text)).orElse(so);
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage(key.flag() + ": " + wrong.getMessage());
        }
    }
}
