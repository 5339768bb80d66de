package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages of the reference that list what the code has: nothing is missing, and nothing is there that is gone. */
class ReferencePagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern METRIC = Pattern.compile("\"(tidewheel_[a-z_]+)");

    @Test
    void everyMetricOfTheServerIsExplainedAndNoOther() {
        assertThat(found(Pattern.compile("^\\| `(tidewheel_[a-z_]+)`", Pattern.MULTILINE), page("metrics.md")))
                .isEqualTo(metricsOfTheServer());
    }

    @Test
    void everyStateAndEveryReasonIsExplained() {
        var words = Stream.of(RunState.values(), ChainState.values(), MachineState.values(), Reason.values())
                .flatMap(Arrays::stream)
                .map(Enum::name);
        var agents = Arrays.stream(AgentState.values()).map(each -> each.name().toLowerCase(Locale.ROOT));
        assertThat(found(Pattern.compile("\\b([A-Z_]{4,}|[a-z]+)\\b"), page("states.md")))
                .containsAll(Stream.concat(words, agents).toList());
    }

    @Test
    void everyExitCodeIsExplained() throws IllegalAccessException {
        var codes = new TreeSet<String>();
        for (var field : ExitCodes.class.getFields()) codes.add(Integer.toString(field.getInt(null)));
        var explained = page("exit-codes.md")
                .lines()
                .filter(line -> line.startsWith("| "))
                .collect(Collectors.joining());
        assertThat(found(Pattern.compile("\\b(\\d+)\\b"), explained)).containsAll(codes);
    }

    private static Set<String> metricsOfTheServer() {
        try (var files = Files.walk(ROOT.resolve("server/src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> found(METRIC, text(file)).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page(String name) {
        return text(ROOT.resolve("docs/reference").resolve(name));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }
}
