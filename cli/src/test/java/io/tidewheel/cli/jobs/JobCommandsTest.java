package io.tidewheel.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Iterative jobs from the command line, with the programs that the guide shows. */
class JobCommandsTest {
    private static final Path EXAMPLES =
            Path.of("..", "docs", "examples").toAbsolutePath().normalize();
    private static final Pattern RESULT = Pattern.compile("pi is about ([0-9.]+), from ([0-9]+) darts");

    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void theExampleInShellWorks() {
        throwDarts(40_000, "sh", EXAMPLES.resolve("pi.sh").toString());
    }

    @Test
    void theExampleInPythonWorks() {
        assumeTrue(isThere("python3"), "there is no python3 here");
        throwDarts(200_000, "python3", EXAMPLES.resolve("pi.py").toString());
    }

    @Test
    void theExampleInCWorks() throws Exception {
        assumeTrue(isThere("cc"), "there is no C compiler here");
        var program = folder.resolve("pi");
        var compiler = new ProcessBuilder(
                        "cc",
                        "-O2",
                        "-Wall",
                        "-o",
                        program.toString(),
                        EXAMPLES.resolve("pi.c").toString())
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        throwDarts(3_000_000, program.toString());
    }

    @Test
    void theExampleInJavaWorks() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        throwDarts(1_000_000, java, "-Xmx64m", EXAMPLES.resolve("Pi.java").toString());
    }

    @Test
    void theExampleOfAJobInAWorkflowWorks() throws IOException {
        var answer = user.type(
                "submit",
                EXAMPLES.resolve("pi-workflow.yaml").toString(),
                "--services",
                EXAMPLES.resolve("pi-services.yaml").toString());
        assertThat(answer.code()).as(answer.err()).isZero();
        var results = JsonText.MAPPER.readTree(
                user.type("results", "last", "-o", "json").out());
        var file = results.findValues("path").getFirst().asString();
        var said = Files.readString(Path.of(file));
        assertThat(said).containsPattern("pi is about 3\\.1[0-9]+, from ([0-9]{5}) of \\1 darts");
        assertThat(user.type("show", "last").out()).containsPattern("throw +SUCCEEDED +40,000");
        assertThat(user.type("show", "last", "--job").out()).contains("throw", "of 40,000", "STORED");
        var job = JsonText.MAPPER.readTree(
                user.type("show", "last", "--action", "throw", "-o", "json").out());
        assertThat(job.path("partitions").path(0).path("history")).isNotEmpty();
        assertThat(user.type("show", "last", "--action", "throws").code()).isEqualTo(5);
    }

    private static boolean isThere(String program) {
        return List.of("/usr/local/bin", "/usr/bin", "/bin").stream()
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /** Two partitions and a merge step; what comes out is pi, from all darts that were asked for. */
    private void throwDarts(long count, String... program) {
        var words = new ArrayList<>(List.of(
                "run", "--slots", "2", "--iterations", Long.toString(count), "--target", "30s", "--partitions", "2"));
        words.addAll(List.of("--max-partitions", "2", "--merge", "sh " + EXAMPLES.resolve("pi-merge.sh")));
        words.add("--");
        words.addAll(List.of(program));
        var answer = user.type(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isZero();
        var result = RESULT.matcher(answer.out());
        assertThat(result.find()).as(answer.out()).isTrue();
        long darts = Long.parseLong(result.group(2));
        assertThat(darts).isGreaterThanOrEqualTo(count);
        double error = Math.sqrt(Math.PI * (4 - Math.PI) / darts);
        assertThat(Double.parseDouble(result.group(1))).isCloseTo(Math.PI, within(6 * error));
        var manifest = manifest();
        long sum = 0;
        for (var part : manifest.path("partitions"))
            sum += part.path("iterations").asLong();
        assertThat(sum).as("every dart is counted once").isEqualTo(darts);
    }

    private JsonNode manifest() {
        var shown = user.type("show", "last", "-o", "json");
        assertThat(shown.code()).isZero();
        assertThat(JsonText.MAPPER.readTree(shown.out()).path("kind").asString())
                .isEqualTo("job");
        return JsonText.MAPPER.readTree(
                user.type("show", "last", "--job", "-o", "json").out());
    }

    @Test
    void whatTasksAndPartitionsReturnIsListedAndFetched() throws IOException {
        var returns = "printf 'made %s' {} > $TIDEWHEEL_RESULT";
        for (var kind : List.of("--array=0-1", "--iterations=2")) {
            var words = new ArrayList<>(List.of("run", kind));
            if (kind.startsWith("--iter"))
                words.addAll(List.of("--partitions=2", "--merge", "printf all > $TIDEWHEEL_RESULT"));
            words.addAll(List.of("--", "sh", "-c", returns));
            assertThat(user.type(words.toArray(String[]::new)).code()).isZero();
            var name = kind.startsWith("--iter") ? "partition-" : "task-";
            assertThat(user.type("results", "last").out()).contains(name + "0", name + "1");
            assertThat(user.type("results", "last", "--fetch", "out").code()).isZero();
            for (int i = 0; i < 2; i++)
                assertThat(Files.readString(folder.resolve("out").resolve(name + i)))
                        .isEqualTo("made " + i);
        }
        assertThat(Files.readString(folder.resolve("out/merge"))).isEqualTo("all");
    }

    @Test
    void aFileDescribesAJob() throws IOException {
        Files.writeString(
                folder.resolve("job.yaml"),
                "name: counted\niterations: 12\npartitions: 3\ncommand: [sh, -c, 'cat $TIDEWHEEL_SHARE']\n");
        assertThat(user.type("submit", "job.yaml").code()).isZero();
        var seen = user.type("show", "counted");
        assertThat(seen.out()).contains("12 stored of 12", "split once");
        assertThat(user.type("logs", "counted").out()).isEqualTo("0: 4\n1: 4\n2: 4\n");
    }

    @Test
    void aJobWhoseProgramFailsIsToldSo() {
        var answer = user.type("run", "--iterations", "10", "--max-fails", "0", "--", "false");
        assertThat(answer.code()).isEqualTo(3);
        assertThat(answer.err()).contains("FAILED", "tidewheel show");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--iterations many -- true | iterations",
                "--iterations 0 -- true | iterations",
                "--iterations 10 --target soon -- true | target",
                "--iterations 10 --partitions 0 -- true | partitions",
                "--iterations 10 --partitions x -- true | --partitions",
                "--iterations 10 --array 1-3 -- true | --array",
                "--target 2h -- true | --iterations",
                "--merge cat -- true | --iterations",
                "--iterations 10 | command",
            })
    void badOptionsAreRefusedWithASentence(String line, String place) {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(line.split(" ")));
        var answer = user.type(words.toArray(String[]::new));
        assertThat(answer.code()).as(answer.err()).isEqualTo(2);
        assertThat(answer.err()).contains(place);
    }

    @Test
    void aJobForForeignSitesNeedsAServer() throws IOException {
        Files.writeString(folder.resolve("pi.config"), "{}");
        assertThat(user.type("submit", "pi.config").err()).contains("--tascaas-secret-file");
    }
}
