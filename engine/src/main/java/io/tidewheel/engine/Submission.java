package io.tidewheel.engine;

import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.RunSpec;
import java.util.List;
import java.util.Optional;

/**
 * A tasks run to be accepted.
 *
 * @param key the same key of the same owner gives the same run
 * @param chains chains known already; more may be added until it is closed
 * @param strict refuse it if no agent that is present offers what it requires
 * @param who for the audit log
 */
public record Submission(
        RunSpec spec,
        LaneSpec lane,
        Optional<String> key,
        List<NewChain> chains,
        boolean closed,
        boolean held,
        boolean strict,
        String who) {}
