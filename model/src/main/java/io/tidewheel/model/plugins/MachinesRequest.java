package io.tidewheel.model.plugins;

import io.tidewheel.model.Setup;
import io.tidewheel.model.Time;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a provider of machines may want to know of the server. Files and folders are whole paths on the server's machine.
 *
 * @param setups what machines will be asked for
 * @param program how {@code tidewheel} is started on this machine
 * @param certificate the PEM file that agents must trust, if the server has one of its own
 * @param shared folders that agents on this machine let containers see
 * @param plugins the folder of plug-ins of this machine, for agents on it
 * @param trustedPlugins the file that lists which jars may be loaded, if there is one
 * @param dataFolder where the server keeps its data; the provider may keep files of its own there
 * @param setupFolder where names of files in setups begin
 * @param environment what scripts may see of the server's environment: no secrets
 */
public record MachinesRequest(
        List<Setup> setups,
        List<String> program,
        Optional<String> certificate,
        List<String> shared,
        Optional<String> plugins,
        Optional<String> trustedPlugins,
        String dataFolder,
        String setupFolder,
        Map<String, String> environment,
        Time time) {
    public MachinesRequest {
        setups = List.copyOf(setups);
        program = List.copyOf(program);
        shared = List.copyOf(shared);
        environment = Map.copyOf(environment);
    }
}
