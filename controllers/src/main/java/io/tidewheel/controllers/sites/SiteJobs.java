package io.tidewheel.controllers.sites;

import io.tidewheel.controllers.jobs.JobController;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The open jobs of which foreign sites may do partitions, by the names that sites know. */
final class SiteJobs {
    private final Map<String, JobController> jobs = new LinkedHashMap<>();
    /** Jobs that were taken up again, or wait for results: what sites have brought is still to be found. */
    private final Set<String> unlooked = new LinkedHashSet<>();

    static String name(JobController job) {
        return job.plan().document().getForeignId();
    }

    void enter(JobController job) {
        jobs.put(name(job), job);
        unlooked.add(name(job));
    }

    void leave(JobController job) {
        if (jobs.remove(name(job), job)) unlooked.remove(name(job));
    }

    void clear() {
        jobs.clear();
        unlooked.clear();
    }

    Optional<JobController> find(String name) {
        return Optional.ofNullable(jobs.get(name));
    }

    Collection<JobController> all() {
        return jobs.values();
    }

    void lookAgain(JobController job) {
        unlooked.add(name(job));
    }

    List<String> unlooked() {
        return List.copyOf(unlooked);
    }

    void looked(String name) {
        unlooked.remove(name);
    }
}
