package io.tidewheel.cli.workflows;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import io.tidewheel.cli.text.TextTable;
import io.tidewheel.controllers.workflows.ChainPlugins;
import io.tidewheel.model.Durations;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.plan.WorkflowForecast;
import io.tidewheel.workflow.plan.WorkflowForecaster;
import io.tidewheel.workflow.plan.WorkflowSuppositions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tidewheel plan}. */
@Command(
        name = "plan",
        description = {
            "Tells what a workflow will do, before anything starts: its graph, the tasks that will be made, level by"
                + " level, the capabilities they require, and the setups from which machines would have to be made.",
            "Ends with 10 if there are tasks that nobody can run.",
            "With --deadline, --budget or --policy it tells instead how long the workflow would take and what it would"
                + " cost, by playing it under virtual time: the cheapest way to be done in time, the fastest within"
                + " the budget, and what lies between. The file may then also be a DAX file or a WfCommons instance."
                + " Ends with 10 if the deadline cannot be met."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel plan workflow.yaml --services services.yaml",
            "  tidewheel plan workflow.yaml --services services/ --setups setups.yaml --offers docker -o json",
            "  tidewheel plan workflow.yaml --services services.yaml --setups setups.yaml --deadline 2h --budget 3",
            "  tidewheel plan workflow.yaml --services services.yaml --setups setups.yaml --budget 3 --like last",
            "  tidewheel plan workflow.yaml --services services.yaml --deadline 2h --rounds tiles=4..40",
            "  tidewheel plan montage.dax --budget 100 --policy pfa-ma,leap"
        })
public final class PlanCommand extends CliCommand {
    private static final int CHAINS_SHOWN = 6;
    private static final int WIDEST_LINE = 100;

    @Parameters(paramLabel = "FILE", description = "The workflow, in YAML or JSON.")
    private String file = "";

    @Mixin
    private WorkflowBundle surrounded = new WorkflowBundle();

    @Mixin
    private WhatIfOptions whatIf = new WhatIfOptions();

    @Option(names = "--most", paramLabel = "N", description = "Make no more tasks than this (1000000).")
    private long most = 1_000_000;

    @Option(
            names = "--rounds",
            paramLabel = "LOOP=N",
            description = "How many rounds a loop has whose list is known only when it runs, by its id or its input; of"
                    + " one that feeds itself, how many more than its list has. LOOP=MIN..MAX gives a range. May be"
                    + " repeated.")
    private List<String> rounds = new ArrayList<>();

    @Option(
            names = "--like",
            paramLabel = "RUN",
            description =
                    "What-if: learn run times, what the system adds to them, and how long machines take to be ready"
                            + " from this run, by its number or 'last'.")
    private @Nullable String like;

