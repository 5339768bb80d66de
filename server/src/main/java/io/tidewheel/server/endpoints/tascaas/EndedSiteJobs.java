package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.server.sites.SiteObjects;
import java.util.LinkedHashMap;
import java.util.Map;

/** The jobs of sites that have ended: those of late are remembered, and of all there is a mark. Safe for many threads. */
final class EndedSiteJobs {
    private static final int MOST = 10_000;

    private final SiteObjects records;
    private final Map<String, Boolean> remembered = new LinkedHashMap<>();

    EndedSiteJobs(SiteObjects records) {
        this.records = records;
    }

    synchronized void add(String job) {
        remembered.put(job, true);
        if (remembered.size() > MOST)
            remembered.remove(remembered.keySet().iterator().next());
    }

    private synchronized boolean remembers(String job) {
        return remembered.containsKey(job);
    }

    /** Whether there was such a job, and it has ended. */
    boolean has(String job) {
        if (remembers(job)) return true;
        if (!job.matches("[A-Za-z0-9._-]{1,120}") || !records.hasEnded(job)) return false;
        add(job);
        return true;
    }
}
