package io.tidewheel.balancing.foreign;

import io.tidewheel.balancing.ShareAnswer;

/**
 * A balancer outside of this program, for one job. One call at a time; each throws {@link BalancerFailure} if the balancer is gone or says what
 * cannot be understood, and after that all do.
 */
public interface ForeignBalancer extends AutoCloseable {
    /** @param ageSeconds how long the process of the partition has been running */
    ShareAnswer start(int partition, long ageSeconds);

    ShareAnswer report(int partition, long count, long ageSeconds);

    ShareAnswer finish(int partition, long count, long ageSeconds);

    @Override
    void close();
}
