package io.tidewheel.balancing;

import java.time.Duration;

/** What the process that does a part is told. */
public sealed interface ShareAnswer {
    /**
     * Work until so many iterations are done, all told; its own count means: stop.
     *
     * @param estimate how long the job will probably still take
     */
    record Share(long count, Duration estimate, String why) implements ShareAnswer {}

    record Noted() implements ShareAnswer {}

    /** @param code one of RUPER-LB's numbers, which its clients understand */
    record Refused(int code, String why) implements ShareAnswer {}
}
