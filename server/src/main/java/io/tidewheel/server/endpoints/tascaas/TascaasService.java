package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.foreign.ForeignBalancer;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.sites.PulledPartition;
import io.tidewheel.controllers.sites.SiteAnswer;
import io.tidewheel.controllers.sites.SiteCaller;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.controllers.sites.SiteIdentity;
import io.tidewheel.controllers.sites.SiteOverview;
import io.tidewheel.controllers.sites.SiteReports;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Time;
import io.tidewheel.server.endpoints.CurrentEngine;
import io.tidewheel.server.endpoints.EngineAnswers;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.sites.SiteObjects;
import io.tidewheel.server.sites.SiteResults;
import io.tidewheel.server.sites.TascaasSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves foreign sites: reads what they ask, hands it to the engine, where the controller of sites decides, and says the answer in the words that they expect
 * to read. Each method is one call of a TaScaaS client. Safe for many threads.
 */
public final class TascaasService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TascaasService.class);
    private static final Duration DATA_URL = Duration.ofMinutes(20);
    private static final Duration UPLOAD_URL = Duration.ofMinutes(15);
    private static final long LARGEST_RESULT = 1L << 36;

    private final TascaasSettings settings;
    private final CurrentEngine host;
    private final Time time;
    private final ObjectStore objects;
    private final ObjectUrls urls;
    private final SiteIds ids;
    private final JobKeys keys;
    private final SiteObjects records;
    private final SiteController sites;
    private final BalancerAdvices advices;
    private final EndedSiteJobs ended;
    /** Runs what nobody has to wait for. */
    private final ExecutorService later = Executors.newVirtualThreadPerTaskExecutor();

    public TascaasService(
            TascaasSettings settings,
            CurrentEngine host,
            Time time,
            Archive archive,
            ObjectStore objects,
            ObjectUrls urls,
            SiteIds ids) {
        this.settings = settings;
        this.host = host;
        this.time = time;
        this.objects = objects;
        this.urls = urls;
        this.ids = ids;
        this.keys = new JobKeys(ids);
        this.records = new SiteObjects(objects);
        this.advices = new BalancerAdvices(settings, time);
        this.ended = new EndedSiteJobs(records, archive);
        this.sites = new SiteController(settings.rules(), time.instant(), this::ended);
    }

    public TascaasSettings settings() {
        return settings;
    }

    /** Decides, in the turns of the engine. */
    public SiteController controller() {
        return sites;
    }

    private <T> T ask(ControllerInput<T> input) {
        return EngineAnswers.await(host.engine().take(input));
    }

    // --- jobs come and go ---

    private void ended(JobController job) {
        var id = job.plan().document().getForeignId();
        ended.add(id);
        later("the end of job " + id, () -> {
            records.keepEnd(id);
            advices.end(job.run());
        });
    }

    private void later(String what, Runnable step) {
        later.execute(() -> {
            try {
                step.run();
            } catch (RuntimeException failed) {
                log.warn("{} could not be kept: {}", what, failed.toString());
            }
        });
    }

    /** There is another engine: it knows nothing yet of what sites have brought while there was none. */
    public void engineBack() {
        later("what sites have brought meanwhile", this::lookForResults);
    }

    /** Tells the engine of results for jobs that it has taken up, which came while nobody kept them. */
    public void lookForResults() {
        for (var job : ask(_ -> sites.unlooked())) {
            for (var result : SiteResults.of(objects, job))
                ask(told(turn -> sites.reports().stored(turn, job, result.partition())));
            ask(told(_ -> sites.looked(job)));
        }
    }

    /** Waits until everything is kept that is to be. To be called when nobody calls any more. */
    @Override
    public void close() {
        later.close();
        advices.close();
    }

    // --- sites ---

    public TascaasReply register(QueryString query) {
        var call = TascaasCall.Register.read(query, this::isSecret);
        var id = ids.make(new SiteIds.Size(call.slots(), call.maxSlots()));
        var site = new SiteIdentity(id, call.slots(), call.maxSlots());
        ask(told(turn -> sites.register(turn, site)));
        log.info("site {} registered: {} of at most {} slots", site.shown(), call.slots(), call.maxSlots());
        return TascaasReplies.registered(id, settings.scaleTime());
    }

    /** News to which there is no answer but that it is taken. */
    private static ControllerInput<Boolean> told(Consumer<ControllerTurn> news) {
        return turn -> {
            news.accept(turn);
            return true;
        };
    }

    private boolean isSecret(String said) {
        return MessageDigest.isEqual(
                said.getBytes(StandardCharsets.UTF_8), settings.secret().getBytes(StandardCharsets.UTF_8));
    }

    /** Empty if the name was not made here. */
    private Optional<SiteIdentity> known(String id) {
        return ids.read(id).map(size -> new SiteIdentity(id, size.slots(), size.mostSlots()));
    }

    public TascaasReply update(String id, QueryString query) {
        var site = known(id);
        if (site.isEmpty()) return TascaasReply.UNKNOWN_SITE;
        var call = TascaasCall.Update.read(query);
        var capacity = ask(turn -> sites.update(turn, site.get(), call.slots(), call.maxSlots()));
        return TascaasReplies.updated(capacity, settings.scaleTime(), time.instant());
    }

    public TascaasReply disconnect(String id) {
        var site = known(id);
        if (site.isEmpty()) return TascaasReply.UNKNOWN_SITE;
        ask(told(turn -> sites.disconnect(turn, site.get())));
        return TascaasReply.DISCONNECTED;
    }

    /** @param base how the caller reached us: scheme and host */
    public TascaasReply jobs(String id, QueryString query, String base) {
        var site = known(id);
        if (site.isEmpty()) return TascaasReply.UNKNOWN_SITE;
        var call = TascaasCall.Jobs.read(query);
        var pulled = ask(turn -> sites.pull(turn, site.get(), call.slots()));
        return TascaasReplies.jobs(
                pulled.requiredCapacity(), offers(site.get(), pulled.partitions(), base, time.instant()));
    }

    private List<PartitionOffer> offers(SiteIdentity site, List<PulledPartition> pulled, String base, Instant now) {
        var sizes = new HashMap<String, Long>();
        var offers = new ArrayList<PartitionOffer>();
        for (var each : pulled) {
            ended.offered(each.job().getForeignId(), each.run());
            long size = sizes.computeIfAbsent(each.job().getInputObject(), this::size);
            offers.add(offer(site, each, size, base, now));
        }
        return offers;
    }

    private long size(String object) {
        return objects.find(new ObjectName(object)).map(ObjectFacts::size).orElse(0L);
    }

    private PartitionOffer offer(SiteIdentity site, PulledPartition pulled, long size, String base, Instant now) {
        var input = new ObjectName(pulled.job().getInputObject());
        var grant = new ObjectPermission(ObjectPermission.Use.GET, input, size, now.plus(DATA_URL));
        var job = pulled.job().getForeignId();
        return new PartitionOffer(
                settings.openBalancing() ? job : keys.make(site.id(), job),
                pulled.reportEvery().toSeconds(),
                pulled.partition(),
                base + urls.sign(grant),
                pulled.evenShare());
    }

    // --- balancing ---

    /**
     * The site and the job that a caller speaks of. The name of a job is no secret; so it must be the one that was made for a site, or
     * the caller must name its site besides, unless the settings are as open as the original.
     */
    public SiteCaller caller(String said, QueryString query) {
        var shown = keys.read(said);
        if (shown.isPresent()) return shown.get();
        var site = CallParameters.last(query, "wID")
                .filter(id -> ids.read(id).isPresent())
                .map(SiteIdentity::shown);
        if (site.isEmpty() && !settings.openBalancing()) throw new BadCall(TascaasReply.UNKNOWN_SITE);
        return new SiteCaller(said, site);
    }

    /** The job that is spoken of by calls that name their site in any case. */
    public String jobOf(String said) {
        return keys.read(said).map(SiteCaller::job).orElse(said);
    }

    public TascaasReply start(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Start.read(query);
        var age = Duration.ofSeconds(call.elapsed());
        var answer = ask(turn -> sites.reports().start(turn, caller, call.worker(), age));
        return answered(
                answer,
                caller,
                SiteReports.stop(0),
                told -> TascaasReplies.started(
                        advised(told, caller, call.worker(), each -> each.start(call.worker(), call.elapsed()))),
                TascaasReplies::started);
    }

    public TascaasReply report(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Report.read(query);
        var answer = ask(turn -> sites.reports().report(turn, caller, call.worker(), call.iterations()));
        return answered(
                answer,
                caller,
                SiteReports.stop(call.iterations()),
                told -> TascaasReplies.reported(advised(
                        told,
                        caller,
                        call.worker(),
                        each -> each.report(call.worker(), call.iterations(), call.elapsed()))),
                TascaasReplies::reported);
    }

    public TascaasReply finish(SiteCaller caller, QueryString query) {
        var call = TascaasCall.Finish.read(query);
        var answer = ask(turn -> sites.reports().finish(turn, caller, call.worker(), call.iterations()));
        if (answer instanceof SiteAnswer.Told told && told.isAdvisable()) {
            if (!settings.balancer().isEmpty())
                advices.of(told.run(), told.goal())
                        .ask(each -> each.finish(call.worker(), call.iterations(), call.elapsed()));
            keepReport(caller.job(), call.worker());
        }
        return answered(
                answer,
                caller,
                new ShareAnswer.Noted(),
                told -> TascaasReplies.finished(told.answer()),
                TascaasReplies::finished);
    }

    private TascaasReply answered(
            SiteAnswer answer,
            SiteCaller caller,
            ShareAnswer atTheEnd,
            Function<SiteAnswer.Told, TascaasReply> telling,
            Function<ShareAnswer, TascaasReply> ending) {
        return switch (answer) {
            case SiteAnswer.NoSuchJob _ -> ended.has(caller.job()) ? ending.apply(atTheEnd) : TascaasReply.UNKNOWN_JOB;
            case SiteAnswer.NoSuchPartition _ -> TascaasReply.WORKER_OUT_OF_RANGE;
            case SiteAnswer.NotYours _ -> TascaasReply.NOT_YOURS;
            case SiteAnswer.Told told -> telling.apply(told);
            case SiteAnswer.Welcome _ -> throw new IllegalStateException("nobody has asked to bring a result");
        };
    }

    /** What another balancer says instead of ours, if one is set; whoever is to stop, stops. */
    private ShareAnswer advised(
            SiteAnswer.Told told, SiteCaller caller, int worker, Function<ForeignBalancer, ShareAnswer> question) {
        if (settings.balancer().isEmpty() || !told.isAdvisable()) return told.answer();
        var advice = advices.of(told.run(), told.goal()).ask(question);
        if (advice.isPresent() && advice.get() instanceof ShareAnswer.Share share)
            ask(told(turn -> sites.reports().toldInstead(turn, caller.job(), worker, share)));
        return advice.orElse(told.answer());
    }

    private void keepReport(String job, int worker) {
        var text = ask(turn -> sites.reports().balanceReport(turn, job, worker));
        if (text.isEmpty()) return;
        later(
                "the report of partition %d of job %s".formatted(worker, job),
                () -> records.put(SiteObjects.report(job, worker), text.get()));
    }

    // --- results ---

    /** Where the result is to be put; neither an ended job nor a partition that is given up is a reason to refuse it. */
    public TascaasReply upload(String id, String worker, QueryString query, String base) {
        var call = TascaasCall.Upload.read(worker, query);
        var site = known(call.site());
        if (site.isEmpty()) return TascaasReply.UNKNOWN_SITE;
        var answer = ask(turn -> {
            sites.heard(turn, site.get());
            return sites.reports().upload(turn, id, call.worker(), site.get());
        });
        if (answer instanceof SiteAnswer.NoSuchPartition) return TascaasReply.WORKER_OUT_OF_RANGE;
        if (answer instanceof SiteAnswer.NotYours) return TascaasReply.NOT_YOURS;
        if (answer instanceof SiteAnswer.NoSuchJob && !ended.has(id)) return TascaasReply.UNKNOWN_JOB;
        var grant = new ObjectPermission(
                ObjectPermission.Use.PUT,
                SiteObjects.result(id, call.worker()),
                LARGEST_RESULT,
                time.instant().plus(UPLOAD_URL));
        return TascaasReply.address(base + urls.sign(grant));
    }

    /** Whether an object is a result that counts: whoever has an address for it, by right or not, cannot put another in its place. */
    public boolean isFinal(ObjectName name) {
        var result = SiteObjects.resultOf(name);
        if (result.isEmpty()) return false;
        var open = ask(turn ->
                sites.reports().isFinal(turn, result.get().job(), result.get().worker()));
        return open.orElseGet(
                () -> ended.has(result.get().job()) && objects.find(name).isPresent());
    }

    /** An object has been stored; if it is a result, it counts now. If there is no engine just now, the next one finds it. */
    public void stored(ObjectName name) {
        var result = SiteObjects.resultOf(name);
        if (result.isEmpty()) return;
        try {
            ask(told(turn -> sites.reports()
                    .stored(turn, result.get().job(), result.get().worker())));
        } catch (Refusal unavailable) {
            log.debug("{} counts when there is an engine again: {}", name, unavailable.getMessage());
        }
    }

    /** Looks after what nobody calls about. */
    public void tick() {
        ask(told(sites::tick));
        lookForResults();
    }

    // --- for people ---

    /** What people see of the sites. */
    public SiteOverview view() {
        return ask(sites::view);
    }
}
