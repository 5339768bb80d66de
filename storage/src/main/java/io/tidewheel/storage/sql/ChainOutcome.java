package io.tidewheel.storage.sql;

import io.tidewheel.model.Payload;
import io.tidewheel.model.TurnChanges.Finish;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a chain ended, as it is kept for ever: times in microseconds, empty ones null. */
public record ChainOutcome(
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
    /** When it was first claimed is written down only if that was not when it was claimed last: hardly anything is tried twice. */
    public @Nullable Long firstClaimedIfOther() {
        return Objects.equals(firstClaimed, claimed) ? null : firstClaimed;
    }

    static ChainOutcome of(Finish finish, long chain, long claimed) {
        var lease = finish.lease();
        return new ChainOutcome(
                chain,
                EnumCodes.of(finish.state()),
                EnumCodes.of(finish.reason()),
                lease.attempt(),
                lease.failures(),
                lease.losses(),
                lease.session().value(),
                SqlTimes.micros(lease.firstClaimed()),
                claimed,
                SqlTimes.micros(finish.at()),
                finish.exitCode(),
                finish.report());
    }
}
