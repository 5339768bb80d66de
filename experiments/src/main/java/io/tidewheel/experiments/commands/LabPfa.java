package io.tidewheel.experiments.commands;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.FailureWords;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.TextTable;
import io.tidewheel.cli.workflows.GraphFile;
import io.tidewheel.experiments.pfa.PfaExperiment;
import io.tidewheel.experiments.pfa.PfaLab;
import io.tidewheel.experiments.pfa.PfaReport;
import io.tidewheel.experiments.pfa.PolicyTrial;
import io.tidewheel.experiments.pfa.SideExperiment;
import io.tidewheel.experiments.pfa.TrialSummary;
import io.tidewheel.experiments.workloads.ArrivalTrace;
import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.workflow.imports.TaskGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code tidewheel lab pfa}. */
@Command(
        name = "pfa",
        description = {
            "Does the experiments of the report on the Performance-Feedback Autoscaler again, under virtual time: two"
                    + " users with budgets, 64 machines of two types, three sets of 200 workflows.",
            "Experiments: budgets (60, 80, 100 and 120 for both), unequal (120 and 80), averages (how long PFA"
                    + " remembers), workload2 (one type slower for every task), others (policies that know nothing of"
                    + " budgets), size (how long the lab takes for 100,000 tasks), speed (how long decisions take),"
                    + " cloudkon (its provisioning experiment), optimum (policies beside the best schedule a solver"
                    + " finds), all.",
            "Policies of your own choice with --policy, --budget, --workload or --files. The same seed gives the same"
                    + " figures, but for the time that decisions take."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel lab pfa -o report.html",
            "  tidewheel lab pfa --experiment unequal",
            "  tidewheel lab pfa --policy pfa-ma:20,leap --budget 60,120/80 --workload 2 --format json",
            "  tidewheel lab pfa --policy pfa-ewma,leap --budget 100 --files workflows/"
        })
final class LabPfa implements Callable<Integer> {
    private static final String ALL = "all";
    private static final List<String> POLICIES = List.of("pfa-ma", "pfa-ewma", "plf", "scf", "leap");
    private static final int MOST_SEEDS = 1_000;
    private static final int USERS = 2;

    @Option(names = "--experiment", split = ",", paramLabel = "NAME", description = "Which ones (budgets).")
    private List<String> experiments = List.of();

    @Option(
            names = "--policy",
            split = ",(?=[a-z])",
            splitSynopsisLabel = ",",
            paramLabel = "P",
            description = "Policies of your choice, as in pfa-ma:20,leap.")
    private List<String> policies = List.of();

    @Option(
            names = "--budget",
            split = ",",
            paramLabel = "B",
            description = "Budgets of your choice per interval of a minute: 100 for both users, 120/80 for each.")
    private List<String> budgets = List.of();

    @Option(names = "--workload", paramLabel = "N", description = "The report's workload, 1 or 2 (1).")
    private @Nullable Integer workload;

    @Option(
            names = "--files",
            split = ",",
            paramLabel = "FILE",
            description = "Workflows from these files or folders (DAX or WfFormat) instead of drawn ones.")
    private List<Path> files = List.of();

    @Option(
            names = "--shorter",
            paramLabel = "X",
            description = "Makes tasks of files shorter by this factor, to whole seconds (30).")
    private double shorter = 30;

    @Option(names = "--seed", paramLabel = "SEED", description = "What everything is drawn from (1).")
    private long seed = 1;

    @Option(names = "--seeds", paramLabel = "N", description = "Repeats it with so many seeds (1).")
    private int seeds = 1;

    @Option(names = "--set", split = ",", paramLabel = "N", description = "Which of the three sets (1,2,3).")
    private List<Integer> sets = List.of(1, 2, 3);

    @Option(
            names = "--without-engine",
            description = "Faster: policies, placement and machines alone, without the engine and the fleet service.")
    private boolean withoutEngine;

    @Option(
            names = "--without-fleet",
            description = "With the engine, but machines are there and gone at once, without the fleet service.")
    private boolean withoutFleet;

    @Option(
            names = "--failures",
            paramLabel = "D",
            converter = OptionValues.OfDuration.class,
            description = "Machines fail after this time on average, and their tasks start again (never).")
    private Duration failures = Duration.ZERO;

    @Option(
            names = "--refusals",
            paramLabel = "X",
            description = "Which part of the machines that are asked for cannot be made (0); not with"
                    + " --without-engine or --without-fleet.")
    private double refusals;

    @Option(
            names = "--data-latency",
            paramLabel = "D",
            converter = OptionValues.OfDuration.class,
            description = "How long each task waits for its data, however little (0).")
    private Duration latency = Duration.ZERO;

