import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Gives the classes of a jar a class file version that the JVM can keep in its AOT cache: {@code Modernise JAR}.
 *
 * <p>picocli is compiled for Java 5, and classes that old are checked by the old verifier at every start and cannot be
 * cached; that was half of the time of {@code tidewheel --version}. The code of the methods stays what it is; only the
 * version is raised and the stack maps that newer versions carry are added. Running it again changes nothing.
 */
public final class Modernise {
    private static final int OLDEST_CACHED = ClassFile.JAVA_8_VERSION;

    private Modernise() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: Modernise JAR");
            System.exit(2);
        }
        try (var jar = FileSystems.newFileSystem(Path.of(args[0]))) {
            var hierarchy = ClassHierarchyResolver.ofResourceParsing(type -> {
                        var file = jar.getPath(type.packageName().replace('.', '/'), type.displayName() + ".class");
                        try {
                            return Files.exists(file) ? Files.newInputStream(file) : null;
                        } catch (IOException trouble) {
                            throw new java.io.UncheckedIOException("cannot read " + file, trouble);
                        }
                    })
                    .orElse(ClassHierarchyResolver.defaultResolver());
            var tool = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(hierarchy));
            for (var file : classes(jar.getPath("/"))) {
                modernise(tool, file);
            }
        }
    }

    private static List<Path> classes(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static void modernise(ClassFile tool, Path file) throws IOException {
        var old = tool.parse(Files.readAllBytes(file));
        if (old.majorVersion() >= OLDEST_CACHED) {
            return;
        }
        // Handing every instruction through makes the tool write the method anew, with stack maps.
        var rewritten = ClassTransform.transformingMethodBodies((code, element) -> code.with(element));
        var raised = ClassTransform.endHandler(builder -> builder.withVersion(OLDEST_CACHED, 0));
        Files.write(file, tool.transformClass(old, rewritten.andThen(raised)));
    }
}
