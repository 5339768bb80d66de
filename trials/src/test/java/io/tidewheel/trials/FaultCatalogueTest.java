package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of all faults: none is missing, and each test that it names is there. */
class FaultCatalogueTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("docs/research/catalogue.md");
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z][0-9]+) +\\| (.*?) +\\| (.*?) *\\| (.*?) *\\|$");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

    private record Row(String id, String fault, String tests, String open) {}

    @Test
    void everyFaultIsThereOnce() throws IOException {
        var expected = Stream.of(ids("R", 55), ids("S", 20), ids("M", 5))
                .flatMap(each -> each)
                .toList();
        assertThat(rows()).extracting(Row::id).containsExactlyElementsOf(expected);
        assertThat(rows()).extracting(Row::fault).doesNotHaveDuplicates().doesNotContain("");
    }

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        var sources = testSources();
        var missing = new ArrayList<String>();
        for (var row : rows()) {
            var named = TEST.matcher(row.tests).results().toList();
            assertThat(row.tests.replaceAll(TEST.pattern(), ""))
                    .as("between the tests of " + row.id)
                    .matches("(, )*");
            for (var test : named) {
                var source = sources.getOrDefault(test.group(1), "");
                boolean isThere =
                        !source.isEmpty() && (test.group(2) == null || source.contains("void " + test.group(2) + "("));
                if (!isThere) missing.add(row.id + ": " + test.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void aFaultWithoutATestSaysSo() throws IOException {
        assertThat(rows()).allMatch(row -> !row.tests.isEmpty() || !row.open.isEmpty());
    }

    private static Stream<String> ids(String kind, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "%s%02d".formatted(kind, number));
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .map(row -> new Row(row.group(1), row.group(2), row.group(3), row.group(4)))
                .toList();
    }

    /** The text of every class of every folder's tests, by its name. */
    private static Map<String, String> testSources() throws IOException {
        var sources = new TreeMap<String, String>();
        for (var folder : folders()) {
            try (var files = Files.walk(folder)) {
                for (var file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    var name = file.getFileName().toString();
                    sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
                }
            }
        }
        return sources;
    }

    private static List<Path> folders() throws IOException {
        try (var modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }
}
