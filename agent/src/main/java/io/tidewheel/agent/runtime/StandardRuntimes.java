package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.model.plugins.PluginFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All runtimes that an agent was given: those that are built in, and those of plug-ins. */
public final class StandardRuntimes implements Runtimes {
    private static final Logger LOG = LoggerFactory.getLogger(StandardRuntimes.class);

    private final AgentTools tools;
    private final Map<String, OpenRuntime> runtimes = new LinkedHashMap<>();
    private final List<String> ofPlugins = new ArrayList<>();

    private StandardRuntimes(AgentTools tools) {
        this.tools = tools;
    }

    /** Opens the runtimes that are built in. The clock must be the launchers'. */
    public static Runtimes.Opener opener(RuntimeSettings settings, ProcessLaunchers launchers, LongSupplier nanos) {
        return opener(ChosenRuntime.builtIn(), settings, launchers, nanos);
    }

    /** The same with those that were chosen. */
    public static Runtimes.Opener opener(
            List<ChosenRuntime> chosen, RuntimeSettings settings, ProcessLaunchers launchers, LongSupplier nanos) {
        return (session, scratch) -> open(chosen, settings, launchers, nanos, session, scratch);
    }

    private static Runtimes open(
            List<ChosenRuntime> chosen,
            RuntimeSettings settings,
            ProcessLaunchers launchers,
            LongSupplier nanos,
            AgentSession session,
            ScratchRoot scratch)
            throws IOException {
        var all = new StandardRuntimes(new AgentTools(settings, launchers, nanos, session, scratch));
        try {
            for (var each : chosen) all.add(each);
            return all;
        } catch (IOException | RuntimeException failed) {
            all.close();
            throw failed;
        }
    }

    /** The agent goes on without a plug-in that fails: its tasks are placed where it works. */
    private void add(ChosenRuntime chosen) throws IOException {
        boolean builtIn = chosen.plugin().source().isBuiltIn();
        try {
            runtimes.put(
                    chosen.name(),
                    chosen.plugin().use("open the runtime " + chosen.name(), provider -> open(provider, chosen)));
            if (!builtIn) ofPlugins.add(chosen.name());
        } catch (UncheckedIOException | PluginFailure | IllegalArgumentException failed) {
            if (builtIn && failed instanceof UncheckedIOException io) throw io.getCause();
            if (builtIn) throw failed;
            LOG.warn("this agent does not offer the runtime {}: {}", chosen.name(), failed.getMessage());
        }
    }

    private OpenRuntime open(RuntimeProvider provider, ChosenRuntime chosen) {
        try {
            return provider.open(chosen.settings(), tools);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public List<String> capabilities() {
        var names = new ArrayList<>(ofPlugins);
        for (var runtime : runtimes.values()) names.addAll(runtime.capabilities());
        return List.copyOf(names);
    }

    @Override
    public List<String> undecided() {
        var names = new ArrayList<String>();
        for (var runtime : runtimes.values()) names.addAll(runtime.undecided());
        return List.copyOf(names);
    }

    @Override
    public void whenTheyKnowMore(Runnable action) {
        for (var runtime : runtimes.values()) runtime.whenItIsKnown(action);
    }

    @Override
    public Map<String, CommandRuntime> open() {
        var slot = new SlotTools(tools);
        var opened = new LinkedHashMap<String, CommandRuntime>();
        runtimes.forEach((name, runtime) -> opened.put(name, runtime.open(slot)));
        return opened;
    }

    @Override
    public void tend() {
        tools.tend();
    }

    @Override
    public void close() {
        runtimes.values().forEach(OpenRuntime::close);
        tools.close();
    }
}
