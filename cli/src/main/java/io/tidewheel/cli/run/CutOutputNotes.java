package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import java.util.OptionalInt;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Says, beside the output of tasks, what of it is not kept: of which task, and how many bytes of how many there are. */
public final class CutOutputNotes {
    private static final int MOST_LINES = 10;

    private final Console console;
    private final ApiClient api;
    private final long run;

    public CutOutputNotes(Console console, ApiClient api, long run) {
        this.console = console;
        this.api = api;
        this.run = run;
    }

    /** Tells of all tasks of the run, or of one. Only those streams count that somebody has seen. */
    public void tell(OptionalInt task, Predicate<JsonNode> seen) {
        if (console.isQuiet()) return;
        var path = ApiPaths.of("/runs/%d/logs/cut".formatted(run)).with("limit", "1000");
        if (task.isPresent()) path = path.with("index", Integer.toString(task.getAsInt()));
        var answer = api.get(path.toString());
        int told = 0;
        boolean more = answer.path("more").asBoolean();
        for (var cut : answer.path("items")) {
            if (!seen.test(cut)) continue;
            if (told++ < MOST_LINES) console.note(line(cut));
        }
        if (told > MOST_LINES || more)
            console.note("tidewheel: run %d: the output of more tasks is not kept whole".formatted(run));
    }

    private String line(JsonNode cut) {
        return "tidewheel: task %d/%d: of %d bytes of %s %d are kept"
                .formatted(
                        run,
                        JsonText.number(cut, "index"),
                        JsonText.number(cut, "written"),
                        JsonText.text(cut, "stream").orElse("output"),
                        JsonText.number(cut, "kept"));
    }
}
