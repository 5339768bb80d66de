package io.tidewheel.agent.runtime;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a partition of an iterative job can know of itself.
 *
 * @param iterations of the whole job
 * @param first where its iterations begin, if the job is split once and for all
 * @param reportEvery how often its progress is looked at
 */
public record PartitionFacts(int partition, long iterations, OptionalLong first, Duration reportEvery) {
    /** The file, within the chain's folder, that says up to which count it is to work. */
    public static final String SHARE_FILE = "tidewheel-share";

    /** The file to which it writes how far it is. */
    public static final String PROGRESS_FILE = "tidewheel-progress";

    /** The file in which it may keep what it needs to go on elsewhere. */
    public static final String CHECKPOINT_FILE = "tidewheel-checkpoint";
}
