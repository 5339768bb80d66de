package io.tidewheel.agent;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The servers that an agent may work for: those that one of them has told of last, and those it was given. Who is told of was heard just now and is tried
 * first; who was told of once and is not any more is forgotten, so that addresses that change do not fill the list. A server that is told of is believed
 * only if it is reached in the same way, and is not this machine unless the one that tells of it is.
 */
final class KnownServers {
    static final int MOST = 32;

    private final List<URI> given;
    private volatile List<URI> servers;

    KnownServers(List<URI> given) {
        this.given = List.copyOf(given);
        this.servers = this.given;
    }

    URI get(int index) {
        return servers.get(index);
    }

    int count() {
        return servers.size();
    }

    /** Where a server stands in the list; empty if it is none of them. */
    OptionalInt find(URI server) {
        int index = servers.indexOf(server);
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /**
     * All servers that there are. Nothing is changed if none of them can be believed.
     *
     * @param by who tells
     */
    void learn(List<String> addresses, URI by) {
        var told = new LinkedHashSet<URI>();
        for (var address : readable(addresses)) if (isBelievable(address, by)) told.add(address);
        if (!told.isEmpty()) know(told);
    }

    /** Where a server stands in the list to which the agent is sent; empty if it cannot be believed. */
    OptionalInt find(String address, URI by) {
        for (var wanted : readable(List.of(address))) {
            if (!servers.contains(wanted) && isBelievable(wanted, by)) {
                var told = new LinkedHashSet<>(List.of(wanted));
                told.addAll(servers);
                know(told);
            }
            var found = find(wanted);
            if (found.isPresent()) return found;
        }
        return OptionalInt.empty();
    }

    /** Takes over the servers that the agent was told of. The ones it was given at its start are always among them. */
    private void know(Set<URI> told) {
        var all = new LinkedHashSet<URI>();
        int places = MOST - given.size();
        for (var server : told) if (given.contains(server) || places-- > 0) all.add(server);
        all.addAll(given);
        servers = List.copyOf(all);
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
