package io.tidewheel.experiments.seeded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a class with a seeded bug in it, and plays worlds with it until one is judged to be wrong. */
public final class BugHunt {
    /**
     * What became of a hunt.
     *
     * @param worlds how many were played
     * @param complaint what was wrong in the last one; empty if nothing was found
     */
    public record Catch(SeededBug bug, long worlds, String complaint) {
        public boolean isFound() {
            return !complaint.isEmpty();
        }

        /** The rule that was broken. */
        public String rule() {
            var rule = complaint.replaceFirst("(?s)^seed \\d+: ", "").replaceFirst("(?s)[:;(].*", "");
            return rule.length() > 12 ? "an error" : rule;
        }
    }

    private final Path sources;

    /** @param sources the root of the source tree */
    public BugHunt(Path sources) {
        this.sources = sources;
    }

    /** Plays at most so many worlds. */
    public Catch hunt(SeededBug bug, long mostWorlds) {
        var folder = compile(bug);
        try (var loader = new URLClassLoader(classPath(folder), ClassLoader.getPlatformClassLoader())) {
            var world = open(loader);
            for (long seed = 1; seed <= mostWorlds; seed++) {
                var complaint = play(world, seed);
                if (!complaint.isEmpty()) return new Catch(bug, seed, complaint);
            }
            return new Catch(bug, mostWorlds, "");
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read the classes with the bug " + bug.name(), error);
        } finally {
            delete(folder);
        }
    }

    /** An engine that breaks in the middle of a world is found, too. */
    private static String play(LongFunction<String> world, long seed) {
        try {
            return world.apply(seed);
        } catch (RuntimeException | LinkageError broken) {
            return "an error: " + broken;
        }
    }

    @SuppressWarnings("unchecked") // the class says so; it is another one than ours, since another loader has read it
    private static LongFunction<String> open(ClassLoader loader) {
        try {
            return (LongFunction<String>) loader.loadClass(SeededWorld.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the world cannot be made", impossible);
        }
    }

    /** Puts the compiled class, with the bug in it, into a folder of its own. */
    private Path compile(SeededBug bug) {
        try {
            var folder = Files.createTempDirectory("seeded-" + bug.name());
            var name = bug.type().substring(bug.type().lastIndexOf('.') + 1) + ".java";
            var file = Files.writeString(folder.resolve(name), bug.in(Files.readString(sources.resolve(bug.file()))));
            compile(bug, file, folder);
            return folder;
        } catch (IOException error) {
            throw new UncheckedIOException("cannot compile the bug " + bug.name(), error);
        }
    }

    private static void compile(SeededBug bug, Path file, Path folder) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        try (var files = compiler.getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8)) {
            var options = List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", classPath());
            var task = compiler.getTask(
                    Writer.nullWriter(), files, diagnostics, options, null, files.getJavaFileObjects(file));
            if (!task.call())
                throw new IllegalStateException("%s does not compile: %s".formatted(bug, diagnostics.getDiagnostics()));
        }
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static URL[] classPath(Path first) throws MalformedURLException {
        var urls = new ArrayList<URL>();
        urls.add(first.toUri().toURL());
        for (var each : classPath().split(File.pathSeparator, -1))
            urls.add(Path.of(each).toUri().toURL());
        return urls.toArray(URL[]::new);
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException left) {
            throw new UncheckedIOException("cannot delete " + folder, left);
        }
    }
}