    public PlanCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        if (most < 1) throw CliError.usage("--most is at least 1, but " + most);
        if (whatIf.isAsked())
            whatIf.with(new ConfiguredPlugins(common.config(), common.console().folder()).policies());
        if (whatIf.isAsked() && GraphFile.isOne(common.console().folder().resolve(file), file)) return whatIfOfGraph();
        var workflow = surrounded.read(common, file);
        boolean unplaceable = !surrounded.isPlaceable() && surrounded.findings().errors() == 1;
        if (workflow.isEmpty() || (!surrounded.findings().isFine() && !unplaceable)) {
            surrounded.findings().write(common.console(), format);
            return ExitCodes.USAGE;
        }
        if (!surrounded.hasServices()) {
            throw CliError.usage("a plan needs the services", "name them: --services services.yaml");
        }
        var expanded = expanded(workflow.get());
        var planner = new WorkflowForecaster(
                surrounded.services(),
                surrounded.agents(),
                surrounded.setups(),
                ChainPlugins.rules(surrounded.plugins()));
        var earlier = earlier();
        var forecast = forecast(expanded, planner, said());
        var rough = planner.plan(expanded, forecast.supposed(WorkflowSuppositions.End.MOST), most);
        // What is not said of loops is taken from the run that this one is like.
        var wanted = forecast(expanded, planner, RoundsSeen.add(said(), forecast, rough, earlier));
        var supposed = wanted.supposed(WorkflowSuppositions.End.MOST);
        var plan = planner.plan(expanded, supposed, most);
        if (whatIf.isAsked())
            return whatIf.answer(common.console(), format, wanted, plan, surrounded.setups(), earlier);
        long least = supposed.isRange()
                ? planner.plan(expanded, wanted.supposed(WorkflowSuppositions.End.LEAST), most)
                        .chains()
                : plan.chains();
        var changing = ChainPlugins.changing(surrounded.plugins());
        if (!changing.isEmpty()) common.console().note("the tasks may be changed by " + String.join(", ", changing));
        new ListPrinter(common.console(), format)
                .one(json(plan, least), columns(), _ -> file, () -> tell(plan, least, supposed));
        return plan.canBeRun() ? ExitCodes.OK : ExitCodes.UNPLACEABLE;
    }

    private int whatIfOfGraph() {
        var console = common.console();
        var setups = surrounded.readSetups(console.folder());
        var reading = GraphFile.read(console.folder().resolve(file), file);
        surrounded.findings().add(file, reading.complaints());
        if (!surrounded.findings().isFine() || reading.value().isEmpty()) {
            surrounded.findings().write(console, common.format());
            return ExitCodes.USAGE;
        }
        return whatIf.answer(console, common.format(), reading.value().get(), setups, earlier());
    }

    private ForecastWorkflow forecast(
            Workflow expanded, WorkflowForecaster planner, Map<String, WorkflowSuppositions.Range> said) {
        var forecast = new ForecastWorkflow(expanded, surrounded.services(), planner, said, most);
        try {
            forecast.supposed(WorkflowSuppositions.End.MOST);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--rounds: " + wrong.getMessage());
        }
        return forecast;
    }

    private Map<String, WorkflowSuppositions.Range> said() {
        var said = new LinkedHashMap<String, WorkflowSuppositions.Range>();
        for (var text : rounds) {
            var pair = OptionValues.pair("--rounds", text);
            try {
                var ends = pair.getValue().split("\\.\\.", -1);
                said.put(
                        pair.getKey(),
                        new WorkflowSuppositions.Range(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])));
            } catch (IllegalArgumentException wrong) {
                throw CliError.usage(
                        "--rounds %s: how many rounds is a number or a range of numbers".formatted(text),
                        "example: --rounds tiles=12 or --rounds tiles=4..40");
            }
        }
        return said;
    }

    private EarlierRun earlier() {
        var run = like;
        if (run == null)
            return EarlierRun.NOTHING.with(
                    common.config().value(ConfigKey.FLEET_INTERVAL).map(Durations::parse));
        try (var api = ApiClients.open(common)) {
            return EarlierRun.of(api, RunSelector.run(api, run));
        }
    }

    private Workflow expanded(Workflow workflow) {
        try {
            return MacroExpansion.expand(workflow, surrounded.macros());
        } catch (IllegalArgumentException tooLarge) {
            throw CliError.usage("%s: %s".formatted(file, tooLarge.getMessage()));
        }
    }

    private void tell(WorkflowForecast plan, long least, WorkflowSuppositions supposed) {
        var out = common.console().out();
        long loops = plan.actions().stream()
                .filter(action -> action.service().isEmpty())
                .count();
        out.println("%s actions and %s loops become %s%s tasks in %s levels; at most %s at the same time"
                .formatted(
                        HumanNumbers.count(plan.actions().size() - loops),
                        HumanNumbers.count(loops),
                        plan.complete() && supposed.unsaid().isEmpty() ? "" : "at least ",
                        least < plan.chains()
                                ? "%s to %s".formatted(HumanNumbers.count(least), HumanNumbers.count(plan.chains()))
                                : HumanNumbers.count(plan.chains()),
                        HumanNumbers.count(plan.depth()),
                        HumanNumbers.count(plan.widest())));
        for (var note : ForecastWorkflow.notes(supposed)) out.println(SafeText.line(note));
        out.println();
        TextTable.write(common.console(), List.of("LEVEL", "TASKS", "WHICH"), List.of(true, true, false), rows(plan));
        out.println();
        TextTable.write(
                common.console(),
                List.of("REQUIRES", "TASKS", "OFFERED BY"),
                List.of(false, true, false),
                plan.needs().stream()
                        .map(need -> List.of(
                                SafeText.line(wanted(need)),
                                HumanNumbers.count(need.chains()),
                                SafeText.line(source(need.source()))))
                        .toList());
    }

    private static String wanted(WorkflowForecast.Need need) {
        var names = need.capabilities().size() == 0
                ? "nothing"
                : need.capabilities().toString();
        if (need.amounts().isNone()) return names;
        return need.capabilities().size() == 0
                ? need.amounts().toString()
                : "%s with %s".formatted(names, need.amounts());
    }

    private static List<List<String>> rows(WorkflowForecast plan) {
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < plan.levels().size(); i++) {
            var level = plan.levels().get(i);
            rows.add(
                    List.of(Integer.toString(i + 1), HumanNumbers.count(level.chains()), SafeText.line(chains(level))));
        }
        return rows;
    }

    /** Commands of a chain are joined by arrows, chains separated by bars. */
    private static String chains(WorkflowForecast.Level level) {
        var text = level.examples().stream()
                .limit(CHAINS_SHOWN)
                .map(actions -> String.join(" > ", actions))
                .collect(Collectors.joining(" | "));
        boolean all = level.chains() <= CHAINS_SHOWN && text.length() <= WIDEST_LINE;
        return all ? text : text.substring(0, Math.min(text.length(), WIDEST_LINE)) + " ...";
    }

    private static String source(WorkflowForecast.Source source) {
        return switch (source) {
            case WorkflowForecast.Source.Agents _ -> "agents";
            case WorkflowForecast.Source.NewMachines(var setup) -> "machines to be made from setup " + setup;
            case WorkflowForecast.Source.NotOffered _ -> "nobody";
            case WorkflowForecast.Source.Unknown _ -> "not known: name --setups or --offers";
        };
    }

    private static List<TableColumn<JsonNode>> columns() {
        return List.of(
                TableColumn.number("TASKS", node -> node.get("tasks").asString()),
                TableColumn.number("LEVELS", node -> node.get("depth").asString()),
                TableColumn.number("WIDEST", node -> node.get("widest").asString()));
    }

    private static ObjectNode json(WorkflowForecast plan, long least) {
        var json = JsonText.object()
                .put("tasks", plan.chains())
                .put("tasksLeast", least)
                .put("depth", plan.depth())
                .put("widest", plan.widest())
                .put("complete", plan.complete());
        var actions = json.putArray("actions");
        for (var action : plan.actions()) {
            actions.addObject()
                    .put("id", action.id())
                    .put("type", action.service().isEmpty() ? "for" : "execute")
                    .put("service", action.service())
                    .put("loop", action.loop());
        }
        var edges = json.putArray("edges");
        for (var edge : plan.edges()) {
            edges.addObject().put("from", edge.from()).put("to", edge.to()).put("through", edge.through());
        }
        var levels = json.putArray("levels");
        for (var level : plan.levels()) {
            var examples = levels.addObject().put("tasks", level.chains()).putArray("examples");
            for (var chain : level.examples()) {
                var ids = examples.addArray();
                chain.forEach(ids::add);
            }
        }
        var needs = json.putArray("needs");
        for (var need : plan.needs()) {
            var node = needs.addObject().put("tasks", need.chains());
            var names = node.putArray("requires");
            need.capabilities().names().forEach(names::add);
            if (!need.amounts().isNone()) node.put("needs", need.amounts().toString());
            switch (need.source()) {
                case WorkflowForecast.Source.Agents _ -> node.put("source", "agents");
                case WorkflowForecast.Source.NewMachines(var setup) ->
                    node.put("source", "setup").put("setup", setup);
                case WorkflowForecast.Source.NotOffered _ -> node.put("source", "nobody");
                case WorkflowForecast.Source.Unknown _ -> node.put("source", "unknown");
            }
        }
        var open = json.putArray("openLoops");
        plan.openLoops().forEach(open::add);
        var conditions = json.putArray("openConditions");
        plan.openConditions().forEach(conditions::add);
        return json;
    }
}
