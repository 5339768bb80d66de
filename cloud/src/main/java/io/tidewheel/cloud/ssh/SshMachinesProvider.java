package io.tidewheel.cloud.ssh;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.model.Setup;
import io.tidewheel.model.plugins.MachinesProvider;
import io.tidewheel.model.plugins.MachinesRequest;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Offers {@link SshMachines}. */
public final class SshMachinesProvider implements MachinesProvider {
    private static final String HOSTS = "hosts";
    private static final String PROGRAM = "program";

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public String description() {
        return "machines that you have, reached by ssh";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(
                PluginSetting.of(HOSTS, Form.FILE, "the file with the machines (also --hosts)"),
                PluginSetting.of(PROGRAM, Form.TEXT, "how tidewheel is started there (also --machine-program)")
                        .usually("tidewheel"));
    }

    @Override
    public MachinesOpener prepare(PluginSettings settings, MachinesRequest request) {
        var file = settings.text(HOSTS)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--machines ssh needs the list of the machines: --hosts FILE, or %s in the configuration"
                                .formatted(settings.fullName(HOSTS))));
        var hosts = HostsFile.read(Path.of(file));
        hosts.forEach(host -> check(file, host, request.setups()));
        var known = Path.of(request.dataFolder()).resolve("known_hosts");
        var words = List.of(settings.required(PROGRAM).strip().split("\\s+"));
        return access -> new SshMachines(
                hosts, AgentProgram.elsewhere(words, request, access), ScriptTemplates.of(request, access), known);
    }

    private static void check(String file, SshHost host, List<Setup> setups) {
        if (setups.stream().noneMatch(setup -> setup.id().equals(host.setup())))
            throw new IllegalArgumentException(
                    "%s: host %s is for setup '%s', which does not exist".formatted(file, host.name(), host.setup()));
        if (host.identity().isPresent() && !Files.isReadable(host.identity().get()))
            throw new IllegalArgumentException("%s: the key %s of host %s cannot be read"
                    .formatted(file, host.identity().get(), host.name()));
    }
}
