package io.tidewheel.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The proxies whose word about whom they forward is believed: addresses, or networks of them. */
public final class TrustedProxies {
    /** The server that believes no proxy. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(\\.(?=[0-9])|$)){4}");

    private record Network(InetAddress first, int bits) {
        boolean contains(InetAddress one) {
            var address = first.getAddress();
            var other = one.getAddress();
            if (other.length != address.length) return false;
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (other[bit / 8] & mask)) return false;
            }
            return true;
        }
    }

    private final List<Network> networks;

    private TrustedProxies(List<Network> networks) {
        this.networks = List.copyOf(networks);
    }

    /** Reads {@code 10.0.0.7,192.168.0.0/16}. Throws IllegalArgumentException, with a text for users, if that is wrong. */
    public static TrustedProxies parse(String list) {
        var networks = new ArrayList<Network>();
        for (var each : list.split(",")) {
            if (!each.isBlank()) networks.add(network(each.strip()));
        }
        return new TrustedProxies(networks);
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        var address = address(slash < 0 ? text : text.substring(0, slash));
        int most = address.getAddress().length * 8;
        if (slash < 0) return new Network(address, most);
        var bits = text.substring(slash + 1);
        if (!bits.matches("[0-9]{1,3}") || Integer.parseInt(bits) > most) throw wrong(text);
        return new Network(address, Integer.parseInt(bits));
    }

    /** Digits only: no name service is asked whom to trust. */
    private static InetAddress address(String text) {
        if (!isAddress(text)) throw wrong(text);
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException bad) {
            throw wrong(text);
        }
    }

    private static boolean isAddress(String text) {
        return IPV4.matcher(text).matches() || (text.indexOf(':') >= 0 && text.matches("[0-9A-Fa-f:.]+"));
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "'%s' is no address of a proxy: write it like 10.0.0.7, 10.0.0.0/8 or fd00::/8".formatted(text));
    }

    /** Whether this address, in digits, is one of them. */
    boolean trusts(String address) {
        if (networks.isEmpty() || !isAddress(address)) return false;
        try {
            var found = InetAddress.getByName(address);
            return networks.stream().anyMatch(network -> network.contains(found));
        } catch (UnknownHostException strange) {
            return false;
        }
    }

    @Override
    public String toString() {
        return networks.stream()
                .map(network -> network.first.getHostAddress() + "/" + network.bits)
                .toList()
                .toString();
    }
}
