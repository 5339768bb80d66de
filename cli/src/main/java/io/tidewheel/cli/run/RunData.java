package io.tidewheel.cli.run;

import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Format;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import java.time.Instant;
import java.util.List;

/** What {@code run} prints for programs instead of the command's output: results as they come, and the run at its end. */
final class RunData {
    private RunData() {}

    static void results(Console console, Format format, List<Result> results) {
        if (format != Format.JSONL) return;
        for (var result : results) {
            var node = Json.object()
                    .put("index", result.getIndex())
                    .put("state", state(result.getState()))
                    .put("exitCode", result.getExitCode())
                    .put("attempt", result.getAttempt());
            if (!result.getReason().isEmpty()) node.put("reason", result.getReason());
            var outcome = Tally.outcome(result);
            if (!outcome.getMessage().isEmpty()) node.put("message", outcome.getMessage());
            if (!outcome.getResult().isEmpty())
                node.put("result", outcome.getResult().toByteArray());
            console.out().println(Json.MAPPER.writeValueAsString(node));
        }
        console.out().flush();
    }

    static void run(Api api, Console console, Format format, long run) {
        if (format == Format.JSONL || format == Format.NONE) return;
        var shown = api.get("/runs/" + run);
        new Listing(console, format)
                .one(shown, RunColumns.runs(Instant.now()), node -> RunColumns.text(node, "id"), () -> {});
    }

    private static String state(ResultState state) {
        return switch (state) {
            case RESULT_SUCCEEDED -> "SUCCEEDED";
            case RESULT_CANCELLED -> "CANCELLED";
            case RESULT_FAILED, UNRECOGNIZED -> "FAILED";
        };
    }
}
