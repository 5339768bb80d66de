package io.tidewheel.storage.sql;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.EndedEarly;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.storage.sql.ChainTables.Range;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ends one chain, be it ready, delayed or leased. Inside a transaction. */
final class EndChain {
    private final ChainTables tables;
    private final ChainId id;
    private final long key;
    private final ChainState state;
    private final Reason reason;
    private final Instant now;
    private final SpanLedger ledger = new SpanLedger();

    EndChain(ChainTables tables, ChainId id, ChainState state, Reason reason, Instant now) {
        this.tables = tables;
        this.id = id;
        this.key = RowKeys.of(id);
        this.state = state;
        this.reason = reason;
        this.now = now;
    }

    Optional<EndedEarly> run() throws SQLException {
        tables.loadCovering(ledger, new long[] {key});
        var span = ledger.covering(key);
        if (span != null && span.hasHoles() && tables.ended(range()).contains(key)) return Optional.empty();
        var past = span == null
                ? tables.delayed(List.of(key)).stream().findFirst()
                : tables.pasts(List.of(range())).stream().findFirst();
        if (span == null && past.isEmpty()) return Optional.empty();
        var ended = outcome(span, past.orElse(null));
        tables.insertOutcomes(List.of(ended));
        if (past.isPresent()) tables.deletePasts(List.of(key));
        ledger.endOne(key);
        tables.writeSpans(ledger);
        var lane = new LaneId(id.run(), span == null ? past.orElseThrow().lane() : span.lane());
        tables.raiseTotals(new TreeMap<Long, LaneTotals>(Map.of(RowKeys.of(lane), SqlCommit.one(state))));
        return Optional.of(new EndedEarly(new MovedChain(lane, id.index()), ended.attempt()));
    }

    private Range range() {
        return new Range(key, key + 1);
    }

    private ChainOutcome outcome(@Nullable ChainSpan span, @Nullable ChainHistory history) {
        var lease = span == null || span.isReady() ? null : span;
        Long before = history == null ? null : Long.valueOf(history.claimed());
        Long claimed = lease == null ? before : Long.valueOf(lease.claimed());
        int tried = history == null ? 0 : history.attempt();
        return new ChainOutcome(
                key,
                EnumCodes.of(state),
                EnumCodes.of(reason),
                lease == null ? tried : lease.attempt(),
                history == null ? 0 : history.failures(),
                history == null ? 0 : history.losses(),
                lease == null ? null : Long.valueOf(lease.session()),
                history == null ? claimed : Long.valueOf(history.firstClaimed()),
                claimed,
                SqlTimes.micros(now),
                0,
                Payload.NONE);
    }
}
