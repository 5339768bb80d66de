package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.YamlFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel submit}. */
@Command(
        name = "submit",
        description = {
            "Submits a run that a YAML or JSON file describes, and prints its number.",
            "Without a server the run is done on this machine, and the command returns when it has ended."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel submit nightly.yaml --wait",
            "  generate-tasks | tidewheel submit - --key night-2026-05-01"
        })
public final class SubmitCommand extends Verb {
    @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file = "";

    @Option(
            names = {"--wait", "--watch"},
            description = "Wait for the end.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Wait no longer; ends with code 8.")
    private @Nullable Duration timeout;

    @Option(
            names = "--key",
            paramLabel = "TEXT",
            description = "The same key gives the same run, however often it is submitted.")
    private @Nullable String key;

    public SubmitCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var target = common.server();
        var source = new RunFile(file.equals("-") ? "standard input" : file, read());
        var body = source.read();
        try (var api = target instanceof Target.Folder(var data)
                ? Apis.openWithAgent(common, data)
                : Apis.open(common, target)) {
            var run = submit(api, source, body);
            long id = Json.number(run, "id");
            if (!wait && target instanceof Target.Remote) {
                show(run, Long.toString(id));
                return Exit.OK;
            }
            common.console().note("run " + id);
            var ended =
                    new Following(common.console(), api).toEnd(id, Optional.ofNullable(timeout), format.isForPeople());
            if (ended.isEmpty()) {
                common.console()
                        .err()
                        .println("tidewheel: run %d is still going; wait again with: tidewheel wait %d"
                                .formatted(id, id));
                return Exit.TIMED_OUT;
            }
            show(ended.get(), Long.toString(id));
            return Following.exitCode(ended.get());
        }
    }

    private void show(JsonNode run, String id) {
        new Listing(common.console(), common.format())
                .one(
                        run,
                        RunColumns.runs(Instant.now()),
                        _ -> id,
                        () -> common.console().out().println(id));
    }

    private JsonNode submit(Api api, RunFile source, JsonNode body) {
        try {
            return api.post("/runs", body, key == null ? Map.of() : Map.of("Idempotency-Key", key));
        } catch (Trouble refused) {
            if (refused.exitCode() != Exit.USAGE) throw refused;
            throw Trouble.usage(source.located(refused.text()), refused.hints().toArray(String[]::new));
        }
    }

    private String read() {
        if (!file.equals("-")) return YamlFile.text(common.console().folder().resolve(file));
        try {
            return new String(common.console().in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw Trouble.usage("standard input cannot be read: " + unreadable.getMessage());
        }
    }
}
