package io.tidewheel.agent;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The servers that an agent may work for: those it was given, and those that one of them has told of. A server that is told of is believed
 * only if it is reached in the same way, and is not this machine unless the one that tells of it is.
 */
final class KnownServers {
    static final int MOST = 32;

    private final CopyOnWriteArrayList<URI> servers;

    KnownServers(List<URI> given) {
        this.servers = new CopyOnWriteArrayList<>(given);
    }

    URI get(int index) {
        return servers.get(index);
    }

    int count() {
        return servers.size();
    }

    /** @param by who tells */
    void learn(List<String> addresses, URI by) {
        for (var address : readable(addresses)) {
            if (servers.size() < MOST && isBelievable(address, by)) servers.addIfAbsent(address);
        }
    }

    /** Where a server stands in the list; empty if it is none of them. */
    OptionalInt find(String address, URI by) {
        for (var wanted : readable(List.of(address))) {
            learn(List.of(address), by);
            int index = servers.indexOf(wanted);
            if (index >= 0) return OptionalInt.of(index);
        }
        return OptionalInt.empty();
    }

    private static List<URI> readable(List<String> addresses) {
        return addresses.stream()
                .map(KnownServers::read)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<URI> read(String address) {
        try {
            var server = new URI(address);
            boolean isWhole = server.getScheme() != null && server.getHost() != null;
            return isWhole && server.getUserInfo() == null ? Optional.of(server) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isBelievable(URI server, URI by) {
        return server.getScheme().equals(by.getScheme()) && (!isLoopback(server) || isLoopback(by));
    }

    private static boolean isLoopback(URI server) {
        var host = server.getHost();
        return host == null || host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
    }
}
