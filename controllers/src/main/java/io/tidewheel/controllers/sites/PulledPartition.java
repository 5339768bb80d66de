package io.tidewheel.controllers.sites;

import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Duration;

/**
 * A partition that is offered to a site.
 *
 * @param reportEvery how often its process should report
 */
public record PulledPartition(RunId run, JobDocument job, int partition, Duration reportEvery) {
    /** How many iterations this partition does in an even split: the first partition has the remainder, too. */
    public long evenShare() {
        long each = job.getIterations() / job.getPartitions();
        return partition == 0 ? each + job.getIterations() % job.getPartitions() : each;
    }
}
