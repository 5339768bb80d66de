package io.tidewheel.bench.commands;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Everything the program can say: all strings in its classes, as the compiler has joined them, and the lines of its pages. */
final class ProgramTexts {
    /** One text and where it stands. */
    record FoundText(String where, String text) {}

    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");

    private ProgramTexts() {}

    /** The texts of all our modules on the class path, without their tests. */
    static List<FoundText> all() throws IOException {
        var texts = new ArrayList<FoundText>();
        for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            var path = Path.of(entry);
            if (!entry.contains("/target/") || entry.endsWith("test-classes")) continue;
            if (Files.isDirectory(path)) read(path, texts);
            else if (entry.endsWith(".jar")) {
                try (var jar = FileSystems.newFileSystem(path)) {
                    read(jar.getPath("/"), texts);
                }
            }
        }
        return texts;
    }

    /** The same with the commands that stand in the sentences of the documents. */
    static List<FoundText> withDocuments() throws IOException {
        var texts = new ArrayList<>(all());
        var root = Path.of("..").toAbsolutePath().normalize();
        var documents = new ArrayList<>(List.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")));
        try (var files = Files.walk(root.resolve("docs"))) {
            // Decisions keep the words of their day.
            files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/decisions/"))
                    .forEach(documents::add);
        }
        for (var document : documents) {
            var name = root.relativize(document).toString();
            var code = CODE.matcher(Files.readString(document));
            while (code.find()) texts.add(new FoundText(name, code.group(1)));
        }
        return texts;
    }

    private static void read(Path root, List<FoundText> texts) throws IOException {
        try (var files = Files.walk(root)) {
            for (var file : files.filter(Files::isRegularFile).toList()) read(root, file, texts);
        }
    }

    private static void read(Path root, Path file, List<FoundText> texts) throws IOException {
        var name = root.relativize(file).toString();
        if (name.endsWith(".class")) {
            for (var entry : ClassFile.of().parse(Files.readAllBytes(file)).constantPool()) {
                if (entry instanceof Utf8Entry text) texts.add(new FoundText(name, text.stringValue()));
            }
        } else if (name.endsWith(".js") && name.contains("tidewheel")) {
            Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> texts.add(new FoundText(name, line)));
        }
    }
}
