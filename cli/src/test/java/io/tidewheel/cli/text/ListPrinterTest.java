package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ListPrinterTest {
    private static final Instant NOW = Instant.parse("2030-01-01T12:00:10Z");
    private static final JsonNode RUN = JsonText.MAPPER.readTree("""
        {"id": 7, "name": "a name that is much longer than what fits into a cell of a table", "state": "SUCCEEDED",
         "size": 2000, "succeeded": 1999, "failed": 1, "created": "2030-01-01T12:00:00.123456Z",
         "started": "2030-01-01T12:00:01Z", "finished": "2030-01-01T12:00:06.903Z"}
        """);

    @TempDir
    Path folder;

    @Test
    void programsGetMomentsAndNumbersAndNotWordsForPeople() {
        var csv = list(new UserSession(folder), OutputFormat.CSV);
        assertThat(csv)
                .contains("2030-01-01T12:00:00.123456Z", ",5.903,", ",2000/2000,")
                .doesNotContain("ago");
    }

    @Test
    void onlyPeopleAtATerminalAreSparedLongNames() {
        assertThat(list(new UserSession(folder), OutputFormat.TABLE))
                .contains("fits into a cell of a table", "9.8s ago");
        assertThat(list(new UserSession(folder).onTerminal(), OutputFormat.TABLE))
                .contains("...")
                .doesNotContain("of a table");
    }

    private static String list(UserSession user, OutputFormat format) {
        var out = new ByteArrayOutputStream();
        var console = user.console(out, new ByteArrayOutputStream());
        new ListPrinter(console, format).list(List.of(RUN), RunColumns.runs(NOW), run -> RunColumns.text(run, "id"));
        return out.toString(StandardCharsets.UTF_8);
    }
}
