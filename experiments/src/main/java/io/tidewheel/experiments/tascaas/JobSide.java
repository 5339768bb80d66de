package io.tidewheel.experiments.tascaas;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The server's side of one job, as sites and programs see it. Times are whole seconds. */
interface JobSide {
    /** Hands out a part that waits, if there is one. */
    OptionalInt take(long now);

    int waiting();

    /** When the part was queued that is handed out next; only if one waits. */
    long waitingSince();

    int running();

    /** The number a part is told; empty if it is refused or the server falls over. */
    OptionalLong start(int part, String site, long now);

    /** From which number of iterations a part that was started goes on, because an earlier program had kept them. */
    default long kept(int part) {
        return 0;
    }

    /** Whether a program that has worked for so long reports now. */
    default boolean isTimeToReport(int part, long age, long now) {
        return age % reportTime() == 0;
    }

    OptionalLong report(int part, long count, long age, long now);

    void finish(int part, long count, long age, long now);

    /** Whether the result counts. */
    boolean stored(int part, long now);

    /** The site has seen the process of this part die. */
    void died(int part, long now);

    void tick(long now);

    /** How often programs report, in seconds. */
    long reportTime();

    /** Seconds until the job is done, as the balancer sees it. */
    OptionalDouble estimate(long now);

    /** Whether nothing more will happen once all programs have ended. */
    boolean isOver();

    /** Whether there is a target, so that parts are needed now. */
    boolean isUrgent();
}
