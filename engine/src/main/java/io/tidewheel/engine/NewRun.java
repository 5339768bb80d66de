package io.tidewheel.engine;

import io.tidewheel.controllers.NewController;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunSpec;
import java.util.List;
import java.util.Optional;

/**
 * A run to be accepted.
 *
 * @param key the same key of the same owner gives the same run
 * @param chains chains known already; more may be added until it is closed
 * @param strict what must be offered by an agent that is present, or by a setup, for it to be accepted; nothing if it may wait
 * @param who for the audit log
 * @param controller for a run that grows; it has no lane and no chains of the submitter's then
 * @param document what is kept with a run that does not grow, for whoever adds its chains; empty if there is nothing
 */
public record NewRun(
        RunSpec spec,
        LaneSpec lane,
        Optional<String> key,
        List<NewChain> chains,
        boolean closed,
        boolean held,
        List<RequiredResources> strict,
        String who,
        Optional<NewController> controller,
        Payload document) {
    public NewRun {
        strict = List.copyOf(strict);
    }

    /**
     * A run whose chains all come from the submitter.
     *
     * @param strict refuse it if no agent that is present, and no setup, offers what its lane requires
     */
    public NewRun(
            RunSpec spec,
            LaneSpec lane,
            Optional<String> key,
            List<NewChain> chains,
            boolean closed,
            boolean held,
            boolean strict,
            String who) {
        this(
                spec,
                lane,
                key,
                chains,
                closed,
                held,
                strict ? List.of(new RequiredResources(lane.requires(), lane.needs())) : List.of(),
                who,
                Optional.empty(),
                Payload.NONE);
    }

    /** A run that grows, and may wait for whatever its chains require. */
    public static NewRun growing(
            RunSpec spec, NewController controller, Optional<String> key, boolean held, String who) {
        return new NewRun(
                spec,
                LaneSpec.PLAIN,
                key,
                List.of(),
                true,
                held,
                List.of(),
                who,
                Optional.of(controller),
                Payload.NONE);
    }

    /** The same, to be accepted only if all of this is offered. */
    public NewRun strictly(List<RequiredResources> needs) {
        return new NewRun(spec, lane, key, chains, closed, held, needs, who, controller, document);
    }

    /** The same with something that is kept for whoever adds its chains. */
    public NewRun with(Payload kept) {
        return new NewRun(spec, lane, key, chains, closed, held, strict, who, controller, kept);
    }
}
