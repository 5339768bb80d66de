package io.tidewheel.engine;

import io.tidewheel.controllers.NewController;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.RunSpec;
import java.util.List;
import java.util.Optional;

/**
 * A run to be accepted.
 *
 * @param key the same key of the same owner gives the same run
 * @param chains chains known already; more may be added until it is closed
 * @param strict refuse it if no agent that is present, and no setup, offers what it requires
 * @param who for the audit log
 * @param controller for a run that grows; it has no lane and no chains of the submitter's then
 */
public record NewRun(
        RunSpec spec,
        LaneSpec lane,
        Optional<String> key,
        List<NewChain> chains,
        boolean closed,
        boolean held,
        boolean strict,
        String who,
        Optional<NewController> controller) {
    /** A run whose chains all come from the submitter. */
    public NewRun(
            RunSpec spec,
            LaneSpec lane,
            Optional<String> key,
            List<NewChain> chains,
            boolean closed,
            boolean held,
            boolean strict,
            String who) {
        this(spec, lane, key, chains, closed, held, strict, who, Optional.empty());
    }

    /** A run that grows. */
    public static NewRun growing(
            RunSpec spec, NewController controller, Optional<String> key, boolean held, String who) {
        return new NewRun(spec, LaneSpec.PLAIN, key, List.of(), true, held, false, who, Optional.of(controller));
    }
}
