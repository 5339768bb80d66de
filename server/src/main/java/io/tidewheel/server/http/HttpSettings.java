package io.tidewheel.server.http;

import io.tidewheel.protocol.LinkLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Where and how the server listens.
 *
 * @param bind the address; port 0 lets the system choose
 * @param tls what the server shows to the next who connects; only an address of this machine itself may do without
 * @param names host names under which it is known, besides its addresses and localhost
 * @param proxies whose word about whom they forward is believed
 * @param maxConnections how many connections are open at most; for further ones those make room that ask for nothing
 * @param watchers how many of them may last
 */
public record HttpSettings(
        InetSocketAddress bind,
        Optional<Supplier<SSLContext>> tls,
        Set<String> names,
        TrustedProxies proxies,
        int maxConnections,
        WatcherLimits watchers,
        PeerTimeouts patience,
        LinkLimits links) {
    /** Behind no proxy. */
    public HttpSettings(
            InetSocketAddress bind,
            Optional<Supplier<SSLContext>> tls,
            Set<String> names,
            int maxConnections,
            PeerTimeouts patience,
            LinkLimits links) {
        this(bind, tls, names, TrustedProxies.NONE, maxConnections, WatcherLimits.DEFAULT, patience, links);
    }

    public HttpSettings {
        if (bind.isUnresolved()) {
            throw new IllegalArgumentException("there is no address for the host '%s'".formatted(bind.getHostString()));
        }
        if (tls.isEmpty() && !bind.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "%s can be reached from other machines, and without TLS tokens could be read on the way: give a certificate and key, or bind to 127.0.0.1"
                            .formatted(bind.getHostString()));
        }
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "maxConnections is %d: at least one connection must be possible".formatted(maxConnections));
        }
        names = Set.copyOf(names);
    }

    /** On the loopback address, without TLS. */
    public static HttpSettings local(int port) {
        return new HttpSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Optional.empty(),
                Set.of(),
                20_000,
                PeerTimeouts.DEFAULT,
                LinkLimits.DEFAULT);
    }
}
