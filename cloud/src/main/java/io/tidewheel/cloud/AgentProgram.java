package io.tidewheel.cloud;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.Setup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the agents of a machine are started, and for which server they work.
 *
 * @param words the program and its first arguments; what follows are those of {@code agent start}
 * @param tokenFile where the token for agents is on this machine; its path and content are in no command line and no environment
 * @param certificate the certificate of the server, if it is not one that is trusted anyway
 * @param mounts folders that containers on the machine may have; they must be there
 */
public record AgentProgram(
        List<String> words, URI server, Path tokenFile, Optional<Path> certificate, List<Path> mounts) {
    /** Whose containers see none of the machine's folders. */
    public AgentProgram(List<String> words, URI server, Path tokenFile, Optional<Path> certificate) {
        this(words, server, tokenFile, certificate, List.of());
    }

    public AgentProgram {
        if (words.isEmpty()) throw new IllegalArgumentException("the program of agents is missing");
        words = List.copyOf(words);
        mounts = List.copyOf(mounts);
    }

    /** The words that start the n-th agent of a machine, counted from 1. It reads its token from its standard input. */
    public List<String> start(MachineId machine, int number, Setup setup, Path scratch) {
        var line = new ArrayList<>(words);
        line.addAll(List.of("agent", "start", "--server", server.toString()));
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
        for (var mount : mounts) line.addAll(List.of("--mount", mount.toString()));
        return line;
    }

    /** The same program with the certificate in another place, where that of this machine is not at hand. */
    public AgentProgram withCertificate(Optional<Path> trusted) {
        return new AgentProgram(words, server, tokenFile, trusted, mounts);
    }

    /** What an agent is to read from its standard input. */
    public String token() throws IOException {
        return Files.readString(tokenFile).strip() + "\n";
    }

    public AgentProgram withMounts(List<Path> folders) {
        return new AgentProgram(words, server, tokenFile, certificate, folders);
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
