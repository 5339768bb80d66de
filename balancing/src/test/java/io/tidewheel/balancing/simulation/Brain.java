package io.tidewheel.balancing.simulation;

import java.util.Optional;
import java.util.OptionalLong;

/** The server's side of a job, as sites and programs see it. Times are whole seconds. */
public interface Brain {
    /** Hands out a part that waits, if there is one. */
    Optional<Integer> take();

    /** The number a part is told; empty if it is refused or the server falls over. */
    OptionalLong start(int part, String site, long now);

    OptionalLong report(int part, long count, long age, long now);

    void finish(int part, long count, long age, long now);

    void stored(int part, long count, long now);

    void tick(long now);

    /** How often programs report, in seconds. */
    long reportTime();

    /** Whether nothing more will happen. */
    boolean isOver();

    int parts();
}
