package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.balancing.BalancerStep;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.foreign.ForeignBalancer;
import io.tidewheel.balancing.hint.DemandHint;
import io.tidewheel.balancing.hint.ScaleHint;
import io.tidewheel.balancing.hint.Site;
import io.tidewheel.balancing.hint.SiteDemand;
import io.tidewheel.balancing.hint.SiteRegistry;
import io.tidewheel.balancing.hint.TwoPhaseHint;
import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Time;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.jobs.JobController;
import io.tidewheel.server.jobs.JobControllers;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.sites.SiteOverview;
import io.tidewheel.server.sites.SitePartitionRecords;
import io.tidewheel.server.sites.TascaasSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves foreign sites: registers them, hands them partitions, balances what they do, and takes their results. Each method is one call of a TaScaaS
 * client and answers what it expects to read. Safe for many threads.
 */
public final class TascaasService implements JobControllers.Listener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TascaasService.class);
    private static final Duration DATA_URL = Duration.ofMinutes(20);
    private static final Duration UPLOAD_URL = Duration.ofMinutes(15);
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(2);
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);
    private static final long LARGEST_RESULT = 1L << 36;
    private static final int MOST_SITES = 10_000;
    private static final int MOST_ENDED = 10_000;
    private static final int MOST_SLOTS_AT_ONCE = 10_000;

    /** The right of a site to begin a partition that it was offered. */
    private record Lease(String site, Instant until) {}

    private record Place(RunId run, int partition) {}

    private final TascaasSettings settings;
    private final Time time;
    private final ObjectStore objects;
    private final ObjectUrls urls;
    private final SiteIds ids;
    private final JobKeys keys;
    private final SitePartitionRecords rows;
    private final Consumer<RunId> started;
    /** For what nobody has to wait for. */
    private final ExecutorService later = Executors.newVirtualThreadPerTaskExecutor();

    private final Map<String, JobController> jobs = new LinkedHashMap<>();
    private final Map<Place, Lease> leases = new HashMap<>();
    private final Map<String, Boolean> ended = new LinkedHashMap<>();
    private final Map<RunId, BalancerAdvice> advices = new HashMap<>();
    private SiteRegistry sites;
    private ScaleHint hint;

    /** @param started tells the engine that somebody works on a run */
    public TascaasService(
            TascaasSettings settings,
            Time time,
            ObjectStore objects,
            ObjectUrls urls,
            SiteIds ids,
            Consumer<RunId> started) {
        this.settings = settings;
        this.time = time;
        this.objects = objects;
        this.urls = urls;
        this.ids = ids;
        this.keys = new JobKeys(ids);
        this.started = started;
        this.rows = new SitePartitionRecords(objects);
        this.sites = SiteRegistry.empty(settings.scaleTime(), MOST_SITES);
        this.hint = settings.originalHint()
                ? TwoPhaseHint.first(settings.scaleTime(), time.instant())
                : DemandHint.first(settings.scaleTime(), time.instant());
    }

    public TascaasSettings settings() {
        return settings;
    }

    // --- jobs come and go ---

    @Override
    public void restore(JobController job) {
        if (!job.plan().hasSites()) return;
        var id = job.plan().document().getForeignId();
        job.restore(
                planned -> rows.restored(planned, job.run(), id, job.began(), time.instant()),
                rows.taken(job.run(), false),
                rows.taken(job.run(), true));
    }

    @Override
    public void opened(JobController job) {
        if (!job.plan().hasSites()) return;
        var id = job.plan().document().getForeignId();
        var offered = rows.offered(job.run());
        synchronized (this) {
            jobs.put(id, job);
            for (var each : offered)
                leases.put(new Place(job.run(), each.partition()), new Lease(each.site(), each.until()));
        }
    }

    @Override
    public void ended(JobController job) {
        if (!job.plan().hasSites()) return;
        var id = job.plan().document().getForeignId();
        synchronized (this) {
            jobs.remove(id);
            leases.keySet().removeIf(place -> place.run().equals(job.run()));
            remember(id);
            var advice = advices.remove(job.run());
            if (advice != null) later.execute(advice::close);
        }
        keepLater("the end of job " + id, () -> rows.keepEnd(id));
    }

    private void keepLater(String what, Runnable step) {
        later.execute(() -> {
            try {
                step.run();
            } catch (RuntimeException failed) {
                log.warn("{} could not be kept: {}", what, failed.toString());
            }
        });
    }

    /** Waits until everything is kept that is to be. To be called when nobody calls any more. */
    @Override
    public void close() {
        later.close();
        List<BalancerAdvice> all;
        synchronized (this) {
            all = List.copyOf(advices.values());
            advices.clear();
        }
        all.forEach(BalancerAdvice::close);
    }

    private void remember(String id) {
        ended.put(id, true);
        if (ended.size() > MOST_ENDED) ended.remove(ended.keySet().iterator().next());
    }

    // --- sites ---

    public TascaasReply register(QueryString query) {
        var call = TascaasCall.Register.read(query, this::isSecret);
        var id = ids.make(new SiteIds.Size(call.slots(), call.maxSlots()));
        var now = time.instant();
        synchronized (this) {
            sites = sites.register(new Site(id, call.slots(), call.maxSlots(), now));
            look(now);
        }
        log.info("site {} registered: {} of at most {} slots", SiteIds.shown(id), call.slots(), call.maxSlots());
        return TascaasReplies.registered(id, settings.scaleTime());
    }

    private boolean isSecret(String said) {
        return MessageDigest.isEqual(
                said.getBytes(StandardCharsets.UTF_8), settings.secret().getBytes(StandardCharsets.UTF_8));
    }

    public synchronized TascaasReply update(String id, QueryString query) {
        var now = time.instant();
        if (!isKnown(id, now)) return TascaasReply.UNKNOWN_SITE;
        var call = TascaasCall.Update.read(query);
        sites = sites.heard(id, call.slots(), call.maxSlots(), now).orElse(sites);
        look(now);
        return TascaasReplies.updated(hint.requiredCapacity(), settings.scaleTime(), now);
    }

    public synchronized TascaasReply disconnect(String id) {
        var now = time.instant();
        if (!isKnown(id, now)) return TascaasReply.UNKNOWN_SITE;
        sites = sites.without(id);
        release(lease -> lease.site().equals(id));
        look(now);
        return TascaasReply.DISCONNECTED;
    }

    /** A site that was forgotten, by us or by a restart, is welcome with the size it began with. */
    private boolean isKnown(String id, Instant now) {
        if (sites.find(id).isPresent()) return true;
        var size = ids.read(id);
        size.ifPresent(known -> sites = sites.register(new Site(id, known.slots(), known.mostSlots(), now)));
        return size.isPresent();
    }

    private void look(Instant now) {
        release(lease -> lease.until().isBefore(now));
        hint = hint.looked(sites.capacity(now), demand(), now);
    }

    /** What was offered and not begun may be had by anybody. */
    private void release(Predicate<Lease> which) {
        if (leases.isEmpty()) return;
        var free = new ArrayList<Place>();
        leases.forEach((place, lease) -> {
            if (which.test(lease)) free.add(place);
        });
        if (free.isEmpty()) return;
        free.forEach(leases::remove);
        for (var job : jobs.values())
            for (var place : free) if (place.run().equals(job.run())) job.takeBack(place.partition());
    }

    private SiteDemand demand() {
        long running = 0;
        long urgent = 0;
        long patient = 0;
        for (var job : jobs.values()) {
            var now = job.job();
            int queued = now.queued();
            running += now.running();
            if (now.goal().target().isPresent()) urgent += queued;
            else patient += queued;
        }
        return new SiteDemand(running, urgent, patient, Duration.ZERO);
    }

    /** @param base how the caller reached us: scheme and host */
    public TascaasReply jobs(String id, QueryString query, String base) {
        var now = time.instant();
        List<Offered> taken;
        String capacity;
        synchronized (this) {
            if (!isKnown(id, now)) return TascaasReply.UNKNOWN_SITE;
            var call = TascaasCall.Jobs.read(query);
            sites = sites.heard(id, now).orElse(sites);
            look(now);
            taken = take(id, Math.min(call.slots(), MOST_SLOTS_AT_ONCE), now);
            hint = hint.dispatched(taken.size());
            capacity = hint.requiredCapacity();
        }
        for (var each : taken) {
            rows.keep(
                    each.job.run(),
                    new SitePartitionRecords.Offered(each.partition, id, now.plus(leaseTime(each.job))));
        }
        return TascaasReplies.jobs(capacity, offers(id, taken, base, now));
    }

    private record Offered(JobController job, int partition) {}

    /**
     * By priority, then by deadline; of those that are alike the oldest job first, but nobody twice before everybody had one. Of a job the first partition
     * that waits.
     */
    private List<Offered> take(String site, int most, Instant now) {
        var waiting = new LinkedHashMap<JobController, ArrayList<Integer>>();
        var held = new HashMap<JobController, Integer>();
        for (var job : jobs.values()) {
            if (job.isHeld()) continue;
            var queued = new ArrayList<Integer>();
            int leased = 0;
            for (var part : job.job().partitions()) {
                if (!(part.state() instanceof PartitionState.Queued)) continue;
                if (leases.containsKey(new Place(job.run(), part.index()))) leased++;
                else queued.add(part.index());
            }
            if (!queued.isEmpty()) waiting.put(job, queued);
            held.put(job, job.job().running() + leased);
        }
        var taken = new ArrayList<Offered>();
        while (taken.size() < most && !waiting.isEmpty()) {
            var job = waiting.keySet().stream()
                    .min(Comparator.comparing(JobController::urgency)
                            .thenComparingInt(each -> held.getOrDefault(each, 0))
                            .thenComparing(JobController::run))
                    .orElseThrow();
            var queued = waiting.get(job);
            int partition = queued == null ? 0 : queued.removeFirst();
            if (queued == null || queued.isEmpty()) waiting.remove(job);
            if (!job.giveToSite(partition)) continue;
            held.merge(job, 1, Integer::sum);
            leases.put(new Place(job.run(), partition), new Lease(site, now.plus(leaseTime(job))));
            taken.add(new Offered(job, partition));
        }
        return taken;
    }

    private static Duration leaseTime(JobController job) {
        var twice = job.plan().goal().reportEvery().multipliedBy(2);
        if (twice.compareTo(SHORTEST_LEASE) < 0) return SHORTEST_LEASE;
        return twice.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : twice;
    }

    private List<PartitionOffer> offers(String site, List<Offered> taken, String base, Instant now) {
        var sizes = new HashMap<JobController, Long>();
        var offers = new ArrayList<PartitionOffer>();
        for (var each : taken) {
            long size = sizes.computeIfAbsent(each.job, this::inputSize);
            offers.add(offer(site, each, size, base, now));
        }
        return offers;
    }

    private long inputSize(JobController job) {
        var input = new ObjectName(job.plan().document().getInputObject());
        return objects.find(input).map(ObjectFacts::size).orElse(0L);
    }

    private PartitionOffer offer(String site, Offered offered, long size, String base, Instant now) {
        var document = offered.job.plan().document();
        var input = new ObjectName(document.getInputObject());
        var grant = new ObjectPermission(ObjectPermission.Use.GET, input, size, now.plus(DATA_URL));
        long each = document.getIterations() / document.getPartitions();
        long rest = offered.partition == 0 ? document.getIterations() % document.getPartitions() : 0;
        var job = document.getForeignId();
        return new PartitionOffer(
                settings.openBalancing() ? job : keys.make(site, job),
                offered.job.plan().goal().reportEvery().toSeconds(),
                offered.partition,
                base + urls.sign(grant),
                each + rest);
    }

    // --- balancing ---

    /**
     * Who speaks of which job. The name of a job is no secret; so it must be the one that was made for a site, or the caller must name its site besides, unless the settings are as open as the original.
     */
    public SiteCaller caller(String said, QueryString query) {
        var shown = keys.read(said);
        if (shown.isPresent()) return shown.get();
        var site = CallParameters.last(query, "wID")
                .filter(id -> ids.read(id).isPresent())
                .map(SiteIds::shown);
        if (site.isEmpty() && !settings.openBalancing()) throw new BadCall(TascaasReply.UNKNOWN_SITE);
        return new SiteCaller(said, site);
    }

    /** The job that is spoken of by calls that name their site in any case. */
    public String jobOf(String said) {
        return keys.read(said).map(SiteCaller::job).orElse(said);
    }

    /** Whether a partition was offered to another site than the caller's, or is done there: nobody speaks for others. */
    private synchronized boolean isHeldByAnother(JobController job, int worker, SiteCaller caller) {
        if (caller.site().isEmpty()) return false;
        var lease = leases.get(new Place(job.run(), worker));
        var begun = job.isAtSite(worker) ? job.job().partitions().get(worker).site() : "";
        var holder = lease == null ? begun : SiteIds.shown(lease.site());
        return !holder.isEmpty() && !holder.equals(caller.site().get());
    }

    public TascaasReply start(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Start.read(query);
        var id = caller.job();
        var job = find(id);
        if (job.isEmpty())
            return gone(id).map(_ -> TascaasReplies.started(stop(0))).orElse(TascaasReply.UNKNOWN_JOB);
        if (isOutOfRange(job.get(), call.worker())) return TascaasReply.WORKER_OUT_OF_RANGE;
        if (isHeldByAnother(job.get(), call.worker(), caller)) return TascaasReply.NOT_YOURS;
        if (!job.get().giveToSite(call.worker()) && isWithAgents(job.get(), call.worker()))
            return TascaasReplies.started(stop(0));
        var site = siteOf(job.get(), call.worker());
        var turn = change(
                job.get(),
                call.worker(),
                (now, at) -> JobBalancer.start(now, call.worker(), site, Duration.ofSeconds(call.elapsed()), at));
        started.accept(job.get().run());
        return TascaasReplies.started(
                advised(job.get(), call.worker(), turn, balancer -> balancer.start(call.worker(), call.elapsed())));
    }

    public TascaasReply report(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Report.read(query);
        var id = caller.job();
        var job = find(id);
        if (job.isEmpty())
            return gone(id).map(_ -> TascaasReplies.reported(stop(call.iterations())))
                    .orElse(TascaasReply.UNKNOWN_JOB);
        if (isOutOfRange(job.get(), call.worker())) return TascaasReply.WORKER_OUT_OF_RANGE;
        if (isHeldByAnother(job.get(), call.worker(), caller)) return TascaasReply.NOT_YOURS;
        if (isWithAgents(job.get(), call.worker())) return TascaasReplies.reported(stop(call.iterations()));
        var turn = change(
                job.get(), call.worker(), (now, at) -> JobBalancer.report(now, call.worker(), call.iterations(), at));
        return TascaasReplies.reported(advised(
                job.get(),
                call.worker(),
                turn,
                balancer -> balancer.report(call.worker(), call.iterations(), call.elapsed())));
    }

    /** What another balancer says instead of ours, if one is set; whoever is to stop, stops. */
    private ShareAnswer advised(
            JobController job, int worker, BalancerStep turn, Function<ForeignBalancer, ShareAnswer> question) {
        if (settings.balancer().isEmpty()
                || !(turn.answer() instanceof ShareAnswer.Share)
                || turn.job().isComplete()
                || turn.job().cancelled()) return turn.answer();
        var answer = adviceOf(job).ask(question).orElse(turn.answer());
        if (answer instanceof ShareAnswer.Share share)
            job.change((now, _) -> JobBalancer.toldInstead(now, worker, share));
        return answer;
    }

    private synchronized BalancerAdvice adviceOf(JobController job) {
        return advices.computeIfAbsent(
                job.run(), _ -> BalancerAdvice.of(settings, job.plan().goal(), time));
    }

    public TascaasReply finish(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Finish.read(query);
        var id = caller.job();
        var job = find(id);
        if (job.isEmpty())
            return gone(id).map(_ -> TascaasReplies.finished(new ShareAnswer.Noted()))
                    .orElse(TascaasReply.UNKNOWN_JOB);
        if (isOutOfRange(job.get(), call.worker())) return TascaasReply.WORKER_OUT_OF_RANGE;
        if (isHeldByAnother(job.get(), call.worker(), caller)) return TascaasReply.NOT_YOURS;
        if (isWithAgents(job.get(), call.worker())) return TascaasReplies.finished(new ShareAnswer.Noted());
        var turn = change(
                job.get(), call.worker(), (now, at) -> JobBalancer.finish(now, call.worker(), call.iterations(), at));
        if (!settings.balancer().isEmpty())
            adviceOf(job.get()).ask(balancer -> balancer.finish(call.worker(), call.iterations(), call.elapsed()));
        keepReport(job.get(), id, call.worker());
        return TascaasReplies.finished(turn.answer());
    }

    /** A partition that a site has given up, and an agent of ours has begun since: there is nothing in it for the site. */
    private static boolean isWithAgents(JobController job, int worker) {
        return !job.isAtSite(worker) && !(job.job().partitions().get(worker).state() instanceof PartitionState.Queued);
    }

    private static ShareAnswer stop(long count) {
        return new ShareAnswer.Share(count, Duration.ZERO, "the job has ended");
    }

    private synchronized Optional<JobController> find(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Present if there was such a job, and it has ended. */
    private Optional<String> gone(String id) {
        synchronized (this) {
            if (ended.containsKey(id)) return Optional.of(id);
        }
        if (!id.matches("[A-Za-z0-9._-]{1,120}") || !rows.hasEnded(id)) return Optional.empty();
        synchronized (this) {
            remember(id);
        }
        return Optional.of(id);
    }

    private static boolean isOutOfRange(JobController job, int worker) {
        return worker >= job.job().partitions().size();
    }

    private synchronized String siteOf(JobController job, int worker) {
        var lease = leases.remove(new Place(job.run(), worker));
        return lease == null ? job.job().partitions().get(worker).site() : SiteIds.shown(lease.site());
    }

    /** What is new about the partition is durable before anybody is told. */
    private BalancerStep change(JobController job, int worker, JobController.Step step) {
        var before = job.job();
        var turn = job.change(step);
        job.noteSample(worker);
        boolean had = worker < before.partitions().size();
        boolean moved = !had
                || before.partitions().get(worker).state().getClass()
                        != turn.job().partitions().get(worker).state().getClass();
        if (moved) rows.keep(job.run(), turn.job().partitions().get(worker));
        return turn;
    }

    private void keepReport(JobController job, String id, int worker) {
        var text = report(job, id, worker);
        keepLater(
                "the report of partition %d of job %s".formatted(worker, id),
                () -> rows.put(SitePartitionRecords.report(id, worker), text));
    }

    /** The small text that TaScaaS leaves beside a result. */
    private static String report(JobController job, String id, int worker) {
        var view = job.view();
        var part = view.partitions().get(worker);
        var began = view.began().orElse(Instant.EPOCH);
        var text = new StringBuilder("%s %d %d\n%d\n".formatted(id, worker, part.done(), began.getEpochSecond()));
        for (var sample : part.history()) {
            text.append(
                    "%d %.6E\n".formatted(Duration.between(began, sample.at()).toSeconds(), sample.speed()));
        }
        return text.toString();
    }

    // --- results ---

    /** Where the result is to be put; neither an ended job nor a partition that is given up is a reason to refuse it. */
    public TascaasReply upload(String id, String worker, QueryString query, String base) {
        var call = TascaasCall.Upload.read(worker, query);
        var now = time.instant();
        synchronized (this) {
            if (!isKnown(call.site(), now)) return TascaasReply.UNKNOWN_SITE;
            sites = sites.heard(call.site(), now).orElse(sites);
        }
        var job = find(id);
        if (job.isEmpty() && gone(id).isEmpty()) return TascaasReply.UNKNOWN_JOB;
        if (job.isPresent() && isOutOfRange(job.get(), call.worker())) return TascaasReply.WORKER_OUT_OF_RANGE;
        if (job.isPresent() && isOfAnother(job.get(), call)) return TascaasReply.NOT_YOURS;
        var grant = new ObjectPermission(
                ObjectPermission.Use.PUT,
                SitePartitionRecords.result(id, call.worker()),
                LARGEST_RESULT,
                now.plus(UPLOAD_URL));
        return TascaasReply.address(base + urls.sign(grant));
    }

    /** Of a plain split anybody's result will do: it stands for certain iterations, whoever did them. */
    private static boolean isOfAnother(JobController job, TascaasCall.Upload call) {
        var site = job.job().partitions().get(call.worker()).site();
        return job.plan().isBalanced() && !site.isEmpty() && !site.equals(SiteIds.shown(call.site()));
    }

    /** Whether an object is a result that counts: whoever has an address for it, by right or not, cannot put another in its place. */
    public boolean isFinal(ObjectName name) {
        var result = SitePartitionRecords.resultOf(name);
        if (result.isEmpty()) return false;
        var job = find(result.get().job());
        if (job.isEmpty())
            return gone(result.get().job()).isPresent() && objects.find(name).isPresent();
        int worker = result.get().worker();
        return !isOutOfRange(job.get(), worker)
                && job.get().job().partitions().get(worker).state() instanceof PartitionState.Stored;
    }

    /** An object has been stored; if it is a result, it counts now. */
    public void stored(ObjectName name) {
        var result = SitePartitionRecords.resultOf(name);
        if (result.isEmpty()) return;
        var job = find(result.get().job());
        if (job.isEmpty() || isOutOfRange(job.get(), result.get().worker())) return;
        int worker = result.get().worker();
        if (isWithAgents(job.get(), worker)) return;
        change(job.get(), worker, (now, at) -> JobBalancer.stored(now, worker, at));
    }

    /** Looks after what nobody calls about: a plain split has no reports by which one could tell that a site is gone. */
    public void tick() {
        var now = time.instant();
        List<Site> lost;
        List<JobController> all;
        synchronized (this) {
            look(now);
            lost = sites.with(Site.Presence.REMOVED, now);
            all = List.copyOf(jobs.values());
        }
        if (lost.isEmpty()) return;
        for (var job : all) {
            if (job.plan().isBalanced()) continue;
            for (var part : job.job().partitions()) {
                boolean runs = part.state() instanceof PartitionState.Running;
                boolean gone =
                        lost.stream().anyMatch(site -> SiteIds.shown(site.id()).equals(part.site()));
                if (runs && gone) {
                    change(
                            job,
                            part.index(),
                            (known, at) -> JobBalancer.lose(known, part.index(), "its site is gone", at));
                }
            }
        }
    }

    // --- for people ---

    /** What people see of the sites. */
    public synchronized SiteOverview view() {
        var now = time.instant();
        var running = new HashMap<String, Integer>();
        for (var job : jobs.values()) {
            for (var part : job.job().partitions())
                if (part.state() instanceof PartitionState.Running) running.merge(part.site(), 1, Integer::sum);
        }
        var views = new ArrayList<SiteOverview.SiteRow>();
        for (var site : sites.sites().values()) {
            var presence = site.presence(settings.scaleTime(), now);
            if (presence == Site.Presence.REMOVED) continue;
            int leased = (int) leases.values().stream()
                    .filter(lease -> lease.site().equals(site.id()))
                    .count();
            var shown = SiteIds.shown(site.id());
            views.add(new SiteOverview.SiteRow(
                    shown,
                    presence,
                    site.slots(),
                    site.mostSlots(),
                    site.heard(),
                    running.getOrDefault(shown, 0),
                    leased));
        }
        return new SiteOverview(hint.requiredCapacity(), hint.why(), settings.scaleTime(), views);
    }

    /** What jobs read. */
    ObjectStore objects() {
        return objects;
    }
}
