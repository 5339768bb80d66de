package io.tidewheel.experiments.tascaas;

import io.tidewheel.experiments.tascaas.SvgPlot.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All findings in one HTML page without scripts, with the quantities that the paper shows in its figures 3 to 8 as pictures. */
final class TascaasReport {
    private static final String OURS = "#1b6ca8";
    private static final String ORIGINAL = "#d9822b";
    private static final String SPLIT = "#9a9a9a";
    private static final String GOAL = "#b3202c";
    private static final List<String> COLOURS = List.of(
            "#1b6ca8", "#d9822b", "#3a8f4f", "#8250a8", "#b3202c", "#5f6b76", "#b08d00", "#00868b", "#c2488f",
            "#7a5c3e");

    private final TascaasFindings findings;
    private final StringBuilder body = new StringBuilder();

    private TascaasReport(TascaasFindings findings) {
        this.findings = findings;
    }

    static String page(TascaasFindings findings) {
        return new TascaasReport(findings).page();
    }

    private String page() {
        var options = findings.options();
        body.append(
                        "<p>Seed %d, %d noisy seeds, scenarios %s. Sites, programs and time are simulated; what decides is the code of the server: "
                                .formatted(
                                        options.seed(),
                                        options.seeds(),
                                        SvgPlot.escaped(String.join(", ", options.scenarios()))))
                .append("the default balancer (default), the same in the server's job controller on the engine (on the"
                        + " engine), and RUPER-LB with TaScaaS's functions, number for number (exact).</p>\n");
        checks();
        for (var grid : findings.grids()) body.append(grid.html());
        findings.campaign().ifPresent(this::pictures);
        if (!findings.contests().isEmpty()) contests();
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>TaScaaS's experiments on Tidewheel</title>
            <style>
            body { font: 14px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 1180px; padding: 0 1em; color: #222; background: #fff }
            table { border-collapse: collapse; margin: 1.6em 0; font-variant-numeric: tabular-nums; font-size: 13px }
            caption { text-align: left; font-weight: 600; padding-bottom: .4em }
            th, td { text-align: right; padding: .2em .6em; border-bottom: 1px solid #e4e4e4; vertical-align: bottom }
            th:first-child, td:first-child { text-align: left }
            figure { margin: 2em 0 } figcaption { max-width: 860px }
            svg { width: 860px; max-width: 100%% } svg text { font: 11px system-ui, sans-serif; fill: #444 }
            .grid { stroke: #e4e4e4 } .no { color: #b3202c; font-weight: 600 }
            </style></head><body>
            <h1>TaScaaS's experiments on Tidewheel</h1>
            %s</body></html>
            """.formatted(body);
    }

    private void checks() {
        body.append("<details open><summary>What must hold</summary><ul>\n");
        for (var check : findings.checks()) {
            body.append(
                    "<li%s>%s</li>%n".formatted(check.holds() ? "" : " class=\"no\"", SvgPlot.escaped(check.line())));
        }
        body.append("</ul></details>\n");
    }

    private void figure(String caption, SvgPlot plot) {
        body.append(
                "<figure>%n%s<figcaption>%s</figcaption></figure>%n".formatted(plot.svg(), SvgPlot.escaped(caption)));
    }

    private void pictures(JobCampaign campaign) {
        figure(
                "Speed of the sites: mean of their slots, with noisy neighbours, a drop and a late joiner.",
                speeds(campaign));
        figure(
                "Execution times against targets: below the line is in time. Point at a mark to see the job.",
                times(campaign));
        figure(
                "Partitions that were started for each job, and how many it needs at the usual speed.",
                partitions(campaign));
        figure(
                "Slots required by the hint, on, and busy: the default balancer and its hint by demand.",
                slots(campaign.ours()));
        figure("The same with the original and its two-phase hint.", slots(campaign.original()));
        var longest = campaign.ours().jobs().stream()
                .max(Comparator.comparingInt(job -> job.said().size()))
                .orElseThrow();
        figure(
                "One job from inside (%s): speed of each partition as it reported."
                        .formatted(longest.plan().name()),
                partSpeeds(longest));
        figure("The same job: how far each partition was told to go.", shares(longest));
        figure("The same job: when it would end, as the balancer saw it, against its target.", estimates(longest));
    }

    private static SvgPlot speeds(JobCampaign campaign) {
        var plot = new SvgPlot("time, s", "iterations per second of a slot");
        for (int i = 0; i < campaign.sites().size(); i++) {
            int site = i;
            long from = campaign.sites().get(i).registers();
            plot.line(
                    "%s, %d slots"
                            .formatted(
                                    campaign.sites().get(i).name(),
                                    campaign.sites().get(i).mostSlots()),
                    COLOURS.get(i),
                    samples(
                            campaign.ours(),
                            sample -> sample.second() < from
                                    ? Double.NaN
                                    : sample.speeds().get(site)));
        }
        return plot;
    }

    private static List<Point> samples(SiteSimulationResult story, ToDoubleFunction<SiteSimulationResult.Sample> what) {
        return story.samples().stream()
                .map(sample -> new Point(sample.second(), what.applyAsDouble(sample)))
                .toList();
    }

    private static SvgPlot times(JobCampaign campaign) {
        double end = Infrastructures.TARGETS.getFirst() * 1.1;
        return new SvgPlot("target, s", "execution time, s")
                .dashed("target", GOAL, List.of(new Point(0, 0), new Point(end, end)))
                .crosses("split once", SPLIT, timesOf(campaign.split(), -45))
                .crosses("exact", ORIGINAL, timesOf(campaign.original(), 45))
                .dots("default", OURS, timesOf(campaign.ours(), 0));
    }

    private static List<Point> timesOf(SiteSimulationResult story, double shift) {
        return story.jobs().stream()
                .map(job -> new Point(job.plan().target() + shift, job.secondsToEnough(), label(job)))
                .toList();
    }

    private static String label(SimJobResult job) {
        return String.format(
                Locale.ROOT,
                "%s: %d s of %d s, %d partitions, executed %.4f, uploaded %.4f",
                job.plan().name(),
                job.secondsToEnough(),
                job.plan().target(),
                job.started(),
                job.executedOver(),
                job.uploadedOver());
    }

    private static SvgPlot partitions(JobCampaign campaign) {
        var jobs = campaign.ours().jobs();
        var needed = new ArrayList<Point>();
        for (int i = 0; i < jobs.size(); i++)
            needed.add(new Point(i, jobs.get(i).plan().whenSplit(), "needed"));
        return new SvgPlot("job, in the order in which they came", "partitions")
                .named(jobs.stream()
                        .map(job -> job.plan().name().replace("job-", ""))
                        .toList())
                .bars("default", OURS, startedOf(campaign.ours()))
                .bars("exact", ORIGINAL, startedOf(campaign.original()))
                .crosses("needed", GOAL, needed);
    }

    private static List<Point> startedOf(SiteSimulationResult story) {
        var points = new ArrayList<Point>();
        for (int i = 0; i < story.jobs().size(); i++) {
            var job = story.jobs().get(i);
            points.add(new Point(i, job.started(), label(job)));
        }
        return points;
    }

    private static SvgPlot slots(SiteSimulationResult story) {
        return new SvgPlot("time, s", "slots")
                .steps(
                        "required",
                        GOAL,
                        samples(story, sample -> sample.required() < 0 ? Double.NaN : sample.required()))
                .steps("on", ORIGINAL, samples(story, SiteSimulationResult.Sample::active))
                .steps("busy", OURS, samples(story, SiteSimulationResult.Sample::busy))
                .steps("partitions that wait", SPLIT, samples(story, SiteSimulationResult.Sample::waiting));
    }

    private static Map<Integer, List<ProgramExchange>> byPart(SimJobResult job) {
        var parts = new LinkedHashMap<Integer, List<ProgramExchange>>();
        for (var said : job.said())
            parts.computeIfAbsent(said.part(), _ -> new ArrayList<>()).add(said);
        return parts;
    }

    private static SvgPlot partSpeeds(SimJobResult job) {
        var plot = new SvgPlot("time since the first start, s", "iterations per second");
        byPart(job).forEach((part, words) -> {
            var points = new ArrayList<Point>();
            for (int i = 1; i < words.size(); i++) {
                var before = words.get(i - 1);
                var said = words.get(i);
                if (said.second() == before.second()) continue;
                double speed = (double) (said.count() - before.count()) / (said.second() - before.second());
                points.add(new Point(before.second() - job.began(), speed));
                points.add(new Point(said.second() - job.began(), speed));
            }
            plot.line("%d %s".formatted(part, words.getFirst().site()), COLOURS.get(part % COLOURS.size()), points);
        });
        return plot;
    }

    private static SvgPlot shares(SimJobResult job) {
        var plot = new SvgPlot("time since the first start, s", "iterations told");
        byPart(job)
                .forEach((part, words) -> plot.steps(
                        Integer.toString(part),
                        COLOURS.get(part % COLOURS.size()),
                        words.stream()
                                .map(said -> new Point(said.second() - job.began(), said.told()))
                                .toList()));
        return plot;
    }

    private static SvgPlot estimates(SimJobResult job) {
        var estimates = new ArrayList<Point>();
        for (var moment : job.moments()) {
            double since = moment.second() - job.began();
            estimates.add(new Point(since, since + moment.estimate().orElse(Double.NaN)));
        }
        double end = job.secondsToEnough();
        double target = job.plan().target();
        return new SvgPlot("time since the first start, s", "seconds from start to end")
                .dashed("target", GOAL, List.of(new Point(0, target), new Point(end, target)))
                .line("estimate", OURS, estimates)
                .dots("its end", OURS, List.of(new Point(end, end, label(job))));
    }

    private void contests() {
        var contests = findings.contests();
        var names = new ArrayList<String>();
        for (int i = 1; i <= contests.size(); i++) names.add(Integer.toString(i));
        figure(
                "One job at three sites, a row of the table each: split once, and balanced.",
                new SvgPlot("setting, in the order of the table", "execution time, s")
                        .named(names)
                        .bars("split once", SPLIT, contestsOf(BalancerContest::split))
                        .bars("exact", ORIGINAL, contestsOf(BalancerContest::original))
                        .bars("default", OURS, contestsOf(BalancerContest::ours)));
    }

    private List<Point> contestsOf(java.util.function.Function<BalancerContest, SimJobResult> who) {
        var points = new ArrayList<Point>();
        for (int i = 0; i < findings.contests().size(); i++) {
            var contest = findings.contests().get(i);
            points.add(new Point(i, who.apply(contest).seconds(), contest.name() + ", " + label(who.apply(contest))));
        }
        return points;
    }
}
