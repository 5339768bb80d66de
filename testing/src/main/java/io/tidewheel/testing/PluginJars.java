package io.tidewheel.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Makes jars of plug-ins out of their sources, with the compiler of the JDK and the class path of the tests. */
public final class PluginJars {
    private final Path workshop;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> services = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();

    /** @param workshop an empty folder for what is needed on the way */
    public PluginJars(Path workshop) {
        this.workshop = workshop;
    }

    /** Adds a class of this simple name, in the package {@code example}. */
    public PluginJars source(String name, String text) {
        sources.put("example/" + name + ".java", text);
        return this;
    }

    /** Adds all sources and resources of a folder, laid out as Maven wants it. */
    public PluginJars project(Path folder) throws IOException {
        copy(folder.resolve("src/main/java"), sources);
        copy(folder.resolve("src/main/resources"), services);
        return this;
    }

    private static void copy(Path folder, Map<String, String> into) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList())
                into.put(folder.relativize(file).toString(), Files.readString(file));
        }
    }

    /** Adds a file that names the providers of an interface. */
    public PluginJars service(String type, String... providers) {
        services.put("META-INF/services/" + type, String.join("\n", providers) + "\n");
        return this;
    }

    /** A class of the package {@code example} is compiled, but does not get into the jar. */
    public PluginJars without(String name) {
        leftOut.add("example/" + name + ".class");
        return this;
    }

    /** Writes the jar. */
    public Path make(Path jar) throws IOException {
        var classes = Files.createDirectories(workshop.resolve("classes"));
        compile(classes);
        if (jar.getParent() != null) Files.createDirectories(jar.getParent());
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var files = Files.walk(classes)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                var name = classes.relativize(file).toString();
                if (!leftOut.contains(name)) add(out, name, Files.readAllBytes(file));
            }
            for (var service : services.entrySet())
                add(out, service.getKey(), service.getValue().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private void compile(Path classes) throws IOException {
        if (sources.isEmpty()) return;
        var files = new ArrayList<Path>();
        for (var source : sources.entrySet()) {
            var file = workshop.resolve("sources").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var options = List.of("-d", classes.toString(), "-proc:none", "-cp", classPath());
            boolean fine = compiler.getTask(
                            said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!fine) throw new IOException("the plug-in does not compile:\n" + said);
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
