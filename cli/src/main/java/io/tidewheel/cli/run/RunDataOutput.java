package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import java.time.Instant;
import java.util.List;

/** What {@code run} prints for programs instead of the command's output: results as they come, and the run at its end. */
final class RunDataOutput {
    private RunDataOutput() {}

    static void results(Console console, OutputFormat format, List<Result> results) {
        if (format != OutputFormat.JSONL) return;
        for (var result : results) {
            var node = JsonText.object()
                    .put("index", result.getIndex())
                    .put("state", state(result.getState()))
                    .put("exitCode", result.getExitCode())
                    .put("attempt", result.getAttempt());
            if (!result.getReason().isEmpty()) node.put("reason", result.getReason());
            var outcome = RunProgress.outcome(result);
            if (!outcome.getMessage().isEmpty()) node.put("message", outcome.getMessage());
            if (!outcome.getResult().isEmpty())
                node.put("result", outcome.getResult().toByteArray());
            console.out().println(JsonText.MAPPER.writeValueAsString(node));
        }
        console.out().flush();
    }

    static void run(ApiClient api, Console console, OutputFormat format, long run) {
        if (format == OutputFormat.JSONL || format == OutputFormat.NONE) return;
        var shown = api.get("/runs/" + run);
        new ListPrinter(console, format)
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