    @Option(
            names = "--data-rate",
            paramLabel = "MB",
            description =
                    "How many megabytes a task reads in a second; its files have the sizes of the workflow (no limit).")
    private double rate;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Workflows arrive as this file says, not at random: a line for each with SECONDS, and USER and"
                            + " PRIORITY if you like.")
    private @Nullable Path trace;

    @Option(
            names = "--solver-time",
            paramLabel = "D",
            converter = OptionValues.OfDuration.class,
            description = "How long the solver may take for each budget (60s).")
    private Duration solverTime = Duration.ofMinutes(1);

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Writes tables and pictures to this HTML file.")
    private @Nullable Path out;

    @Option(names = "--format", paramLabel = "MODE", description = "table or json, one object a line (table).")
    private String format = "table";

    private final Console console;
    private final Map<String, TrialSummary> done = new HashMap<>();
    private final Set<String> warm = new HashSet<>();

    LabPfa(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!format.equals("table") && !format.equals("json"))
            throw CliError.usage("--format '%s' is not known here: use table or json".formatted(format));
        var file = ReportFile.of(console, out);
        var lab = lab();
        var report = new PfaReport();
        var side = side();
        for (var entry : trials().entrySet()) report.add(entry.getKey(), run(lab, entry.getKey(), entry.getValue()));
        for (var each : side) {
            console.note(each.word());
            report.add(each.run(seed, solverTime, console::note));
        }
        tell(report);
        file.ifPresent(wanted ->
                wanted.write(report.html("Made with seed %d, %d time(s), sets %s.".formatted(seed, seeds, sets))));
        return ExitCodes.OK;
    }

    // --- what was asked for ---

    private PfaLab lab() {
        if (seeds < 1 || seeds > MOST_SEEDS)
            throw CliError.usage("--seeds is from 1 to %d, not %d".formatted(MOST_SEEDS, seeds));
        if (!(shorter > 0)) throw CliError.usage("--shorter is more than 0, not " + shorter);
        for (int set : sets) if (set < 1 || set > 3) throw CliError.usage("--set is 1, 2 or 3, not " + set);
        return new PfaLab(
                seed,
                seeds,
                sets.stream().map(set -> set - 1).toList(),
                mode(),
                graphs(),
                shorter,
                trace(),
                conditions());
    }

    private FleetScenario.DispatchMode mode() {
        if (withoutEngine && withoutFleet)
            throw CliError.usage("--without-engine is also without the fleet: leave one of the two out");
        if (refusals > 0 && (withoutEngine || withoutFleet))
            throw CliError.usage("--refusals needs the fleet service: leave --without-engine and --without-fleet out");
        if (withoutEngine) return FleetScenario.DispatchMode.PLACEMENT;
        return withoutFleet ? FleetScenario.DispatchMode.ENGINE : FleetScenario.DispatchMode.FLEET;
    }

    private FleetScenario.Conditions conditions() {
        try {
            return new FleetScenario.Conditions(failures, refusals, latency, rate * 1e6);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private Optional<ArrivalTrace> trace() {
        var wanted = trace;
        if (wanted == null) return Optional.empty();
        try {
            return Optional.of(ArrivalTrace.parse(Files.readString(wanted), USERS));
        } catch (IOException unreadable) {
            throw CliError.usage("cannot read %s: %s".formatted(wanted, unreadable.getMessage()));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(wanted, wrong.getMessage()));
        }
    }

    private Map<PfaExperiment, List<PolicyTrial>> trials() {
        boolean own = !policies.isEmpty() || !budgets.isEmpty() || workload != null || !files.isEmpty();
        if (own && !experiments.isEmpty())
            throw CliError.usage(
                    "--experiment says which policies and budgets there are: leave it out, or --policy, --budget,"
                            + " --workload and --files");
        try {
            if (own) return Map.of(PfaExperiment.OWN, ownTrials());
            var trials = new LinkedHashMap<PfaExperiment, List<PolicyTrial>>();
            for (var each : wanted()) trials.put(each, each.trials());
            return trials;
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()), "example: tidewheel lab pfa --policy pfa-ma,leap --budget 100");
        }
    }

    private List<PfaExperiment> wanted() {
        if (experiments.isEmpty()) return List.of(PfaExperiment.BUDGETS);
        if (experiments.contains(ALL)) return PfaExperiment.all();
        return experiments.stream()
                .filter(word -> SideExperiment.of(word).isEmpty())
                .map(PfaExperiment::of)
                .distinct()
                .toList();
    }

    private List<SideExperiment> side() {
        if (experiments.contains(ALL)) return List.of(SideExperiment.values());
        return experiments.stream()
                .flatMap(word -> SideExperiment.of(word).stream())
                .distinct()
                .toList();
    }

    private List<PolicyTrial> ownTrials() {
        var source = files.isEmpty()
                ? new PolicyTrial.Source.Drawn(RunTimeRule.of(workload == null ? 1 : workload))
                : new PolicyTrial.Source.Files("files");
        var trials = new ArrayList<PolicyTrial>();
        for (var budget : budgets.isEmpty() ? List.of("100") : budgets) {
            for (var policy : policies.isEmpty() ? POLICIES : policies)
                trials.add(new PolicyTrial(NamedPolicy.of(policy), source, money(budget)));
        }
        return trials;
    }

    private static List<Money> money(String text) {
        var parts = text.split("/", -1);
        if (parts.length > 2)
            throw new IllegalArgumentException("a budget is one amount or two, as in 120/80, not '%s'".formatted(text));
        var one = Money.parse(parts[0]);
        return parts.length == 2 ? List.of(one, Money.parse(parts[1])) : Collections.nCopies(2, one);
    }

    private List<TaskGraph> graphs() {
        var graphs = new ArrayList<TaskGraph>();
        for (var name : files) {
            var path = console.folder().resolve(name);
            try (Stream<Path> found = Files.isDirectory(path) ? Files.walk(path) : Stream.of(path)) {
                for (var each : found.sorted().filter(LabPfa::isWorkflow).toList()) graphs.add(graph(each));
            } catch (IOException unreadable) {
                throw CliError.usage("%s cannot be read: %s".formatted(name, FailureWords.of(unreadable)));
            }
        }
        if (!files.isEmpty() && graphs.isEmpty())
            throw CliError.usage(
                    "--files: no .dax or .json file is there", "example: --files montage.dax,genome.json.gz");
        return graphs;
    }

    private static boolean isWorkflow(Path path) {
        return path.getFileName().toString().matches(".*\\.(dax|xml|json)(\\.gz)?");
    }

    private static TaskGraph graph(Path path) {
        var reading = GraphFile.read(path, path.toString());
        if (!reading.isFine())
            throw CliError.usage(
                    "%s: %s".formatted(path, reading.complaints().getFirst().message()));
        return reading.orThrow();
    }

    // --- doing it ---

    private List<TrialSummary> run(PfaLab lab, PfaExperiment experiment, List<PolicyTrial> trials) {
        var summaries = new ArrayList<TrialSummary>();
        for (var trial : trials) if (warm.add(trial.contestant().name())) lab.warmUp(trial.contestant());
        for (var trial : trials) {
            var key = trial.contestant() + " " + trial.sourceText() + " " + trial.budgetText();
            console.note("%s: %s".formatted(experiment.word(), key));
            summaries.add(done.computeIfAbsent(key, _ -> lab.run(trial)));
        }
        return summaries;
    }

    // --- telling of it ---

    private void tell(PfaReport report) {
        if (format.equals("json")) {
            report.results()
                    .forEach((experiment, summaries) -> summaries.forEach(
                            each -> console.out().println(JsonText.MAPPER.writeValueAsString(json(experiment, each)))));
            for (var chapter : report.chapters()) {
                for (var row : chapter.rows()) {
                    var json = JsonText.object().put("experiment", chapter.title());
                    for (int i = 0; i < row.size(); i++)
                        json.put(chapter.titles().get(i), row.get(i));
                    console.out().println(JsonText.MAPPER.writeValueAsString(json));
                }
            }
            for (var finding : report.findings()) {
                console.out()
                        .println(JsonText.MAPPER.writeValueAsString(JsonText.object()
                                .put("claim", finding.claim())
                                .put("seen", finding.seen())
                                .put("reproduced", finding.holds())));
            }
            console.out().flush();
            return;
        }
        var titles = PfaReport.titles();
        var right = new ArrayList<>(Collections.nCopies(titles.size(), true));
        right.set(0, false);
        report.results().forEach((experiment, summaries) -> {
            console.out().println(experiment.title());
            TextTable.write(
                    console,
                    titles,
                    right,
                    summaries.stream().map(PfaReport::row).toList());
            console.out().println();
        });
        for (var chapter : report.chapters()) {
            console.out().println(chapter.title());
            var align = new ArrayList<>(Collections.nCopies(chapter.titles().size(), true));
            align.set(0, false);
            TextTable.write(console, chapter.titles(), align, chapter.rows());
            console.out().println();
        }
        for (var finding : report.findings())
            console.out()
                    .println("%s  %s: %s".formatted(finding.holds() ? "yes" : "NO ", finding.claim(), finding.seen()));
        console.out().flush();
    }

    private static ObjectNode json(PfaExperiment experiment, TrialSummary each) {
        var json = JsonText.object()
                .put("experiment", experiment.word())
                .put("policy", each.policy())
                .put("workload", each.trial().sourceText())
                .put("budget", each.trial().budgetText())
                .put("workflows", each.slowdowns().length)
                .put("meanSlowdown", each.meanSlowdown())
                .put("medianSlowdown", each.medianSlowdown())
                .put("p95Slowdown", each.slowdownAt(0.95))
                .put("underAmount", each.underAmount())
                .put("overAmount", each.overAmount())
                .put("underTime", each.underTime())
                .put("overTime", each.overTime())
                .put("busy", each.busy())
                .put("reserved", each.reserved())
                .put("costPerInterval", each.costPerInterval())
                .put("fairness", each.fairness())
                .put("mostOfBudget", each.mostOfBudget())
                .put("refused", each.refused())
                .put("medianDecisionMillis", each.medianDecisionMillis());
        var byUser = json.putArray("users");
        for (int user = 0; user < each.costByUser().size(); user++) {
            byUser.addObject()
                    .put("budget", each.trial().budgets().get(user).toString())
                    .put("meanSlowdown", mean(each.slowdownsByUser().get(user)))
                    .put("costPerInterval", each.costByUser().get(user));
        }
        return json;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        return values.length == 0 ? 0 : sum / values.length;
    }
}
