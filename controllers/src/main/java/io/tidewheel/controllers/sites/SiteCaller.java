package io.tidewheel.controllers.sites;

import java.util.Optional;

/**
 * Who speaks of the partitions of a job.
 *
 * @param job the job's own name
 * @param site the site that the caller has shown to be, as it is shown to others; nobody needs to show that where balancing is open
 */
public record SiteCaller(String job, Optional<String> site) {
    /** Somebody who shows nothing, and may speak for all. */
    public static SiteCaller anybody(String job) {
        return new SiteCaller(job, Optional.empty());
    }
}
