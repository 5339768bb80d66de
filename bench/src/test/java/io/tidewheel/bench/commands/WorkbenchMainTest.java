package io.tidewheel.bench.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.CommandCatalogue;
import io.tidewheel.cli.Main;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the workbench has beyond the product. */
class WorkbenchMainTest {
    @TempDir
    Path folder;

    /** Everything below bench and lab, as it is typed. */
    static Stream<String> commands() {
        var all = Main.all(Console.ofProcess(), WorkbenchMain.commands()).getSubcommands();
        return Stream.of("bench", "lab")
                .flatMap(
                        verb -> all.get(verb).getSubcommands().keySet().stream().map(below -> verb + " " + below));
    }

    @Test
    void thereAreNoCommandsThatTheProductDoesNotName() {
        assertThat(WorkbenchMain.commands().keySet())
                .containsExactlyElementsOf(CommandCatalogue.all().keySet());
        assertThat(commands()).contains("bench tasks", "lab faults", "lab tascaas", "lab pfa", "lab steep");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithTwoExamplesAndNoRegularExpressions(String command) {
        var answer = type(command + " --help");
        assertThat(answer.code()).isZero();
        assertThat(answer.out())
                .contains("Usage: tidewheel " + command, "Examples:")
                .doesNotContain("(?=");
        var examples = answer.out().substring(answer.out().indexOf("Examples:"));
        assertThat(examples.lines().filter(line -> line.contains("tidewheel"))).hasSizeGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noCommandTakesAnOptionItDoesNotKnow(String command) {
        var answer = type(command + " --no-such-option");
        assertThat(answer.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(answer.err()).contains("--no-such-option", "example: ", "help: tidewheel " + command);
    }

    private WorkbenchSession.Answer type(String line) {
        return new WorkbenchSession(folder).type(line.split(" "));
    }
}
