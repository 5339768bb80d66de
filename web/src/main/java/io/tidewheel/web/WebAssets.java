package io.tidewheel.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All files of the dashboard, read once when they are first wanted. There are no others: a name is looked up, never resolved. */
public final class WebAssets {
    /**
     * What the pages may do: nothing but what came from the server itself. Styles are set by scripts through the object model, which needs
     * no permission.
     */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PAGE = "index.html";
    private static final Set<String> OWN = Set.of(
            PAGE,
            "style.css",
            "icon.svg",
            "app.js",
            "api.js",
            "parts.js",
            "numbers.js",
            "draw.js",
            "curves.js",
            "timeline.js",
            "graph.js",
            "runs.js",
            "run.js",
            "run-tasks.js",
            "run-results.js",
            "run-pictures.js",
            "run-cost.js",
            "job.js",
            "queues.js",
            "agents.js",
            "fleet.js",
            "sites.js",
            "new.js");

    private final Map<String, String> libraries = libraries();
    private final Map<String, WebAsset> known = new ConcurrentHashMap<>();

    /** The page in which all others are shown. */
    public WebAsset page() {
        return find(PAGE).orElseThrow();
    }

    public Optional<WebAsset> find(String name) {
        if (!OWN.contains(name) && !libraries.containsKey(name)) return Optional.empty();
        return Optional.of(known.computeIfAbsent(name, this::read));
    }

    private WebAsset read(String name) {
        var library = libraries.get(name);
        if (library == null) return new WebAsset(contentType(name), bytes(name));
        var text = new String(
                resource(WebAssets.class.getClassLoader().getResourceAsStream(library), library),
                StandardCharsets.UTF_8);
        return new WebAsset(contentType(name), adapted(text).getBytes(StandardCharsets.UTF_8));
    }

    /** Libraries name each other as package managers do, which browsers do not understand; and their maps are not here. */
    private static String adapted(String library) {
        return library.replace("from\"preact\"", "from\"./preact.js\"").replaceAll("(?m)^//# sourceMappingURL=.*$", "");
    }

    static byte[] bytes(String name) {
        return resource(WebAssets.class.getResourceAsStream(name), name);
    }

    private static byte[] resource(@Nullable InputStream found, String name) {
        try (var in = found) {
            if (in == null) throw new IllegalStateException(name + " is missing on the class path");
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Map<String, String> libraries() {
        try (var in = WebAssets.class.getResourceAsStream("libraries.properties")) {
            if (in == null) throw new IllegalStateException("libraries.properties is missing on the class path");
            var read = new Properties();
            read.load(in);
            var libraries = new TreeMap<String, String>();
            read.stringPropertyNames().forEach(name -> libraries.put(name, read.getProperty(name)));
            return libraries;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> "application/octet-stream";
        };
    }
}
