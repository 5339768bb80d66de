import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks or repairs the layout of every Java file and of the pages, and checks the types of the pages: {@code Format check|apply|skip ROOT
 * STAMP TOOLS}. STAMP is a file that remembers when all was in order, TOOLS the folder with the programs for the pages.
 *
 * <p>The formatter parses with the compiler of the JDK it runs on, so it must run on the JDK we write for, and Maven
 * may run on an older one. Hence this program, started by the build with the right JDK.
 */
public final class Format {
    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());
    private final boolean apply;
    private final List<Path> wrong = new ArrayList<>();

    private Format(boolean apply) {
        this.apply = apply;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 4 || !List.of("check", "apply", "skip").contains(args[0])) {
            System.err.println("usage: Format check|apply|skip ROOT STAMP TOOLS");
            System.exit(2);
        }
        if (args[0].equals("skip")) {
            return;
        }
        var format = new Format(args[0].equals("apply"));
        var root = Path.of(args[1]);
        var stamp = Path.of(args[2]);
        var after = checkedUpTo(root, stamp);
        var started = FileTime.fromMillis(System.currentTimeMillis());
        sources(root, after).forEach(format::visit);
        // One failure does not hide the other.
        boolean good = format.report(root) & new Pages(root, Path.of(args[3])).inOrder(format.apply, after);
        if (!good) {
            System.exit(1);
        }
        Files.createDirectories(stamp.getParent());
        Files.writeString(stamp, "");
        // The moment we began, not the moment we ended: a file saved meanwhile is looked at again.
        Files.setLastModifiedTime(stamp, started);
    }

    /** Files older than this were in order last time; a change to the build or to this program starts afresh. */
    private static FileTime checkedUpTo(Path root, Path stamp) throws IOException {
        var never = FileTime.fromMillis(0);
        if (!Files.exists(stamp)) {
            return never;
        }
        var last = Files.getLastModifiedTime(stamp);
        for (var tool :
                List.of(root.resolve("pom.xml"), root.resolve("tools/Format.java"), root.resolve("tools/Pages.java"))) {
            if (Files.getLastModifiedTime(tool).compareTo(last) >= 0) {
                return never;
            }
        }
        return last;
    }

    private static List<Path> sources(Path root, FileTime after) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                var name = folder.getFileName().toString();
                var foreign = name.equals("target") || (name.startsWith(".") && !folder.equals(root));
                return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")
                        && attributes.lastModifiedTime().compareTo(after) >= 0) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private void visit(Path file) {
        try {
            var before = Files.readString(file);
            var after = formatter.formatSourceAndFixImports(before);
            if (!after.equals(before)) {
                wrong.add(file);
                if (apply) {
                    Files.writeString(file, after);
                }
            }
        } catch (FormatterException | IOException trouble) {
            System.err.println("cannot format " + file + ": " + trouble.getMessage());
            System.exit(1);
        }
    }

    private boolean report(Path root) {
        for (var file : wrong) {
            System.err.println((apply ? "formatted " : "not formatted: ") + root.relativize(file));
        }
        if (!apply && !wrong.isEmpty()) {
            System.err.println("Run ./format to repair this.");
        }
        return apply || wrong.isEmpty();
    }
}
