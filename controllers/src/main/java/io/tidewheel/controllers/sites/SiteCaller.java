package io.tidewheel.controllers.sites;

import java.util.Optional;

/**
 * The caller who speaks of the partitions of a job.
 *
 * @param job the job's own name
 * @param site the site that the caller has shown to be, as it is shown to others; nobody needs to show that where balancing is open
 */
public record SiteCaller(String job, Optional<String> site) {
    /** A caller who shows no proof of being a certain site, and may speak for any of them. */
    public static SiteCaller anybody(String job) {
        return new SiteCaller(job, Optional.empty());
    }
}
