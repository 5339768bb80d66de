package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.model.Archive;
import io.tidewheel.model.RunId;
import io.tidewheel.server.sites.SiteObjects;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The jobs of sites that have ended. Of each that a site can name it is kept which run it is, before the site hears of it; so that it has ended is known as soon as
 * the run's end is durable, whatever happens to this server then. Those of late are remembered. Safe for many threads.
 */
final class EndedSiteJobs {
    private static final int MOST = 10_000;

    private final SiteObjects records;
    private final Archive archive;
    private final Map<String, Boolean> remembered = new LinkedHashMap<>();
    private final Map<String, Boolean> offered = new LinkedHashMap<>();

    EndedSiteJobs(SiteObjects records, Archive archive) {
        this.records = records;
        this.archive = archive;
    }

    void add(String job) {
        remember(remembered, job);
    }

    private synchronized void remember(Map<String, Boolean> which, String job) {
        which.put(job, true);
        if (which.size() > MOST) which.remove(which.keySet().iterator().next());
    }

    private synchronized boolean remembers(Map<String, Boolean> which, String job) {
        return which.containsKey(job);
    }

    /** A site is about to hear of a job. It waits for the store of objects. */
    void offered(String job, RunId run) {
        if (remembers(offered, job)) return;
        records.keepRun(job, run);
        remember(offered, job);
    }

    /** Whether there was such a job, and it has ended. */
    boolean has(String job) {
        if (remembers(remembered, job)) return true;
        if (!job.matches("[A-Za-z0-9._-]{1,120}")) return false;
        boolean over = records.runOf(job).map(this::isOver).orElse(false);
        // Of jobs that were offered by an earlier version there is only the mark that it left at their end.
        if (!over && !records.hasEnded(job)) return false;
        add(job);
        return true;
    }

    private boolean isOver(RunId run) {
        return archive.run(run).map(known -> known.state().isFinal()).orElse(true);
    }
}
