package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "plain|plain",
                "=1+1|'=1+1",
                "@SUM(A1)|'@SUM(A1)",
                "+cmd|'+cmd",
                "-5|-5",
                "-5+cmd|'-5+cmd",
                "+1.5|+1.5",
                "a,b|\"a,b\"",
                "say \"hi\"|\"say \"\"hi\"\"\""
            })
    void aCellIsNeverAFormula(String text, String cell) {
        assertThat(CsvText.cell(text)).isEqualTo(cell);
    }

    @Test
    void lineEndsAndTabsAtTheBeginningAreDefusedToo() {
        assertThat(CsvText.cell("\t=1"))
                .isEqualTo("\"'\t=1\"".replace("\"'\t", "'\t").replace("=1\"", "=1"));
        assertThat(CsvText.cell("a\nb")).isEqualTo("\"a\nb\"");
    }

    @Test
    void theFirstLineNamesTheColumns() {
        var out = new ByteArrayOutputStream();
        var columns = List.of(
                TableColumn.<String>of("A", text -> text),
                TableColumn.<String>of("B", text -> "=" + text).onlyWide());
        CsvText.write(new PrintStream(out, true, StandardCharsets.UTF_8), List.of("x", "y"), columns);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("A,B\r\nx,'=x\r\ny,'=y\r\n");
    }
}
