package io.tidewheel.cloud.local;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.model.plugins.MachinesProvider;
import io.tidewheel.model.plugins.MachinesRequest;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Path;

/** Offers {@link LocalMachines}. */
public final class LocalMachinesProvider implements MachinesProvider {
    @Override
    public String name() {
        return "local";
    }

    @Override
    public String description() {
        return "processes of the server's own machine";
    }

    @Override
    public boolean endWithServer() {
        return true;
    }

    @Override
    public MachinesOpener prepare(PluginSettings settings, MachinesRequest request) {
        var folder = Path.of(request.dataFolder()).resolve("machines");
        return access -> new LocalMachines(
                folder,
                AgentProgram.onThisMachine(request, access),
                ScriptTemplates.of(request, access),
                request.time());
    }
}
