package io.tidewheel.agent.runtime;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The runtime {@code extension}, for agents that have adapters of inputs and outputs, or runtimes. It offers a capability for each. */
public final class ExtensionRuntimeProvider implements RuntimeProvider {
    /** What commands that ask adapters name. */
    public static final String NAME = "extension";

    private static final Set<ExtensionType> ASKED =
            Set.of(ExtensionType.INPUT_ADAPTER, ExtensionType.OUTPUT_ADAPTER, ExtensionType.RUNTIME);

    private final Supplier<LoadedExtensions> source;

    /** @param source opens them, once for each life of an agent */
    public ExtensionRuntimeProvider(Supplier<LoadedExtensions> source) {
        this.source = source;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "what adapters of inputs and outputs are asked";
    }

    @Override
    public OpenRuntime open(PluginSettings settings, AgentTools agent) throws IOException {
        var extensions = source.get();
        try {
            extensions.initialise();
        } catch (ExtensionFailure failure) {
            extensions.close();
            throw new IllegalArgumentException(failure.getMessage(), failure);
        }
        var processes = new BuiltInRuntimes.ProcessProvider().open(settings, agent);
        return new OpenRuntime() {
            @Override
            public CommandRuntime open(SlotTools slot) {
                return new ExtensionRuntime(extensions, processes.open(slot), agent.nanos());
            }

            @Override
            public List<String> capabilities() {
                return extensions.specs().stream()
                        .filter(spec -> ASKED.contains(spec.type()))
                        .map(ExtensionSpec::capability)
                        .distinct()
                        .toList();
            }

            @Override
            public void close() {
                extensions.close();
            }
        };
    }
}
