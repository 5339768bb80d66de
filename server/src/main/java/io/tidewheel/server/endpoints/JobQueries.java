package io.tidewheel.server.endpoints;

import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.jobs.ArchivedHistories;
import io.tidewheel.controllers.jobs.InnerJobHistory;
import io.tidewheel.controllers.jobs.InnerJobView;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.JobView;
import io.tidewheel.controllers.jobs.KeptHistory;
import io.tidewheel.controllers.jobs.OpenJobs;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.JobDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How iterative jobs stand, or how they went: the engine is asked for those that it keeps, and the archive for all others. */
public final class JobQueries {
    private static final int PAGE = 10_000;
    private static final int MOST_TALLIES = 10_000;

    private final Archive archive;
    private final ArchivedHistories courses;
    private final CurrentEngine host;
    private final Time time;
    private final Map<RunId, Tally> ended = new ConcurrentHashMap<>();
    private final LongAdder reports = new LongAdder();

    public JobQueries(Archive archive, CurrentEngine host, Time time) {
        this.archive = archive;
        this.courses = new ArchivedHistories(archive);
        this.host = host;
        this.time = time;
    }

    /** What a job was made of. */
    public JobDocument document(RunId run) {
        return JobControllers.document(archive.document(run));
    }

    /** Empty if the engine is not there just now, which is no reason not to answer. */
    private <T> Optional<T> ask(ControllerInput<T> question) {
        try {
            return Optional.of(EngineAnswers.await(host.engine().take(question)));
        } catch (Refusal unavailable) {
            return Optional.empty();
        }
    }

    /**
     * How a job stands, or how it has ended.
     *
     * @param mostSamples so many steps of the history of each partition, evenly chosen
     */
    public JobView view(RunRecord run, int mostSamples) {
        return live(run, mostSamples).orElseGet(() -> past(run, mostSamples));
    }

    private Optional<JobView> live(RunRecord run, int mostSamples) {
        if (run.state().isFinal()) return Optional.empty();
        return ask(OpenJobs.view(run.id(), mostSamples)).flatMap(answer -> answer);
    }

    /** A job that has ended, from what its chains say, and from what was kept of its course. */
    private JobView past(RunRecord run, int mostSamples) {
        var chains = new ArrayList<ChainRecord>();
        for (int from = 0; ; ) {
            var page = archive.chains(run.id(), Set.of(), from, PAGE, true);
            chains.addAll(page);
            if (page.size() < PAGE) break;
            from = page.getLast().id().index() + 1;
        }
        var kept = KeptHistory.of(courses.course(run.id()));
        return JobControllers.past(run, archive.document(run.id()), chains, kept, time.instant())
                .view(mostSamples);
    }

    /** How far a job is. */
    public record Tally(long iterations, long stored) {}

    /** How far those of these runs are that are jobs; of one that has ended it is looked up once. */
    public Map<RunId, Tally> tallies(List<RunRecord> runs) {
        var jobs = runs.stream().filter(run -> run.spec().kind() == RunKind.JOB).toList();
        if (jobs.isEmpty()) return Map.of();
        var open = jobs.stream()
                .filter(run -> !run.state().isFinal())
                .map(RunRecord::id)
                .toList();
        Map<RunId, Long> stored =
                open.isEmpty() ? Map.of() : ask(OpenJobs.stored(open)).orElse(Map.of());
        var tallies = new LinkedHashMap<RunId, Tally>();
        for (var run : jobs) tallies.put(run.id(), tally(run, Optional.ofNullable(stored.get(run.id()))));
        return tallies;
    }

    private Tally tally(RunRecord run, Optional<Long> stored) {
        if (stored.isPresent()) return new Tally(document(run.id()).getIterations(), stored.get());
        if (!run.state().isFinal()) return tallyOf(run);
        if (ended.size() > MOST_TALLIES) ended.clear();
        return ended.computeIfAbsent(run.id(), _ -> tallyOf(run));
    }

    private Tally tallyOf(RunRecord run) {
        long iterations = document(run.id()).getIterations();
        // Only with enough results a job succeeds; how many there are else its chains and sites tell.
        return new Tally(
                iterations,
                run.state() == RunState.SUCCEEDED ? iterations : past(run, 0).stored());
    }

    /** How the jobs inside of a workflow stand, or how they have ended, in the order in which they began. */
    public List<InnerJobView> viewsInside(RunRecord run, int mostSamples) {
        var views = new LinkedHashMap<String, InnerJobView>();
        for (var kept : KeptHistory.of(courses.course(run.id())).inside().values())
            views.put(kept.action(), view(run, kept, mostSamples));
        for (var job : liveInside(run, mostSamples)) views.put(job.action(), shown(run, job));
        return List.copyOf(views.values());
    }

    /** How one of them stands, or how it has ended. */
    public Optional<InnerJobView> viewInside(RunRecord run, String action, int mostSamples) {
        return viewsInside(run, mostSamples).stream()
                .filter(job -> job.action().equals(action))
                .findFirst();
    }

    private List<InnerJobView> liveInside(RunRecord run, int mostSamples) {
        if (run.state().isFinal()) return List.of();
        return ask(OpenJobs.inside(run.id(), mostSamples)).orElse(List.of());
    }

    private InnerJobView view(RunRecord run, InnerJobHistory kept, int mostSamples) {
        boolean over = kept.end().isPresent() || run.state().isFinal();
        var view = kept.view(over, time.instant(), mostSamples);
        var open = view.began().isPresent() ? "RUNNING" : "QUEUED";
        return shown(run, new InnerJobView(kept.action(), kept.end().orElse(open), view));
    }

    /** What has not ended when its run has will not go on. */
    private static InnerJobView shown(RunRecord run, InnerJobView view) {
        boolean isOpen = view.state().equals("RUNNING") || view.state().equals("QUEUED");
        if (!isOpen || !run.state().isFinal()) return view;
        var end = view.job().complete()
                ? RunState.SUCCEEDED
                : run.state() == RunState.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
        return new InnerJobView(view.action(), end.name(), view.job());
    }

    /** What all open jobs add up to. */
    public OpenJobs.Sums sums() {
        return ask(OpenJobs.sums()).orElse(OpenJobs.Sums.NOTHING);
    }

    /** Counts so many more reports of progress that have come in. */
    public void count(int more) {
        reports.add(more);
    }

    /** How many reports of progress there were. */
    public long reports() {
        return reports.sum();
    }
}
