package io.tidewheel.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every path the server knows. A path is compared as it was sent: literal segments byte for byte, and nothing is cleaned, collapsed or
 * resolved first. So there is one spelling for each route, and every trick with slashes, dots, semicolons or encodings is simply another
 * path, which is not in the table.
 */
public final class RouteTable {
    /** What the table says of a method and a path. */
    public sealed interface Entry {
        record Found(Route route, Map<String, String> parts) implements Entry {}

        record OtherMethods(Set<String> methods) implements Entry {}

        record Unknown() implements Entry {}
    }

    private static final Pattern LITERAL = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
    private static final Pattern PART = Pattern.compile("\\{[a-z]+}");
    /**
     * What a segment may contain, unencoded or not (RFC 3986 pchar without the semicolon, which some servers cut at). Nothing is tried a second
     * way: what could be takes stack for every character.
     */
    private static final Pattern SENT = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})++");

    private static final Entry UNKNOWN = new Entry.Unknown();

    private final List<Route> routes;
    private final Node root = new Node();

    public RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
        routes.forEach(this::add);
    }

    public List<Route> routes() {
        return routes;
    }

    /** The largest body that any route reads. */
    long maxBodyBytes() {
        return routes.stream().mapToLong(Route::maxBodyBytes).max().orElse(0);
    }

    public Entry find(String method, String rawPath) {
        var parts = new ArrayList<String>();
        var node = node(rawPath, parts);
        if (node == null || node.routes.isEmpty()) {
            return UNKNOWN;
        }
        var route = node.routes.get(method);
        return route == null
                ? new Entry.OtherMethods(new TreeSet<>(node.routes.keySet()))
                : new Entry.Found(route, named(route, parts));
    }

    private @Nullable Node node(String rawPath, List<String> parts) {
        if (!rawPath.startsWith("/")) {
            return null;
        }
        var node = root;
        for (var segment : segments(rawPath)) {
            var next = next(node, segment, parts);
            if (next == null) {
                return null;
            }
            node = next;
        }
        return node;
    }

    private static @Nullable Node next(Node node, String segment, List<String> parts) {
        var literal = node.literals.get(segment);
        if (literal != null) {
            return literal;
        }
        var value = node.part == null ? Optional.<String>empty() : value(segment);
        value.ifPresent(parts::add);
        return value.isPresent() ? node.part : null;
    }

    /** What a segment stands for as a part of a path. Never a path itself, nor anything a file system could take for one. */
    private static Optional<String> value(String segment) {
        return Optional.of(segment)
                .filter(sent -> SENT.matcher(sent).matches())
                .flatMap(PercentEncoding::decode)
                .filter(text ->
                        text.indexOf('/') < 0 && text.indexOf('\\') < 0 && !text.equals(".") && !text.equals(".."));
    }

    private static List<String> segments(String path) {
        return path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1));
    }

    private static Map<String, String> named(Route route, List<String> values) {
        var parts = new LinkedHashMap<String, String>();
        var next = values.iterator();
        for (var segment : segments(route.path())) {
            if (isPart(segment)) {
                parts.put(segment.substring(1, segment.length() - 1), next.next());
            }
        }
        return parts;
    }

    private void add(Route route) {
        if (!route.path().startsWith("/")) {
            throw new IllegalArgumentException("route %s must begin with a slash".formatted(route.path()));
        }
        var node = root;
        for (var segment : segments(route.path())) {
            node = isPart(segment) ? node.part() : node.literal(checked(segment, route));
        }
        if (node.routes.putIfAbsent(route.method(), route) != null) {
            throw new IllegalArgumentException("route %s %s is there twice".formatted(route.method(), route.path()));
        }
    }

    private static boolean isPart(String segment) {
        return PART.matcher(segment).matches();
    }

    private static String checked(String segment, Route route) {
        if (!LITERAL.matcher(segment).matches()) {
            throw new IllegalArgumentException(
                    "route %s has a segment '%s' that is neither literal nor a part".formatted(route.path(), segment));
        }
        return segment;
    }

    private static final class Node {
        final Map<String, Node> literals = new TreeMap<>();
        final Map<String, Route> routes = new TreeMap<>();

        @Nullable
        Node part;

        Node literal(String segment) {
            return literals.computeIfAbsent(segment, _ -> new Node());
        }

        Node part() {
            var there = part == null ? new Node() : part;
            part = there;
            return there;
        }
    }
}
