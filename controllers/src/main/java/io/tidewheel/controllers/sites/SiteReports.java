package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.BalancerStep;
import io.tidewheel.balancing.JobBalancer;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.SiteOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What sites say of single partitions: that one begins, how far it is, that it has finished, that its result is there. Each method is an input of the
 * engine. What a partition has become is durable before anybody is told; how far it is, shortly after.
 */
public final class SiteReports {
    private final SiteJobs jobs;

    SiteReports(SiteJobs jobs) {
        this.jobs = jobs;
    }

    public SiteAnswer start(ControllerTurn turn, SiteCaller caller, int worker, Duration age) {
        var refused = refusal(turn, caller, worker);
        if (refused.isPresent()) return refused.get();
        var job = jobs.find(caller.job()).orElseThrow();
        if (!job.giveToSite(worker) && isWithAgents(job, worker)) return told(job, stop(0));
        var site = siteOf(job, worker, caller);
        job.takeOffer(worker);
        return told(job, job.change(worker, (now, at) -> JobBalancer.start(now, worker, site, age, at)));
    }

    public SiteAnswer report(ControllerTurn turn, SiteCaller caller, int worker, long iterations) {
        var refused = refusal(turn, caller, worker);
        if (refused.isPresent()) return refused.get();
        var job = jobs.find(caller.job()).orElseThrow();
        if (isWithAgents(job, worker)) return told(job, stop(iterations));
        return told(job, job.change(worker, (now, at) -> JobBalancer.report(now, worker, iterations, at)));
    }

    /** What another balancer than ours has said instead. */
    public void toldInstead(ControllerTurn turn, String name, int worker, ShareAnswer.Share share) {
        var job = find(turn, name);
        if (job.isPresent() && !isOutOfRange(job.get(), worker)) job.get().toldInstead(worker, share);
    }

    public SiteAnswer finish(ControllerTurn turn, SiteCaller caller, int worker, long iterations) {
        var refused = refusal(turn, caller, worker);
        if (refused.isPresent()) return refused.get();
        var job = jobs.find(caller.job()).orElseThrow();
        if (isWithAgents(job, worker)) return told(job, new ShareAnswer.Noted());
        var step = job.change(worker, (now, at) -> JobBalancer.finish(now, worker, iterations, at));
        return new SiteAnswer.Told(job.run(), job.plan().goal(), step.answer(), true);
    }

    /** Somebody wants to bring a result; neither an ended job nor a partition that is given up is a reason to refuse it. */
    public SiteAnswer upload(ControllerTurn turn, String name, int worker, SiteIdentity site) {
        var job = find(turn, name);
        if (job.isEmpty()) return new SiteAnswer.NoSuchJob();
        if (isOutOfRange(job.get(), worker)) return new SiteAnswer.NoSuchPartition();
        // Of a plain split anybody's result will do: it stands for certain iterations, whoever did them.
        var doneBy = job.get().job().partitions().get(worker).site();
        boolean isOfAnother = job.get().plan().isBalanced() && !doneBy.isEmpty() && !doneBy.equals(site.shown());
        return isOfAnother ? new SiteAnswer.NotYours() : new SiteAnswer.Welcome();
    }

    /** The result of a partition is there: it counts now. */
    public void stored(ControllerTurn turn, String name, int worker) {
        var job = find(turn, name);
        if (job.isEmpty() || isOutOfRange(job.get(), worker) || isWithAgents(job.get(), worker)) return;
        job.get().change(worker, (now, at) -> JobBalancer.stored(now, worker, at));
    }

    /** Whether the result of a partition counts, so that nobody may put another in its place. Empty if the job is not open here. */
    public Optional<Boolean> isFinal(ControllerTurn turn, String name, int worker) {
        return find(turn, name)
                .map(job -> !isOutOfRange(job, worker)
                        && job.job().partitions().get(worker).state() instanceof PartitionState.Stored);
    }

    /** The small text that TaScaaS leaves beside a result; empty if the job is not open here. */
    public Optional<String> balanceReport(ControllerTurn turn, String name, int worker) {
        return find(turn, name).filter(job -> !isOutOfRange(job, worker)).map(job -> balanceReport(job, name, worker));
    }

    private static String balanceReport(JobController job, String name, int worker) {
        var part = job.partition(worker);
        var began = job.began().orElse(Instant.EPOCH);
        var text = new StringBuilder("%s %d %d\n%d\n".formatted(name, worker, part.done(), began.getEpochSecond()));
        for (var sample : part.history()) {
            text.append(
                    "%d %.6E\n".formatted(Duration.between(began, sample.at()).toSeconds(), sample.speed()));
        }
        return text.toString();
    }

    private Optional<JobController> find(ControllerTurn turn, String name) {
        var job = jobs.find(name);
        job.ifPresent(known -> {
            var _ = turn.find(known.run());
        });
        return job;
    }

    private Optional<SiteAnswer> refusal(ControllerTurn turn, SiteCaller caller, int worker) {
        var job = find(turn, caller.job());
        if (job.isEmpty()) return Optional.of(new SiteAnswer.NoSuchJob());
        if (isOutOfRange(job.get(), worker)) return Optional.of(new SiteAnswer.NoSuchPartition());
        return isHeldByAnother(job.get(), worker, caller) ? Optional.of(new SiteAnswer.NotYours()) : Optional.empty();
    }

    private static boolean isOutOfRange(JobController job, int worker) {
        return worker >= job.job().partitions().size();
    }

    private static boolean isHeldByAnother(JobController job, int worker, SiteCaller caller) {
        if (caller.site().isEmpty()) return false;
        var begun = job.isAtSite(worker) ? job.job().partitions().get(worker).site() : "";
        var holder = job.offerOf(worker).map(SiteOffer::site).orElse(begun);
        return !holder.isEmpty() && !holder.equals(caller.site().get());
    }

    /** A partition that a site has given up, and an agent of ours has begun since: there is nothing in it for the site. */
    private static boolean isWithAgents(JobController job, int worker) {
        return !job.isAtSite(worker) && !(job.job().partitions().get(worker).state() instanceof PartitionState.Queued);
    }

    /**
     * The site that begins a partition: the one it was offered to, else the one that calls, else the one that had it last. The offer may
     * be so old that it is void.
     */
    private static String siteOf(JobController job, int worker, SiteCaller caller) {
        return job.offerOf(worker)
                .map(SiteOffer::site)
                .or(caller::site)
                .orElseGet(() -> job.job().partitions().get(worker).site());
    }

    private static SiteAnswer told(JobController job, ShareAnswer answer) {
        return new SiteAnswer.Told(job.run(), job.plan().goal(), answer, false);
    }

    private static SiteAnswer told(JobController job, BalancerStep step) {
        boolean isAdvisable = step.answer() instanceof ShareAnswer.Share
                && !step.job().isComplete()
                && !step.job().cancelled();
        return new SiteAnswer.Told(job.run(), job.plan().goal(), step.answer(), isAdvisable);
    }

    /** The answer that makes a partition stop: the share is what it says it has done, so there is nothing more for it to do. */
    public static ShareAnswer stop(long count) {
        return new ShareAnswer.Share(count, Duration.ZERO, "the job has ended");
    }
}
