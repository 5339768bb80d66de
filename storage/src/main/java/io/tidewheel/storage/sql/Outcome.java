package io.tidewheel.storage.sql;

import io.tidewheel.model.Changes.Finish;
import io.tidewheel.model.Payload;
import org.jspecify.annotations.Nullable;

/** How a chain ended, as it is kept for ever: times in microseconds, empty ones null. */
public record Outcome(
        long chain,
        int state,
        int reason,
        int attempt,
        int failures,
        int losses,
        @Nullable Long session,
        @Nullable Long firstClaimed,
        @Nullable Long claimed,
        long finished,
        int exitCode,
        Payload report) {
    static Outcome of(Finish finish, long chain, long claimed) {
        var lease = finish.lease();
        return new Outcome(
                chain,
                Codes.of(finish.state()),
                Codes.of(finish.reason()),
                lease.attempt(),
                lease.failures(),
                lease.losses(),
                lease.session().value(),
                Times.micros(lease.firstClaimed()),
                claimed,
                Times.micros(finish.at()),
                finish.exitCode(),
                finish.report());
    }
}
