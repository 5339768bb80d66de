package io.tidewheel.experiments.tascaas;

import io.tidewheel.experiments.tascaas.JobCampaign.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What came out of the trials, as tables, as lines of data and as what must hold. */
public record TascaasFindings(
        TascaasLab.Options options,
        List<BalancerTrial> trials,
        Optional<NoisyTrials> noisy,
        List<RestartTrial> restarts,
        List<BalancerContest> contests,
        Optional<JobCampaign> campaign) {
    public TascaasFindings {
        trials = List.copyOf(trials);
        restarts = List.copyOf(restarts);
        contests = List.copyOf(contests);
    }

    public List<FindingCheck> checks() {
        var checks = new ArrayList<FindingCheck>();
        for (var trial : trials) checks.addAll(trial.checks());
        noisy.ifPresent(each -> checks.addAll(each.checks()));
        for (var trial : restarts) checks.addAll(trial.checks());
        checks.addAll(BalancerContest.checks(contests));
        campaign.ifPresent(each -> checks.addAll(each.checks()));
        return checks;
    }

    public boolean allHold() {
        return checks().stream().allMatch(FindingCheck::holds);
    }

    /** The tables, each with a title. */
    List<NumberTable> grids() {
        var grids = new ArrayList<NumberTable>();
        if (!trials.isEmpty()) grids.add(scenarios());
        if (!trials.isEmpty()) grids.add(onTheEngine());
        noisy.ifPresent(each -> grids.add(noisy(each)));
        if (!restarts.isEmpty()) grids.add(withRestarts());
        if (!contests.isEmpty()) grids.add(staticSplit());
        campaign.ifPresent(each -> {
            grids.add(summary(each));
            grids.add(jobs(each));
        });
        return grids;
    }

    /** For people, on a terminal: the tables, and what does not hold. */
    public String text() {
        var text = new StringBuilder();
        for (var grid : grids()) text.append(grid.text()).append('\n');
        var broken = checks().stream().filter(check -> !check.holds()).toList();
        for (var check : broken) text.append(check.line()).append('\n');
        text.append("%d of %d checks hold%n".formatted(checks().size() - broken.size(), checks().size()));
        return text.toString();
    }

    private NumberTable scenarios() {
        var grid = new NumberTable(
                "One million iterations at a place; ends in s, executed and uploaded relative to what was asked for",
                "scenario",
                "target",
                "at best",
                "published ends",
                "executed",
                "uploaded",
                "exact ends",
                "started",
                "executed",
                "uploaded",
                "default ends",
                "started",
                "executed",
                "uploaded",
                "in time");
        for (var trial : trials) {
            var known = trial.scenario().published();
            var original = trial.original();
            var ours = trial.ours();
            grid.row(
                    trial.scenario().name(),
                    trial.scenario().target(),
                    trial.least(),
                    known.makespan(),
                    known.executed(),
                    known.uploaded(),
                    original.seconds(),
                    original.started(),
                    ratio(original.executedOver()),
                    ratio(original.uploadedOver()),
                    ours.seconds(),
                    ours.started(),
                    ratio(ours.executedOver()),
                    ratio(ours.uploadedOver()),
                    ours.inTime() ? "yes" : trial.isFeasible() ? "NO" : "cannot be");
        }
        return grid;
    }

    private NumberTable onTheEngine() {
        var grid = new NumberTable(
                "The same with the server's job controller on the engine, parts as chains, programs that listen to the"
                        + " last; kept: with checkpoints",
                "scenario",
                "target",
                "at best",
                "ends",
                "started",
                "executed",
                "uploaded",
                "in time",
                "kept: ends",
                "executed");
        for (var trial : trials) {
            var story = trial.engine();
            grid.row(
                    trial.scenario().name(),
                    trial.scenario().target(),
                    trial.least(),
                    story.seconds(),
                    story.started(),
                    ratio(story.executedOver()),
                    ratio(story.uploadedOver()),
                    story.inTime() ? "yes" : trial.isFeasible() ? "NO" : "cannot be",
                    trial.keeping().map(kept -> Long.toString(kept.seconds())).orElse(""),
                    trial.keeping().map(kept -> ratio(kept.executedOver())).orElse(""));
        }
        return grid;
    }

    private static NumberTable noisy(NoisyTrials noisy) {
        var grid = new NumberTable(
                "%s, %d seeds: mean (least to most)"
                        .formatted(
                                noisy.trials().getFirst().scenario().name(),
                                noisy.trials().size()),
                "balancer",
                "ends s",
                "started",
                "executed",
                "uploaded",
                "in time",
                "short");
        grid.row("published, 5 seeds", "1002-1160", "4-5", "1.013-1.055", "same", "", "");
        grid.row(noisyRow("exact", noisy, BalancerTrial::original));
        grid.row(noisyRow("default", noisy, BalancerTrial::ours));
        grid.row(noisyRow("on the engine", noisy, BalancerTrial::engine));
        return grid;
    }

    private static Object[] noisyRow(String name, NoisyTrials noisy, Function<BalancerTrial, SimJobResult> who) {
        return new Object[] {
            name,
            spread("%.0f", noisy.spread(who, SimJobResult::seconds)),
            spread("%.1f", noisy.spread(who, SimJobResult::started)),
            spread("%.4f", noisy.spread(who, SimJobResult::executedOver)),
            spread("%.4f", noisy.spread(who, SimJobResult::uploadedOver)),
            noisy.inTime(who),
            noisy.isShort(who)
        };
    }

    private static String spread(String format, NoisyTrials.Spread spread) {
        return String.format(
                Locale.ROOT,
                format + " (" + format + " to " + format + ")",
                spread.mean(),
                spread.least(),
                spread.most());
    }

    private NumberTable withRestarts() {
        var grid = new NumberTable(
                "The server goes down for 5 s while the job runs; the worst of five moments, and ten times in one run",
                "scenario",
                "where",
                "undisturbed, s",
                "killed",
                "stopped",
                "ten times",
                "executed",
                "at most");
        for (var trial : restarts) {
            grid.row(
                    trial.name(),
                    trial.where(),
                    trial.calm().seconds(),
                    costs(trial.worst(trial.killed())),
                    costs(trial.worst(trial.stopped())),
                    costs(trial.worst(List.of(trial.often()))),
                    ratio(trial.calm().executedOver()),
                    ratio(trial.mostExecuted()));
        }
        return grid;
    }

    private static String costs(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
    }

    private NumberTable staticSplit() {
        var grid = new NumberTable(
                "One job at 32 + 16 + 8 slots: the same 56 partitions split once and balanced; ends in s",
                "setting",
                "at best",
                "split",
                "exact",
                "saved",
                "executed",
                "default",
                "saved",
                "executed",
                "on the engine",
                "saved",
                "executed");
        for (var each : contests) {
            grid.row(
                    each.name(),
                    each.least(),
                    each.split().seconds(),
                    each.original().seconds(),
                    percent(each.savedByTheOriginal()),
                    ratio(each.original().executedOver()),
                    each.ours().seconds(),
                    percent(each.saved()),
                    ratio(each.ours().executedOver()),
                    each.engine().seconds(),
                    percent(each.savedOnTheEngine()),
                    ratio(each.engine().executedOver()));
        }
        return grid;
    }

    private static NumberTable summary(JobCampaign campaign) {
        var grid = new NumberTable(
                "Jobs of 3600, 2700, 2100, 1500 and 900 s at 32 + 16 + 8 slots, seed " + campaign.seed(),
                "balancer",
                "jobs",
                "in time",
                "short",
                "time/target mean",
                "worst",
                "executed mean",
                "uploaded least",
                "partitions",
                "slot hours on",
                "busy");
        summaryRow(grid, "split once", campaign.split());
        summaryRow(grid, "exact", campaign.original());
        summaryRow(grid, "default", campaign.ours());
        summaryRow(grid, "on the engine", campaign.engine());
        return grid;
    }

    private static void summaryRow(NumberTable grid, String name, SiteSimulationResult story) {
        var sum = Summary.of(story);
        grid.row(
                name,
                sum.jobs(),
                sum.inTime(),
                sum.lacking(),
                ratio(sum.meanTime()),
                ratio(sum.worstTime()),
                ratio(sum.meanExecuted()),
                ratio(sum.leastUploaded()),
                sum.started(),
                hours(sum.activeHours()),
                hours(sum.busyHours()));
    }

    private static NumberTable jobs(JobCampaign campaign) {
        var grid = new NumberTable(
                "The same, job by job; s from the first start until the results that were asked for are there",
                "job",
                "comes at",
                "target",
                "needs",
                "split",
                "exact",
                "started",
                "default",
                "started",
                "at once",
                "executed",
                "waits");
        for (int i = 0; i < campaign.ours().jobs().size(); i++) {
            var ours = campaign.ours().jobs().get(i);
            var original = campaign.original().jobs().get(i);
            grid.row(
                    ours.plan().name(),
                    ours.plan().submitted(),
                    ours.plan().target(),
                    ours.plan().whenSplit(),
                    timed(campaign.split().jobs().get(i)),
                    timed(original),
                    original.started(),
                    timed(ours),
                    ours.started(),
                    ours.mostAtWork(),
                    ratio(ours.executedOver()),
                    ours.began() - ours.plan().submitted());
        }
        return grid;
    }

    private static String timed(SimJobResult job) {
        return job.secondsToEnough() + (job.isShort() ? " short" : job.inTime() ? "" : " late");
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String hours(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * value);
    }

    // --- for programs ---

    /** One object for each job that was simulated and for each check. */
    public List<Map<String, Object>> lines() {
        var lines = new ArrayList<Map<String, Object>>();
        for (var trial : trials) all(lines, "scenario", trial, Optional.empty());
        noisy.ifPresent(all -> {
            for (int i = 0; i < all.trials().size(); i++)
                all(lines, "scenario", all.trials().get(i), Optional.of(all.firstSeed() + i));
        });
        for (var trial : restarts) {
            lines.add(line("restart", trial.name(), "undisturbed " + trial.where(), trial.calm(), 0));
            for (var story : trial.killed()) lines.add(line("restart", trial.name(), "killed", story, 0));
            for (var story : trial.stopped()) lines.add(line("restart", trial.name(), "stopped", story, 0));
            lines.add(line("restart", trial.name(), "ten times", trial.often(), 0));
        }
        for (var contest : contests) {
            lines.add(line("static", contest.name(), "split", contest.split(), contest.least()));
            lines.add(line("static", contest.name(), "exact", contest.original(), contest.least()));
            lines.add(line("static", contest.name(), "default", contest.ours(), contest.least()));
            lines.add(line("static", contest.name(), "engine", contest.engine(), contest.least()));
        }
        campaign.ifPresent(each -> {
            for (var job : each.split().jobs()) lines.add(line("job", job.plan().name(), "split", job, 0));
            for (var job : each.original().jobs())
                lines.add(line("job", job.plan().name(), "exact", job, 0));
            for (var job : each.ours().jobs()) lines.add(line("job", job.plan().name(), "default", job, 0));
            for (var job : each.engine().jobs())
                lines.add(line("job", job.plan().name(), "engine", job, 0));
        });
        for (var check : checks()) {
            lines.add(inOrder("kind", "check", "what", check.what(), "holds", check.holds(), "seen", check.seen()));
        }
        return lines;
    }

    private static void all(List<Map<String, Object>> lines, String kind, BalancerTrial trial, Optional<Long> seed) {
        var id = trial.scenario().id();
        var fresh = new ArrayList<Map<String, Object>>();
        fresh.add(line(kind, id, "exact", trial.original(), trial.least()));
        fresh.add(line(kind, id, "default", trial.ours(), trial.least()));
        fresh.add(line(kind, id, "engine", trial.engine(), trial.least()));
        trial.keeping().ifPresent(story -> fresh.add(line(kind, id, "engine, kept", story, trial.least())));
        seed.ifPresent(number -> fresh.forEach(line -> line.put("seed", number)));
        lines.addAll(fresh);
    }

    private static Map<String, Object> line(String kind, String name, String balancer, SimJobResult job, long least) {
        var line = inOrder(
                "kind",
                kind,
                "name",
                name,
                "balancer",
                balancer,
                "iterations",
                job.plan().iterations(),
                "targetSeconds",
                job.plan().target(),
                "seconds",
                job.seconds(),
                "secondsToEnough",
                job.secondsToEnough(),
                "started",
                job.started(),
                "executed",
                job.executedOver(),
                "uploaded",
                job.uploadedOver(),
                "inTime",
                job.inTime(),
                "short",
                job.isShort());
        if (least > 0) line.put("leastSeconds", least);
        return line;
    }

    private static Map<String, Object> inOrder(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        return map;
    }

    /** For people, as one HTML page that needs no network. */
    public String page() {
        return TascaasReport.page(this);
    }
}
