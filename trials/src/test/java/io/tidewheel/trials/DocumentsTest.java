package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents as a reader meets them: links that lead somewhere, pages that can be found, and files that are there. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path README = ROOT.resolve("README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern FOREIGN = Pattern.compile("^[a-z]+:.*");
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`", Pattern.DOTALL);
    /** A path, a file, or the name of a class of two words or more. */
    private static final Pattern NAMED = Pattern.compile(
            "`([a-z][\\w.-]*(?:/[\\w.-]+)+|[\\w-]+\\.(?:java|js|ts|proto|md)|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)`");

    private static final Set<String> OF_THE_JDK = Set.of("ServiceLoader");
    /** Pages that say where in the code something is, or which test holds a promise. */
    private static final List<String> MAPS = List.of(
            "docs/ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "docs/guide/security.md",
            "docs/reference/security.md",
            "docs/research/faults.md");

    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.+?) *$", Pattern.MULTILINE);

    /** Where a link leads: the file, and the heading in it or nothing. */
    private record Target(String text, Path file, String heading) {}

    @Test
    void everyLinkLeadsToAFileAndToAHeadingInIt() {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            for (var link : links(page)) {
                if (!Files.exists(link.file) || !hasHeading(link)) broken.add(name(page) + ": " + link.text);
            }
        }
        assertThat(broken).isEmpty();
    }

    /** A folder that is linked to, as that of the decisions, makes its files known. */
    @Test
    void everyPageCanBeReachedFromTheReadme() {
        var reached = new TreeSet<>(Set.of(README));
        var ahead = new ArrayDeque<>(reached);
        while (!ahead.isEmpty()) {
            for (var link : links(ahead.remove())) {
                files(link.file).filter(isMarkdown()).filter(reached::add).forEach(ahead::add);
            }
        }
        assertThat(pages()).filteredOn(page -> !reached.contains(page)).isEmpty();
    }

    /** In these pages code spans name classes, files and folders: whoever moves or renames one finds it here. */
    @Test
    void whatTheMapsOfTheCodeNameIsThere() {
        var names = namesInTheTree();
        var missing = new ArrayList<String>();
        for (var page : MAPS) {
            NAMED.matcher(text(ROOT.resolve(page)))
                    .results()
                    .map(found -> found.group(1))
                    .filter(name -> !isThere(name, names))
                    .forEach(name -> missing.add(page + ": " + name));
        }
        assertThat(missing).isEmpty();
    }

    private static boolean isThere(String name, Set<String> names) {
        if (name.contains("/")) {
            var first = name.substring(0, name.indexOf('/'));
            return !Files.exists(ROOT.resolve(first)) || Files.exists(ROOT.resolve(name));
        }
        return names.contains(name) || names.contains(name + ".java") || OF_THE_JDK.contains(name);
    }

    private static Set<String> namesInTheTree() {
        var names = new TreeSet<String>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    var name = folder.getFileName().toString();
                    boolean ours = folder.equals(ROOT) || !name.equals("target") && !name.startsWith(".");
                    return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    names.add(file.getFileName().toString());
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return names;
    }

    private static boolean hasHeading(Target link) {
        if (link.heading.isEmpty()) return true;
        return HEADING.matcher(text(link.file))
                .results()
                .anyMatch(found -> anchor(found.group(1)).equals(link.heading));
    }

    /** As GitHub and others make it from the text of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static List<Target> links(Path page) {
        var prose = CODE.matcher(text(page)).replaceAll("");
        return LINK.matcher(prose)
                .results()
                .map(found -> found.group(1))
                .filter(link -> !FOREIGN.matcher(link).matches())
                .map(link -> target(page, link))
                .toList();
    }

    private static Target target(Path page, String link) {
        int hash = link.indexOf('#');
        var path = hash < 0 ? link : link.substring(0, hash);
        var file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return new Target(link, file, hash < 0 ? "" : link.substring(hash + 1));
    }

    private static List<Path> pages() {
        try (var top = Files.list(ROOT);
                var documents = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, documents).filter(isMarkdown()).sorted().toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static Stream<Path> files(Path fileOrFolder) {
        if (!Files.isDirectory(fileOrFolder)) return Stream.of(fileOrFolder);
        try (var files = Files.list(fileOrFolder)) {
            return files.toList().stream();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static Predicate<Path> isMarkdown() {
        return file -> file.toString().endsWith(".md");
    }

    private static String name(Path page) {
        return ROOT.relativize(page).toString();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }
}
