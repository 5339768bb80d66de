package io.tidewheel.cli.workflows;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.cli.text.Table;
import io.tidewheel.cli.verbs.Selector;
import io.tidewheel.model.Durations;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.Expansion;
import io.tidewheel.workflow.plan.Plan;
import io.tidewheel.workflow.plan.Planner;
import io.tidewheel.workflow.plan.Suppositions;
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
            "Tells what a workflow will do, before anything starts: its graph, the process chains that will be made,"
                + " level by level, the capabilities they require, and the setups from which machines would have to be"
                + " made.",
            "Ends with 10 if there are chains that nobody can run.",
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
public final class PlanCommand extends Verb {
    private static final int CHAINS_SHOWN = 6;
    private static final int WIDEST_LINE = 100;

    @Parameters(paramLabel = "FILE", description = "The workflow, in YAML or JSON.")
    private String file = "";

    @Mixin
    private Surrounded surrounded = new Surrounded();

    @Mixin
    private WhatIfOptions whatIf = new WhatIfOptions();

    @Option(names = "--most", paramLabel = "N", description = "Make no more chains than this (1000000).")
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
        if (most < 1) throw Trouble.usage("--most is at least 1, but " + most);
        if (whatIf.isAsked() && GraphFile.isOne(common.console().folder().resolve(file), file)) return whatIfOfGraph();
        var workflow = surrounded.read(common, file);
        boolean unplaceable = !surrounded.isPlaceable() && surrounded.findings().errors() == 1;
        if (workflow.isEmpty() || (!surrounded.findings().isFine() && !unplaceable)) {
            surrounded.findings().write(common.console(), format);
            return Exit.USAGE;
        }
        if (!surrounded.hasServices()) {
            throw Trouble.usage("a plan needs the services", "name them: --services services.yaml");
        }
        var expanded = expanded(workflow.get());
        var planner = new Planner(surrounded.services(), surrounded.agents(), surrounded.setups());
        var earlier = earlier();
        var forecast = forecast(expanded, planner, said());
        var rough = planner.plan(expanded, forecast.supposed(Suppositions.End.MOST), most);
        // What is not said of loops is taken from the run that this one is like.
        var wanted = forecast(expanded, planner, RoundsSeen.add(said(), forecast, rough, earlier));
        var supposed = wanted.supposed(Suppositions.End.MOST);
        var plan = planner.plan(expanded, supposed, most);
        if (whatIf.isAsked())
            return whatIf.answer(common.console(), format, wanted, plan, surrounded.setups(), earlier);
        long least = supposed.isRange()
                ? planner.plan(expanded, wanted.supposed(Suppositions.End.LEAST), most)
                        .chains()
                : plan.chains();
        new Listing(common.console(), format)
                .one(json(plan, least), columns(), _ -> file, () -> tell(plan, least, supposed));
        return plan.canBeRun() ? Exit.OK : Exit.UNPLACEABLE;
    }

    private int whatIfOfGraph() {
        var console = common.console();
        var setups = surrounded.readSetups(console.folder());
        var reading = GraphFile.read(console.folder().resolve(file), file);
        surrounded.findings().add(file, reading.complaints());
        if (!surrounded.findings().isFine() || reading.value().isEmpty()) {
            surrounded.findings().write(console, common.format());
            return Exit.USAGE;
        }
        return whatIf.answer(console, common.format(), reading.value().get(), setups, earlier());
    }

    private ForecastWorkflow forecast(Workflow expanded, Planner planner, Map<String, Suppositions.Range> said) {
        var forecast = new ForecastWorkflow(expanded, surrounded.services(), planner, said, most);
        try {
            forecast.supposed(Suppositions.End.MOST);
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage("--rounds: " + wrong.getMessage());
        }
        return forecast;
    }

    private Map<String, Suppositions.Range> said() {
        var said = new LinkedHashMap<String, Suppositions.Range>();
        for (var text : rounds) {
            var pair = Values.pair("--rounds", text);
            try {
                var ends = pair.getValue().split("\\.\\.", -1);
                said.put(
                        pair.getKey(),
                        new Suppositions.Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])));
            } catch (IllegalArgumentException wrong) {
                throw Trouble.usage(
                        "--rounds %s: how many rounds is a number or a range of numbers".formatted(text),
                        "example: --rounds tiles=12 or --rounds tiles=4..40");
            }
        }
        return said;
    }

    private Earlier earlier() {
        var run = like;
        if (run == null)
            return Earlier.NOTHING.with(
                    common.config().value(Key.FLEET_INTERVAL).map(Durations::parse));
        try (var api = Apis.open(common)) {
            return Earlier.of(api, Selector.run(api, run));
        }
    }

    private Workflow expanded(Workflow workflow) {
        try {
            return Expansion.expand(workflow, surrounded.macros());
        } catch (IllegalArgumentException tooLarge) {
            throw Trouble.usage("%s: %s".formatted(file, tooLarge.getMessage()));
        }
    }

    private void tell(Plan plan, long least, Suppositions supposed) {
        var out = common.console().out();
        long loops = plan.actions().stream()
                .filter(action -> action.service().isEmpty())
                .count();
        out.println("%s actions and %s loops become %s%s process chains in %s levels; at most %s at the same time"
                .formatted(
                        Shown.count(plan.actions().size() - loops),
                        Shown.count(loops),
                        plan.complete() && supposed.unsaid().isEmpty() ? "" : "at least ",
                        least < plan.chains()
                                ? "%s to %s".formatted(Shown.count(least), Shown.count(plan.chains()))
                                : Shown.count(plan.chains()),
                        Shown.count(plan.depth()),
                        Shown.count(plan.widest())));
        for (var note : ForecastWorkflow.notes(supposed)) out.println(Safe.line(note));
        out.println();
        Table.write(common.console(), List.of("LEVEL", "CHAINS", "WHICH"), List.of(true, true, false), rows(plan));
        out.println();
        Table.write(
                common.console(),
                List.of("REQUIRES", "CHAINS", "OFFERED BY"),
                List.of(false, true, false),
                plan.needs().stream()
                        .map(need -> List.of(
                                Safe.line(wanted(need)), Shown.count(need.chains()), Safe.line(source(need.source()))))
                        .toList());
    }

    private static String wanted(Plan.Need need) {
        var names = need.capabilities().size() == 0
                ? "nothing"
                : need.capabilities().toString();
        if (need.amounts().isNone()) return names;
        return need.capabilities().size() == 0
                ? need.amounts().toString()
                : "%s with %s".formatted(names, need.amounts());
    }

    private static List<List<String>> rows(Plan plan) {
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < plan.levels().size(); i++) {
            var level = plan.levels().get(i);
            rows.add(List.of(Integer.toString(i + 1), Shown.count(level.chains()), Safe.line(chains(level))));
        }
        return rows;
    }

    /** Commands of a chain are joined by arrows, chains separated by bars. */
    private static String chains(Plan.Level level) {
        var text = level.examples().stream()
                .limit(CHAINS_SHOWN)
                .map(actions -> String.join(" > ", actions))
                .collect(Collectors.joining(" | "));
        boolean all = level.chains() <= CHAINS_SHOWN && text.length() <= WIDEST_LINE;
        return all ? text : text.substring(0, Math.min(text.length(), WIDEST_LINE)) + " ...";
    }

    private static String source(Plan.Source source) {
        return switch (source) {
            case Plan.Source.Agents _ -> "agents";
            case Plan.Source.NewMachines(var setup) -> "machines to be made from setup " + setup;
            case Plan.Source.Nobody _ -> "nobody";
            case Plan.Source.Unknown _ -> "not known: name --setups or --offers";
        };
    }

    private static List<Column<JsonNode>> columns() {
        return List.of(
                Column.number("CHAINS", node -> node.get("chains").asString()),
                Column.number("LEVELS", node -> node.get("depth").asString()),
                Column.number("WIDEST", node -> node.get("widest").asString()));
    }

    private static ObjectNode json(Plan plan, long least) {
        var json = Json.object()
                .put("chains", plan.chains())
                .put("chainsLeast", least)
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
            var examples = levels.addObject().put("chains", level.chains()).putArray("examples");
            for (var chain : level.examples()) {
                var ids = examples.addArray();
                chain.forEach(ids::add);
            }
        }
        var needs = json.putArray("needs");
        for (var need : plan.needs()) {
            var node = needs.addObject().put("chains", need.chains());
            var names = node.putArray("requires");
            need.capabilities().names().forEach(names::add);
            if (!need.amounts().isNone()) node.put("needs", need.amounts().toString());
            switch (need.source()) {
                case Plan.Source.Agents _ -> node.put("source", "agents");
                case Plan.Source.NewMachines(var setup) ->
                    node.put("source", "setup").put("setup", setup);
                case Plan.Source.Nobody _ -> node.put("source", "nobody");
                case Plan.Source.Unknown _ -> node.put("source", "unknown");
            }
        }
        var open = json.putArray("openLoops");
        plan.openLoops().forEach(open::add);
        var conditions = json.putArray("openConditions");
        plan.openConditions().forEach(conditions::add);
        return json;
    }
}
