package io.tidewheel.cloud;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.plugins.AgentAccess;
import io.tidewheel.model.plugins.MachinesRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the agents of a machine are started, and for which server they work.
 *
 * @param words the program and its first arguments; what follows are those of {@code agent start}
 * @param access the server, and what agents show there; that is in no command line and no environment
 * @param certificate the certificate of the server, if it is not one that is trusted anyway
 * @param mounts folders that containers on the machine may have; they must be there
 * @param plugins the folder of plug-ins on the machine, if it is not the usual one
 * @param trusted the file that lists which of them may be loaded, if there is one
 */
public record AgentProgram(
        List<String> words,
        AgentAccess access,
        Optional<Path> certificate,
        List<Path> mounts,
        Optional<Path> plugins,
        Optional<Path> trusted) {
    /** The agent as the server is told to start it on its own machine. */
    public static AgentProgram onThisMachine(MachinesRequest request, AgentAccess access) {
        return elsewhere(request.program(), request, access)
                .withMounts(request.shared().stream().map(Path::of).toList())
                .withPlugins(
                        request.plugins().map(Path::of),
                        request.trustedPlugins().map(Path::of));
    }

    /** The agent as it is started on another machine, whose containers see none of this one's folders. */
    public static AgentProgram elsewhere(List<String> words, MachinesRequest request, AgentAccess access) {
        return new AgentProgram(
                words, access, request.certificate().map(Path::of), List.of(), Optional.empty(), Optional.empty());
    }

    /** One with neither folders for containers nor plug-ins. */
    public AgentProgram(List<String> words, AgentAccess access) {
        this(words, access, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    public AgentProgram {
        if (words.isEmpty()) throw new IllegalArgumentException("the program of agents is missing");
        words = List.copyOf(words);
        mounts = List.copyOf(mounts);
    }

    /** The words that start the n-th agent of a machine, counted from 1. It reads its token from its standard input. */
    public List<String> start(MachineId machine, int number, Setup setup, Path scratch) {
        var line = new ArrayList<>(words);
        line.addAll(List.of("agent", "start", "--server", access.server()));
        line.add("--token-stdin");
        line.addAll(List.of("--name", machine.agentName(number)));
        line.addAll(List.of("--slots", Integer.toString(setup.size().slots())));
        var has = has(setup.size());
        if (!has.isEmpty()) line.addAll(List.of("--has", has));
        if (setup.providedCapabilities().size() > 0) {
            line.addAll(List.of("--capabilities", setup.providedCapabilities().toString()));
        }
        line.addAll(List.of("--scratch", scratch.toString()));
        // What is planned with and what is there must be the same, or machines are made that cannot do the work.
        line.add("--no-detect");
        certificate.ifPresent(file -> line.addAll(List.of("--certificate", file.toString())));
        plugins.ifPresent(folder -> line.addAll(List.of("--plugins", folder.toString())));
        trusted.ifPresent(file -> line.addAll(List.of("--trusted-plugins", file.toString())));
        for (var mount : mounts) line.addAll(List.of("--mount", mount.toString()));
        return line;
    }

    /** The same program with the certificate in another place, where that of this machine is not at hand. */
    public AgentProgram withCertificate(Optional<Path> there) {
        return new AgentProgram(words, access, there, mounts, plugins, trusted);
    }

    /** What an agent is to read from its standard input. */
    public String token() {
        return access.token() + "\n";
    }

    public AgentProgram withMounts(List<Path> folders) {
        return new AgentProgram(words, access, certificate, folders, plugins, trusted);
    }

    public AgentProgram withPlugins(Optional<Path> folder, Optional<Path> listed) {
        return new AgentProgram(words, access, certificate, mounts, folder, listed);
    }

    private static String has(Setup.Size size) {
        var parts = new ArrayList<String>();
        size.cpus().ifPresent(cpus -> parts.add(String.format(Locale.ROOT, "cpu=%.3f", cpus)));
        size.memoryBytes().ifPresent(bytes -> parts.add("memory=" + bytes));
        size.gpus().ifPresent(gpus -> parts.add("gpu=" + gpus));
        if (!size.custom().isNone()) parts.add(size.custom().text());
        return String.join(",", parts);
    }
}
