package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.fleet.SetupsFile;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.workflows.EarlierRun;
import io.tidewheel.cli.workflows.TaskDependencies;
import io.tidewheel.cli.workflows.WhatIfOptions;
import io.tidewheel.model.Setup;
import io.tidewheel.simulation.whatif.KnownTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel replay}. */
@Command(
        name = "replay",
        description = {
            "Tells how a finished run would have gone with other machines, budgets and policies: its tasks are played"
                    + " again under virtual time, each as long as it really took.",
            "Tasks of a workflow wait for those that they really waited for. Ends with 10 if a deadline cannot be met."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel replay last --policy pfa-ma,leap --budget 10",
            "  tidewheel replay 12 --setups setups.yaml --deadline 30m"
        })
public final class ReplayCommand extends CliCommand {
    private static final long MOST_TASKS = 1_000_000;

    /** A task that succeeded, and how long it took. */
    record Done(String id, String kind, List<String> actions, Instant added, Instant finished, double seconds) {}

    @Parameters(paramLabel = "RUN", description = "The run: its number, its name, or last.")
    private String what = "";

    @Mixin
    private WhatIfOptions whatIf = new WhatIfOptions();

    @Option(
            names = "--setups",
            paramLabel = "FILE",
            description = "The setups from which machines can be made (the server's, if they have prices).")
    private @Nullable String setupFile;

    public ReplayCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var named = setups();
        try (var api = ApiClients.open(common)) {
            long run = RunSelector.run(api, what);
            var tasks = tasks(api, run);
            if (tasks.isEmpty())
                throw CliError.usage(
                        "no task of run %d has succeeded: there is nothing to be played again".formatted(run),
                        "see how it stands with: tidewheel show " + run);
            if (format.isForPeople()) tellWhatWas(run, tasks);
            var setups = setupFile == null ? PricedSetups.of(api) : named;
            whatIf.with(new ConfiguredPlugins(common.config(), common.console().folder()).policies());
            return whatIf.answer(
                    common.console(),
                    format,
                    known(api, api.get("/runs/" + run), tasks, whatIf.guess()),
                    setups,
                    EarlierRun.beforeOf(api, run));
        }
    }

    private List<Setup> setups() {
        if (setupFile == null) return List.of();
        return SetupsFile.read(common.console().folder().resolve(setupFile));
    }

    /** What of a run can be played again. */
    static List<Done> tasks(ApiClient api, long run) {
        var tasks = new ArrayList<Done>();
        var path = ApiPaths.of("/runs/" + run + "/tasks").with("state", "SUCCEEDED");
        for (var chain : PagedItems.of(api, path, MOST_TASKS)) {
            var started = JsonText.text(chain, "started");
            var finished = JsonText.text(chain, "finished");
            if (started.isEmpty() || finished.isEmpty()) continue;
            var end = Instant.parse(finished.get());
            // A lease may wait at its agent for a free slot; only without figures of the agent's is it all there is.
            double ran = JsonText.decimal(chain, "runSeconds");
            tasks.add(new Done(
                    JsonText.text(chain, "index").orElseThrow(),
                    JsonText.text(chain, "kind").orElse("task"),
                    actions(chain),
                    Instant.parse(JsonText.text(chain, "added").orElseThrow()),
                    end,
                    ran > 0 ? ran : seconds(Instant.parse(started.get()), end)));
        }
        return tasks;
    }

    private static List<String> actions(JsonNode chain) {
        var actions = new ArrayList<String>();
        chain.path("actions").forEach(action -> actions.add(action.asString()));
        return actions;
    }

    /** The run as it is played. */
    static KnownTimes known(ApiClient api, JsonNode run, List<Done> tasks, Duration guess) {
        var known = new KnownTimes(JsonText.text(run, "name").orElse("run"), guess);
        for (var task : tasks) known.add(task.id, task.kind, OptionalDouble.of(task.seconds));
        if (!JsonText.text(run, "kind").orElse("").equals("workflow")) return known;
        var waiting = tasks.stream()
                .map(task -> new TaskDependencies.Task(task.id, task.actions, task.added, task.finished))
                .toList();
        TaskDependencies.addTo(known, waiting, api.get("/runs/" + JsonText.number(run, "id") + "/graph"));
        return known;
    }

    private void tellWhatWas(long run, List<Done> tasks) {
        var first = tasks.stream().map(Done::added).min(Instant::compareTo).orElseThrow();
        var last = tasks.stream().map(Done::finished).max(Instant::compareTo).orElseThrow();
        double work = tasks.stream().mapToDouble(Done::seconds).sum();
        common.console()
                .note("run %d really took %s for %s tasks of %s together"
                        .formatted(
                                run,
                                HumanNumbers.duration(Duration.between(first, last)),
                                HumanNumbers.count(tasks.size()),
                                HumanNumbers.duration(Duration.ofMillis(Math.round(work * 1e3)))));
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0.001, Duration.between(from, to).toNanos() / 1e9);
    }
}
