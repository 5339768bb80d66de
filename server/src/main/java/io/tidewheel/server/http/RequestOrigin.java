package io.tidewheel.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * From where a request came and how it reached us, as a trusted proxy says, or else as we see it ourselves.
 *
 * @param source the address of whoever sent it
 * @param scheme http or https
 * @param host under which we were asked; empty if the request does not say
 * @param prefix what the proxy has before our paths; empty, or a path without a slash at its end
 */
public record RequestOrigin(String source, String scheme, Optional<String> host, String prefix) {
    /** Called from inside the process. */
    static final RequestOrigin HERE = new RequestOrigin("local", "http", Optional.empty(), "");

    private static final String FORWARDED = "x-forwarded-";

    static RequestOrigin of(String peer, boolean secure, RequestHeaders headers, TrustedProxies proxies) {
        var scheme = secure ? "https" : "http";
        if (!proxies.trusts(peer))
            return new RequestOrigin(peer, scheme, headers.all("Host").stream().findFirst(), "");
        return new RequestOrigin(
                source(peer, headers, proxies),
                last(headers, "Proto")
                        .map(proto -> proto.toLowerCase(Locale.ROOT))
                        .filter(proto -> proto.equals("http") || proto.equals("https"))
                        .orElse(scheme),
                last(headers, "Host").or(() -> headers.all("Host").stream().findFirst()),
                last(headers, "Prefix")
                        .map(prefix -> prefix.replaceAll("/+$", ""))
                        .filter(prefix -> prefix.matches("(/[A-Za-z0-9._~-]+){0,10}"))
                        .orElse(""));
    }

    /** Each proxy adds whom it has heard at the end; the last one that is no proxy of ours is the one who asks. */
    private static String source(String peer, RequestHeaders headers, TrustedProxies proxies) {
        var source = peer;
        for (var hop : hops(headers).reversed()) {
            source = hop;
            if (!proxies.trusts(hop)) break;
        }
        return source;
    }

    private static List<String> hops(RequestHeaders headers) {
        return headers.all("X-Forwarded-For").stream()
                .flatMap(list -> List.of(list.split(",")).stream())
                .map(String::strip)
                .filter(hop -> hop.matches("[0-9A-Fa-f.:]{2,45}"))
                .toList();
    }

    private static Optional<String> last(RequestHeaders headers, String name) {
        return headers.all("X-Forwarded-" + name).stream()
                .flatMap(list -> List.of(list.split(",")).stream())
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .reduce((_, later) -> later);
    }

    /** The headers as everybody behind sees them: what proxies say is in this object, and what others say of that kind is nowhere. */
    RequestHeaders headers(RequestHeaders received) {
        return name -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(FORWARDED)) return List.of();
            return name.equalsIgnoreCase("Host") && !prefersReceived(received)
                    ? host.stream().toList()
                    : received.all(name);
        };
    }

    /** A request with two hosts is refused by whoever looks, whatever a proxy says. */
    private static boolean prefersReceived(RequestHeaders received) {
        return received.all("Host").size() != 1;
    }

    /** What addresses of ours begin with, as the caller must write them. */
    public String base() {
        return scheme + "://" + host.orElse("localhost") + prefix;
    }
}
