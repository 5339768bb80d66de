package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class MainTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void versionNamesTheProgramAndItsVersion() {
        var answer = user.type("--version");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).matches("tidewheel \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void helpForACommandThatDoesNotExistIsAMistake() {
        var answer = user.type("help", "nosuch");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("there is no command 'nosuch'");
        assertThat(user.type("help", "agent", "lss").code()).isEqualTo(2);
        assertThat(user.type("help", "agent", "ls").code()).isZero();
        assertThat(user.type("help").code()).isZero();
    }

    @Test
    void helpShowsNoRegularExpressions() {
        for (var command : List.of("plan", "replay"))
            assertThat(user.type(command, "--help").out()).doesNotContain("(?=");
    }

    @Test
    void helpGoesToStandardOutputAndListsEveryCommand() {
        var answer = user.type("--help");
        assertThat(answer.code()).isZero();
        assertThat(answer.out())
                .startsWith("Usage: tidewheel")
                .contains("--version", "run", "submit", "explain", "demo");
        assertThat(answer.err()).isEmpty();
    }

    @Test
    void helpCanBeAskedForInWords() {
        assertThat(user.type("help").out()).isEqualTo(user.type("--help").out());
        assertThat(user.type("help", "agent", "start").out()).startsWith("Usage: tidewheel agent start");
    }

    @Test
    void anUnknownOptionIsNamedAndIsAUsageError() {
        var answer = user.type("--wheel");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("there is no option '--wheel'", "help: tidewheel --help");
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void noCommandAtAllIsAUsageError() {
        var answer = user.type();
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("name a command", "tidewheel run -- echo hello");
    }

    @ParameterizedTest
    @CsvSource({"rnu,run", "lgos,logs", "cancl,cancel", "explian,explain", "comp,completion"})
    void aMisspeltCommandIsAnsweredWithTheOneThatWasMeant(String typed, String meant) {
        var answer = user.type(typed);
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("there is no command '" + typed + "'", "did you mean: " + meant);
    }

    @Test
    void aMisspeltCommandBelowAnotherToo() {
        var answer = user.type("agent", "drian");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("there is no command 'drian'", "did you mean: drain");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithTwoExamples(List<String> words) {
        var answer = user.type(with(words, "--help"));
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).contains("Usage: tidewheel " + String.join(" ", words), "Examples:");
        var examples = answer.out().substring(answer.out().indexOf("Examples:"));
        assertThat(examples.lines().filter(line -> line.contains("tidewheel"))).hasSizeGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noCommandTakesAnOptionItDoesNotKnow(List<String> words) {
        var answer = user.type(with(words, "--no-such-option"));
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err())
                .contains("--no-such-option", "example: ", "help: tidewheel " + String.join(" ", words));
        assertThat(answer.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --array 5-1 -- true | --array | impossible",
                "run --array 1-x -- true | --array | 1-1000",
                "run --max-runtime -5s -- true | --max-runtime | 90s",
                "run --task-deadline soon -- true | --task-deadline | 90s",
                "run --deadline 2026-13-01T00:00:00Z -- true | --deadline | 2026-05-01T18:00:00Z",
                "run --retries -1 -- true | --retries | example: --retries 3",
                "run --retry-exponential-backoff 0 -- true | --retry-exponential-backoff | example:"
                        + " --retry-exponential-backoff 2",
                "run --max-fails -1 -- true | --max-fails | example: --max-fails 10",
                "run --priority high -- true | --priority | 'high'",
                "run --label nonsense -- true | --label | project=apollo",
                "run --env NOT_SET_ANYWHERE -- true | --env | MODE=fast",
                "run --delivery twice -- true | --delivery | at-least-once",
                "run --slots 0 --array 1-2 -- true | --slots | example: --slots 4",
                "run --noop -- true | --noop | leave 'true' out",
                "run --noop --sleep 1s | --noop and --sleep | exclude each other",
                "run --array 1-2 --each-line f -- true | --array and --each-line | exclude each other",
                "run --each-line missing.txt -- cat | --each-line | there is no such file",
                "run -o xml -- true | -o | tidewheel ls -o json",
                "run --color maybe -- true | --color | auto, always or never",
                "ls --limit 0 | --limit | example: tidewheel ls --limit 50",
                "show 5-3 | 5-3 | empty range",
                "logs --tail -1 | --tail | example: --tail 20",
                "logs 1 --grep [ | --grep | is not a regular expression",
                "token create --role king | --role | admin",
                "server start --port 70000 | --port | example: --port 7117",
                "server start --bind nowhere.invalid | --bind | example: --bind 127.0.0.1",
                "server start --bind 0.0.0.0 | --bind | --tls-cert chain.pem --tls-key key.pem",
                "run --resume x | --resume | example: --resume 12",
                "run --resume 3 -- true | --resume | leave the command out",
                "server start --log loud | --log | choose error",
                "server start --tls-cert chain.pem | TLS | --tls-key key.pem",
                "agent start --server http://127.0.0.1:1 --token-file none | none | there is no such file",
                "server start --setups none.yaml | none.yaml | there is no such file",
                "server start --hosts hosts.yaml | --hosts | --setups",
                "agent start --slots many | --slots | not a number",
                "ls --server ftp://x | --server | http://host:7117",
                "ls --config none.yaml | none.yaml | there is no configuration file",
                "completion tcsh | tcsh | bash, zsh or fish",
                "top --interval 1ms | --interval | example: --interval 1s",
                "report --format pdf | --format | html, json, csv or trace",
                "agent start --agents 0 --server http://127.0.0.1:1 | --agents | is from 1",
                "bench tasks --noops 7 | bench comes with the sources | type ./tidewheel bench tasks --noops 7 in a"
                        + " source tree",
                "lab | lab comes with the sources | type ./tidewheel lab in a source tree",
                "balance 0 4 60 | N must be | example: tidewheel balance 1000000 4 60",
                "balance 1e6 4 60 | N must be | not '1e6'",
                "balance 1000 -4 60 | WORKERS must be | not '-4'",
                "balance 1000 4 9999999999999999999 | THRESHOLD must be | example: tidewheel balance",
                "balance 1000 4 60 soon | ORIGIN must be | 4 60 -300",
                "balance 1000 4 | THRESHOLD | example: tidewheel balance",
                "submit missing.yaml | missing.yaml | there is no such file"
            })
    void aWrongValueIsAUsageErrorThatNamesItAndShowsARightOne(String line, String named, String shown) {
        var answer = user.type(line.strip().split(" "));
        assertThat(answer.err()).contains(named.strip()).contains(shown.strip());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void whatNeedsAServerSaysHowToGetOne() {
        for (var line : List.of(
                "run --detach -- true",
                "run --held -- true",
                "agent ls",
                "machine ls",
                "top --count 1",
                "dashboard",
                "server show")) {
            var answer = user.type(line.split(" "));
            assertThat(answer.code()).as(line).isEqualTo(7);
            assertThat(answer.err()).contains("tidewheel server start");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsUnreachable() {
        var answer = user.with("TIDEWHEEL_SERVER_TOKEN", "secret").type("ls", "--server", "http://127.0.0.1:1");
        assertThat(answer.code()).isEqualTo(7);
        assertThat(answer.err())
                .contains("no server answers at http://127.0.0.1:1")
                .doesNotContain("secret");
    }

    static Stream<List<String>> commands() {
        var nowhere = new ByteArrayOutputStream();
        var console = new UserSession(Path.of("/")).console(nowhere, nowhere);
        var paths = new ArrayList<List<String>>();
        collect(Main.all(console), List.of(), paths);
        return paths.stream();
    }

    private static void collect(CommandLine command, List<String> path, List<List<String>> paths) {
        if (!path.isEmpty()) paths.add(path);
        command.getSubcommands().forEach((name, below) -> {
            var longer = new ArrayList<>(path);
            longer.add(name);
            collect(below, longer, paths);
        });
    }

    private static String[] with(List<String> words, String last) {
        return Stream.concat(words.stream(), Stream.of(last)).toArray(String[]::new);
    }
}
