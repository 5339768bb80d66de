package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.bench.commands.WorkbenchMain;
import io.tidewheel.testing.RealPostgres;
import io.tidewheel.testing.TestPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the README and of the guide, run by a real shell with the real program, page by page in the order in which a reader meets
 * them. A command that ends with an unexpected exit code fails the page. The time-out finds a hang.
 */
class GuideTest {
    private static final long PATIENCE_SECONDS = 400;
    private static final int PAGES_AT_ONCE = 3;
    private static final int LINES_SHOWN = 40;
    /** A page says itself what cannot be run here, which is the command that runs this test, and why. */
    private static final String NOT_RUN = "*Not run by the tests: ";
    /** Readers go on when the server says that it listens. */
    private static final Pattern SERVER = Pattern.compile("\\./tidewheel server start(?: --data (?<data>\\S+))?.* &");

    private static final String PORT = "7117";
    private static final String DATABASE = "jdbc:postgresql://db/tidewheel?user=tidewheel";

    @TempDir
    static Path folder;

    private static final Map<Path, Future<End>> ENDS = new LinkedHashMap<>();
    private static ExecutorService shells;

    /** Some lines of shell, and where they stand. */
    private record Block(int line, String text, boolean run) {}

    /** How a page ended, and what was printed. */
    private record End(int code, String output) {}

    static List<Path> pages() throws IOException {
        var root = root();
        try (Stream<Path> guide = Files.list(root.resolve("docs/guide"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), guide.sorted())
                    .toList();
        }
    }

    private static Path root() {
        var here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("README.md")) ? here : here.getParent();
    }

    private static String name(Path page) {
        return root().relativize(page).toString();
    }

    @BeforeAll
    static void begin() throws IOException {
        shells = Executors.newFixedThreadPool(PAGES_AT_ONCE);
        for (var page : pages()) ENDS.put(page, shells.submit(() -> read(page)));
    }

    @AfterAll
    static void end() {
        shells.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandOfThePageWorks(Path page) throws Exception {
        var end = Objects.requireNonNull(ENDS.get(page)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(end.code).as("%s%n%s", page, end.output).isZero();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noCommandHidesWhereItIsNotRun(Path page) throws IOException {
        assertThat(Files.readAllLines(page)).noneMatch(line -> line.matches("( {4}|\\t)(\\./)?tidewheel .*"));
        assertThat(blocks(page))
                .filteredOn(block -> !block.run)
                .extracting(Block::text)
                .isSubsetOf("./verify");
    }

    private static List<Block> blocks(Path page) throws IOException {
        var blocks = new ArrayList<Block>();
        var before = "";
        var lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("```sh")) {
                int begin = i + 1;
                do i++;
                while (!lines.get(i).equals("```"));
                blocks.add(
                        new Block(begin + 1, String.join("\n", lines.subList(begin, i)), !before.startsWith(NOT_RUN)));
            }
            if (!lines.get(i).isBlank()) before = lines.get(i);
        }
        return blocks;
    }

    private static End read(Path page) throws IOException, InterruptedException {
        var blocks = blocks(page).stream().filter(Block::run).toList();
        if (blocks.isEmpty()) return new End(0, "");
        var home = Files.createDirectory(folder.resolve(name(page).replace('/', '-')));
        furnish(home);
        var script = Files.writeString(home.resolve("page.sh"), script(page, blocks));
        var output = home.resolve("page.out");
        var builder = new ProcessBuilder("sh", script.toString())
                .directory(home.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("TIDEWHEEL_"));
        environment.put("HOME", home.toString());
        environment.put("TIDEWHEEL_DATA", home.resolve("data").toString());
        environment.put("TIDEWHEEL_NO_BUILD", "1");
        var port = Integer.toString(TestPorts.free());
        environment.put("TIDEWHEEL_LISTEN_PORT", port);
        var text = Files.readString(script).replace(PORT, port);
        if (text.contains(DATABASE))
            text = text.replace(DATABASE, RealPostgres.shared().createDatabase().jdbcUrl());
        Files.writeString(script, text);
        var shell = builder.start();
        boolean ended = shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
        var said = last(Files.readAllLines(output));
        return ended ? new End(shell.exitValue(), said) : new End(-1, "it did not end:\n" + said);
    }

    /** The folder of a reader: the program, and the examples. */
    private static void furnish(Path home) throws IOException {
        var root = root();
        Files.createDirectory(home.resolve("docs"));
        Files.createSymbolicLink(home.resolve("docs/examples"), root.resolve("docs/examples"));
        if (Files.exists(root.resolve("cli/target/tidewheel/lib/tidewheel.jar"))) {
            Files.createSymbolicLink(home.resolve("tidewheel"), root.resolve("tidewheel"));
            return;
        }
        // Only compiled, not packaged: the program with all its commands, without the launcher.
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        Files.writeString(home.resolve("tidewheel"), """
            #!/bin/sh
            exec %s --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
            """.formatted(
                        java, System.getProperty("java.class.path"), WorkbenchMain.class.getName()));
        assertThat(home.resolve("tidewheel").toFile().setExecutable(true)).isTrue();
    }

    /** What is started in the background ends with the page. */
    private static String script(Path page, List<Block> blocks) {
        var script = new StringBuilder("""
            set -eu
            started=
            trap 'code=$?; trap - EXIT; set +e; for each in $started; do kill $each 2>/dev/null; done; wait; exit $code' EXIT
            """);
        for (var block : blocks) {
            script.append("echo '@@ %s:%d'%n".formatted(name(page), block.line));
            for (var line : block.text.split("\n"))
                script.append(line).append('\n').append(after(line));
        }
        return script.toString();
    }

    private static String after(String written) {
        var line = written.replaceAll("\\s+#.*", "");
        if (!line.endsWith(" &")) return "";
        var noted = "started=\"$started $!\"\n";
        var server = SERVER.matcher(line);
        if (!server.matches()) return noted;
        var data = server.group("data") == null ? "\"$TIDEWHEEL_DATA\"" : server.group("data");
        return noted + "until [ -e %s/server.json ]; do sleep 0.05; done\n".formatted(data);
    }

    private static String last(List<String> lines) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    }
}
