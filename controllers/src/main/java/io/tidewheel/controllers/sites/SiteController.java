package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.hint.DemandHint;
import io.tidewheel.balancing.hint.ScaleHint;
import io.tidewheel.balancing.hint.Site;
import io.tidewheel.balancing.hint.SiteDemand;
import io.tidewheel.balancing.hint.SiteRegistry;
import io.tidewheel.balancing.hint.TwoPhaseHint;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobUrgency;
import io.tidewheel.controllers.jobs.SiteOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Looks after foreign sites: knows those that have registered, hands them partitions, and says how much capacity is wanted. Each method is an input of the
 * engine. What partitions are offered to whom is durable before the site hears of it; which sites there are is not, for a site that was forgotten shows
 * itself with the size it began with.
 */
public final class SiteController {
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(2);
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);
    /** Between two looks at all partitions that sites have. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    /** A result may be on its way for so long before it is looked for. */
    private static final Duration RESULT_ON_ITS_WAY = Duration.ofSeconds(30);

    private static final int MOST_SITES = 10_000;
    private static final int MOST_SLOTS_AT_ONCE = 10_000;

    private final SiteRules rules;
    private final Consumer<JobController> ended;
    private final SiteJobs jobs = new SiteJobs();
    private final SiteReports reports = new SiteReports(jobs);
    private final SiteAbsences absences = new SiteAbsences();
    private SiteRegistry sites;
    private ScaleHint hint;
    private Instant lookedAround = Instant.EPOCH;

    /**
     * @param now when it begins to look
     * @param ended is told of jobs that have ended; must not wait
     */
    public SiteController(SiteRules rules, Instant now, Consumer<JobController> ended) {
        this.rules = rules;
        this.ended = ended;
        this.sites = SiteRegistry.empty(rules.scaleTime(), MOST_SITES);
        this.hint = rules.originalHint()
                ? TwoPhaseHint.first(rules.scaleTime(), now)
                : DemandHint.first(rules.scaleTime(), now);
    }

    /** What sites say of single partitions. */
    public SiteReports reports() {
        return reports;
    }

    // --- jobs come and go ---

    /** An engine begins: there is no job yet. */
    public void begin() {
        jobs.clear();
    }

    public void entered(RunController controller) {
        if (controller instanceof JobController job && job.plan().hasSites()) jobs.enter(job);
    }

    /** @param isOver whether the job has ended; else another server keeps it now */
    public void left(RunController controller, boolean isOver) {
        if (!(controller instanceof JobController job) || !job.plan().hasSites()) return;
        jobs.leave(job);
        if (isOver) ended.accept(job);
    }

    /** The names of jobs for which results may have been brought that were not told here: they are to be found and told. */
    public List<String> unlooked() {
        return jobs.unlooked();
    }

    /** All has been told that sites have brought for a job. */
    public void looked(String job) {
        jobs.looked(job);
    }

    // --- sites ---

    public void register(ControllerTurn turn, SiteIdentity site) {
        sites = sites.register(site.heard(turn.now()));
        look(turn);
    }

    /** A site lives, and may have changed its size. Answers the capacity that it should have. */
    public String update(ControllerTurn turn, SiteIdentity site, OptionalInt slots, OptionalInt mostSlots) {
        know(turn, site);
        sites = sites.heard(site.id(), slots, mostSlots, turn.now()).orElse(sites);
        look(turn);
        return hint.requiredCapacity();
    }

    public void disconnect(ControllerTurn turn, SiteIdentity site) {
        sites = sites.without(site.id());
        voidOffers(turn, offer -> offer.site().equals(site.shown()));
        look(turn);
    }

    /** A site that was forgotten, by us or by a restart, is welcome with the size it began with. */
    private void know(ControllerTurn turn, SiteIdentity site) {
        if (sites.find(site.id()).isEmpty()) sites = sites.register(site.heard(turn.now()));
    }

    /** A site brings a result, and so it lives. */
    public void heard(ControllerTurn turn, SiteIdentity site) {
        know(turn, site);
        sites = sites.heard(site.id(), turn.now()).orElse(sites);
    }

    private void look(ControllerTurn turn) {
        var now = turn.now();
        voidOffers(turn, offer -> offer.until().isBefore(now));
        hint = hint.looked(sites.capacity(now), demand(), now);
    }

    private void voidOffers(ControllerTurn turn, Predicate<SiteOffer> which) {
        for (var job : jobs.all())
            if (job.voidOffers(which)) {
                var _ = turn.find(job.run());
            }
    }

    private SiteDemand demand() {
        long running = 0;
        long urgent = 0;
        long patient = 0;
        for (var job : jobs.all()) {
            var now = job.job();
            int queued = now.queued();
            running += now.running();
            if (now.goal().target().isPresent()) urgent += queued;
            else patient += queued;
        }
        return new SiteDemand(running, urgent, patient, Duration.ZERO);
    }

    // --- what they pull ---

    /**
     * What a site gets that asks for work.
     *
     * @param requiredCapacity the capacity that it should have
     */
    public record Pulled(String requiredCapacity, List<PulledPartition> partitions) {}

    public Pulled pull(ControllerTurn turn, SiteIdentity site, int slots) {
        heard(turn, site);
        look(turn);
        var taken = take(turn, site.shown(), Math.min(slots, MOST_SLOTS_AT_ONCE));
        hint = hint.dispatched(taken.size());
        return new Pulled(hint.requiredCapacity(), taken);
    }

    /** A job with partitions that sites may begin. */
    private record Waiting(JobController job, JobUrgency urgency, List<Integer> partitions) {}

    /**
     * By priority, then by deadline; of those that are alike the oldest job first, but nobody twice before everybody had one. Of a job the first partition
     * that waits.
     */
    private List<PulledPartition> take(ControllerTurn turn, String site, int most) {
        var held = new HashMap<JobController, Integer>();
        var waiting = new ArrayList<Waiting>();
        for (var job : jobs.all()) waiting(turn, job).ifPresent(waiting::add);
        for (var each : waiting) held.put(each.job, each.job.job().running() + each.job.offers());
        var taken = new ArrayList<PulledPartition>();
        while (taken.size() < most && !waiting.isEmpty()) {
            var next = waiting.stream().min(order(held)).orElseThrow();
            int partition = next.partitions.removeFirst();
            if (next.partitions.isEmpty()) waiting.remove(next);
            if (!next.job.offer(partition, new SiteOffer(site, turn.now().plus(leaseTime(next.job))))) continue;
            held.merge(next.job, 1, Integer::sum);
            var plan = next.job.plan();
            taken.add(new PulledPartition(
                    next.job.run(), plan.document(), partition, plan.goal().reportEvery()));
        }
        return taken;
    }

    private static Comparator<Waiting> order(Map<JobController, Integer> held) {
        return Comparator.comparing(Waiting::urgency)
                .thenComparingInt(each -> held.getOrDefault(each.job, 0))
                .thenComparing(each -> each.job.run());
    }

    private static Optional<Waiting> waiting(ControllerTurn turn, JobController job) {
        var run = turn.find(job.run());
        if (run.isEmpty() || !run.get().mayStart()) return Optional.empty();
        var queued = new ArrayList<Integer>();
        for (var part : job.job().partitions()) {
            boolean waits = part.state() instanceof PartitionState.Queued;
            if (waits && job.offerOf(part.index()).isEmpty()) queued.add(part.index());
        }
        return queued.isEmpty()
                ? Optional.empty()
                : Optional.of(new Waiting(job, JobUrgency.of(run.get().spec()), queued));
    }

    private static Duration leaseTime(JobController job) {
        var twice = job.plan().goal().reportEvery().multipliedBy(2);
        if (twice.compareTo(SHORTEST_LEASE) < 0) return SHORTEST_LEASE;
        return twice.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : twice;
    }

    // --- what time brings ---

    /** Looks after what nobody calls about. To be called every second or so. */
    public void tick(ControllerTurn turn) {
        look(turn);
        if (Duration.between(lookedAround, turn.now()).abs().compareTo(BETWEEN_LOOKS) < 0) return;
        lookedAround = turn.now();
        loseOfGone(turn);
        for (var job : jobs.all()) if (awaitsResult(job, turn.now().minus(RESULT_ON_ITS_WAY))) jobs.lookAgain(job);
    }

    /** Another server may have been brought the result: it told those jobs that it keeps. */
    private static boolean awaitsResult(JobController job, Instant since) {
        return job.job().firstFinished().filter(since::isAfter).isPresent();
    }

    /** A plain split has no reports by which one could tell that a site is gone. */
    private void loseOfGone(ControllerTurn turn) {
        var splits = jobs.all().stream().filter(job -> !job.plan().isBalanced()).toList();
        var holders = new HashSet<String>();
        for (var job : splits) eachAtSite(job, part -> holders.add(part.site()));
        var gone = absences.gone(holders, sites, turn.now());
        if (gone.isEmpty()) return;
        for (var job : splits) lose(turn, job, gone);
    }

    /** The partitions that a site works on, or has done without bringing its result. */
    private static void eachAtSite(JobController job, Consumer<Partition> taker) {
        for (var part : job.job().partitions()) {
            boolean isBegun =
                    part.state() instanceof PartitionState.Running || part.state() instanceof PartitionState.Finished;
            if (isBegun && job.isAtSite(part.index())) taker.accept(part);
        }
    }

    private static void lose(ControllerTurn turn, JobController job, Set<String> gone) {
        eachAtSite(job, part -> {
            if (!gone.contains(part.site())) return;
            var _ = turn.find(job.run());
            job.change(part.index(), (known, at) -> JobBalancer.lose(known, part.index(), "its site is gone", at));
        });
    }

    // --- for people ---

    /** What people see of the sites. */
    public SiteOverview view(ControllerTurn turn) {
        var running = new HashMap<String, Integer>();
        var offered = new HashMap<String, Integer>();
        for (var job : jobs.all()) {
            for (var part : job.job().partitions()) {
                if (part.state() instanceof PartitionState.Running) running.merge(part.site(), 1, Integer::sum);
                job.offerOf(part.index()).ifPresent(offer -> offered.merge(offer.site(), 1, Integer::sum));
            }
        }
        var rows = new LinkedHashMap<String, SiteOverview.SiteRow>();
        for (var site : sites.sites().values()) {
            var presence = site.presence(rules.scaleTime(), turn.now());
            if (presence == Site.Presence.REMOVED) continue;
            var shown = SiteIdentity.shown(site.id());
            rows.put(
                    site.id(),
                    new SiteOverview.SiteRow(
                            shown,
                            presence,
                            site.slots(),
                            site.mostSlots(),
                            site.heard(),
                            running.getOrDefault(shown, 0),
                            offered.getOrDefault(shown, 0)));
        }
        return new SiteOverview(hint.requiredCapacity(), hint.why(), rules.scaleTime(), List.copyOf(rows.values()));
    }
}
