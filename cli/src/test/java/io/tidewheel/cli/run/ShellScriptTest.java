package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellScriptTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "two words",
                "; echo owned",
                "$(echo owned)",
                "`echo owned`",
                "it's \"quoted\"",
                "*",
                "-n"
            })
    void aParameterIsDataWhereverItsHoleStands(String parameter) throws Exception {
        var script = "printf '%s|' {} \"<{}>\" '[{}]' a\\ {}";
        assertThat(output(script, parameter))
                .isEqualTo("%s|<%s>|[%s]|a %s|".formatted(parameter, parameter, parameter, parameter));
    }

    @Test
    void aScriptWithoutAHoleGetsALineAsItsLastWord() {
        assertThat(ShellScript.arguments("wc -l", true, true))
                .containsExactly("sh", "-c", "wc -l \"${1}\"", "sh", "{}");
        assertThat(ShellScript.arguments("date", false, false)).containsExactly("sh", "-c", "date", "sh");
    }

    private static String output(String script, String parameter) throws Exception {
        var words = ShellScript.arguments(script, true, false).stream()
                .map(word -> word.equals("{}") ? parameter : word)
                .toList();
        var process = new ProcessBuilder(words).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
