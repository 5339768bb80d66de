package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.Reason;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Where a submission stands, in Steep's words. */
enum SubmissionStatus {
    ACCEPTED,
    RUNNING,
    CANCELLED,
    SUCCESS,
    PARTIAL_SUCCESS,
    ERROR;

    Set<RunState> states() {
        return switch (this) {
            case ACCEPTED -> EnumSet.of(RunState.QUEUED, RunState.HELD);
            case RUNNING -> EnumSet.of(RunState.RUNNING, RunState.CANCELLING);
            case CANCELLED -> EnumSet.of(RunState.CANCELLED);
            case SUCCESS -> EnumSet.of(RunState.SUCCEEDED);
            case PARTIAL_SUCCESS, ERROR -> EnumSet.of(RunState.FAILED);
        };
    }

    /** Empty if it does not matter. */
    Set<Reason> reasons() {
        return switch (this) {
            case PARTIAL_SUCCESS -> EnumSet.of(Reason.PARTIAL);
            case ERROR -> EnumSet.complementOf(EnumSet.of(Reason.PARTIAL));
            case ACCEPTED, RUNNING, CANCELLED, SUCCESS -> Set.of();
        };
    }

    static SubmissionStatus of(RunRecord run) {
        return switch (run.state()) {
            case QUEUED, HELD -> ACCEPTED;
            case RUNNING, CANCELLING -> RUNNING;
            case SUCCEEDED -> SUCCESS;
            case CANCELLED -> CANCELLED;
            case FAILED -> run.endReason() == Reason.PARTIAL ? PARTIAL_SUCCESS : ERROR;
        };
    }

    static Optional<SubmissionStatus> named(String text) {
        return Arrays.stream(values())
                .filter(status -> status.name().equals(text))
                .findFirst();
    }
}
