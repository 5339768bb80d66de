import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sources of the dashboard: their layout, and whether their types fit together.
 *
 * <p>The formatter (prettier) and the type checker (tsc) are JavaScript programs. The build unpacks them, and a node to run them, into a
 * folder, so that nothing has to be installed.
 */
final class Pages {
    private static final int LONGEST_LINE = 120;
    private static final List<String> FOLDERS =
            List.of("web/src/main/resources/io/tidewheel/web", "web/src/main/types");
    private static final List<String> ENDINGS = List.of(".js", ".css", ".ts");
    private static final List<String> SETTINGS = List.of("web/tsconfig.json", ".prettierrc.json");

    private final Path root;
    private final Path tools;

    Pages(Path root, Path tools) {
        this.root = root;
        this.tools = tools;
    }

    /** Whether all is well, or has been made so; says what is not. Nothing is looked at again that has not changed since. */
    boolean inOrder(boolean apply, FileTime since) throws IOException, InterruptedException {
        if (!changed(since)) {
            return true;
        }
        return apply ? prettier("--write", "--log-level", "warn").waitFor() == 0 : check();
    }

    private boolean changed(FileTime since) throws IOException {
        var looked = new ArrayList<>(sources());
        // The time of a folder tells that a file of it has gone.
        Stream.concat(FOLDERS.stream(), SETTINGS.stream()).map(root::resolve).forEach(looked::add);
        for (var file : looked) {
            if (Files.getLastModifiedTime(file).compareTo(since) >= 0) {
                return true;
            }
        }
        return false;
    }

    private List<Path> sources() throws IOException {
        var found = new ArrayList<Path>();
        for (var folder : FOLDERS) {
            try (var files = Files.list(root.resolve(folder))) {
                files.filter(file -> ENDINGS.stream().anyMatch(file.toString()::endsWith))
                        .sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** The two programs run at the same time; each says by itself which file and line it is about. */
    private boolean check() throws IOException, InterruptedException {
        var types = node("typescript/lib/tsc.js", Stream.of("-p", "web", "--pretty", "false"));
        var layout = prettier("--list-different");
        var complaints = new ArrayList<String>();
        for (var file : sources()) {
            complaints.addAll(longLines(file));
        }
        if (layout.waitFor() != 0) {
            complaints.add(
                    "The files of the pages that are named alone on a line above are not formatted: run ./format to"
                            + " repair this.");
        }
        if (types.waitFor() != 0) {
            complaints.add("The types of the pages do not fit together, as tsc says above. Mend the page, or, if the"
                    + " server's answer has changed, web/src/main/types/answers.d.ts.");
        }
        complaints.forEach(System.err::println);
        return complaints.isEmpty();
    }

    /** The formatter leaves texts and comments as they are, however long. */
    private List<String> longLines(Path file) throws IOException {
        var complaints = new ArrayList<String>();
        var lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            int length = lines.get(i).length();
            if (length > LONGEST_LINE) {
                complaints.add("%s:%d: %d characters, %d at most: break the text or the comment by hand."
                        .formatted(root.relativize(file), i + 1, length, LONGEST_LINE));
            }
        }
        return complaints;
    }

    private Process prettier(String... options) throws IOException {
        var files = sources().stream().map(file -> root.relativize(file).toString());
        return node("prettier/bin/prettier.cjs", Stream.concat(Stream.of(options), files));
    }

    private Process node(String script, Stream<String> arguments) throws IOException {
        var program = tools.resolve("node");
        if (!Files.exists(program)) {
            throw new IOException(program + " is missing, which checks the pages: Playwright's driver has none for this"
                    + " machine, or the property tidewheel.node in pom.xml names another");
        }
        var command = new ArrayList<>(
                List.of(program.toString(), tools.resolve(script).toString()));
        arguments.forEach(command::add);
        return new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
