package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.client.TaskResult;
import java.time.Instant;

/** What {@code run} prints for programs instead of the command's output: results as they come, and the run at its end. */
final class RunDataOutput {
    private RunDataOutput() {}

    static void result(Console console, OutputFormat format, TaskResult result) {
        if (format != OutputFormat.JSONL) return;
        var node = JsonText.object()
                .put("index", result.index())
                .put("state", result.state().name())
                .put("exitCode", result.exitCode())
                .put("attempt", result.attempt());
        if (!result.reason().isEmpty()) node.put("reason", result.reason());
        var outcome = RunProgress.outcome(result);
        if (!outcome.getMessage().isEmpty()) node.put("message", outcome.getMessage());
        if (!outcome.getResult().isEmpty())
            node.put("result", outcome.getResult().toByteArray());
        console.out().println(JsonText.MAPPER.writeValueAsString(node));
        console.out().flush();
    }

    static void run(ApiClient api, Console console, OutputFormat format, long run) {
        if (format == OutputFormat.JSONL || format == OutputFormat.NONE) return;
        var shown = api.get("/runs/" + run);
        new ListPrinter(console, format)
                .one(shown, RunColumns.runs(Instant.now()), node -> RunColumns.text(node, "id"), () -> {});
    }
}
