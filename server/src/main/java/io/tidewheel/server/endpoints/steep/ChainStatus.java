package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.ChainState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Where a process chain stands, in Steep's words. */
enum ChainStatus {
    REGISTERED,
    RUNNING,
    /** The chain failed and waits for its next try. */
    PAUSED,
    CANCELLED,
    SUCCESS,
    ERROR;

    Set<ChainState> states() {
        return switch (this) {
            case REGISTERED -> EnumSet.of(ChainState.READY, ChainState.HELD);
            case RUNNING -> EnumSet.of(ChainState.RUNNING);
            case PAUSED -> EnumSet.of(ChainState.DELAYED);
            case CANCELLED -> EnumSet.of(ChainState.CANCELLED);
            case SUCCESS -> EnumSet.of(ChainState.SUCCEEDED);
            case ERROR -> EnumSet.of(ChainState.FAILED);
        };
    }

    static ChainStatus of(ChainState state) {
        return switch (state) {
            case READY, HELD -> REGISTERED;
            case DELAYED -> PAUSED;
            case RUNNING -> RUNNING;
            case SUCCEEDED -> SUCCESS;
            case FAILED -> ERROR;
            case CANCELLED -> CANCELLED;
        };
    }

    static Optional<ChainStatus> named(String text) {
        return Arrays.stream(values())
                .filter(status -> status.name().equals(text))
                .findFirst();
    }
}
