package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.JobGoal;
import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.model.RunId;

/** What a site is answered that speaks of a partition. */
public sealed interface SiteAnswer {
    /** No job of this name is open here. */
    record NoSuchJob() implements SiteAnswer {}

    /** The job has no such partition. */
    record NoSuchPartition() implements SiteAnswer {}

    /** The partition was offered to another site, or is done there: nobody speaks for others. */
    record NotYours() implements SiteAnswer {}

    /** The site may bring the result of the partition. */
    record Welcome() implements SiteAnswer {}

    /**
     * The balancer has an answer for the site.
     *
     * @param isAdvisable whether another balancer than ours may say another number
     */
    record Told(RunId run, JobGoal goal, ShareAnswer answer, boolean isAdvisable) implements SiteAnswer {}
}
