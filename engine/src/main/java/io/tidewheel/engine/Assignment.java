package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import java.time.Duration;

/** A chain that an agent is to run. {@code deadlineIn} is zero if it has none. */
public record Assignment(
        LaneRecord lane,
        RunKind runKind,
        String runName,
        String owner,
        ChainId chain,
        int attempt,
        String parameter,
        Payload body,
        Duration deadlineIn) {}
