package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.Session;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ListingTest {
    private static final Instant NOW = Instant.parse("2030-01-01T12:00:10Z");
    private static final JsonNode RUN = Json.MAPPER.readTree("""
        {"id": 7, "name": "a name that is much longer than what fits into a cell of a table", "state": "SUCCEEDED",
         "size": 2000, "succeeded": 1999, "failed": 1, "created": "2030-01-01T12:00:00.123456Z",
         "started": "2030-01-01T12:00:01Z", "finished": "2030-01-01T12:00:06.903Z"}
        """);

    @TempDir
    Path folder;

    @Test
    void programsGetMomentsAndNumbersAndNotWordsForPeople() {
        var csv = list(new Session(folder), Format.CSV);
        assertThat(csv)
                .contains("2030-01-01T12:00:00.123456Z", ",5.903,", ",2000/2000,")
                .doesNotContain("ago");
    }

    @Test
    void onlyPeopleAtATerminalAreSparedLongNames() {
        assertThat(list(new Session(folder), Format.TABLE)).contains("fits into a cell of a table", "9.8s ago");
        assertThat(list(new Session(folder).onTerminal(), Format.TABLE))
                .contains("...")
                .doesNotContain("of a table");
    }

    private static String list(Session user, Format format) {
        var out = new ByteArrayOutputStream();
        var console = user.console(out, new ByteArrayOutputStream());
        new Listing(console, format).list(List.of(RUN), RunColumns.runs(NOW), run -> RunColumns.text(run, "id"));
        return out.toString(StandardCharsets.UTF_8);
    }
}
