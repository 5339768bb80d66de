package io.tidewheel.storage.sql;

import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.Reason;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.storage.sql.ChainTables.Range;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gives an agent that was given up what it still works on. Inside a transaction. */
final class ReclaimChains {
    private static final String FORGET_LOSS = "DELETE FROM attempt WHERE chain = ? AND number = ? AND session = ?";

    private final ChainTables tables;
    private final SqlConnection link;
    private final SessionId session;
    private final List<ShownAttempt> shown;
    private final SpanLedger ledger = new SpanLedger();
    private final Map<Long, ChainHistory> pasts = new HashMap<>();
    private final List<ChainHistory> changed = new ArrayList<>();

    ReclaimChains(ChainTables tables, SqlConnection link, SessionId session, List<ShownAttempt> shown) {
        this.tables = tables;
        this.link = link;
        this.session = session;
        this.shown =
                shown.stream().sorted(Comparator.comparing(ShownAttempt::chain)).toList();
    }

    List<Lease> run() throws SQLException {
        var keys = shown.stream()
                .mapToLong(each -> RowKeys.of(each.chain()))
                .distinct()
                .toArray();
        if (keys.length == 0) return List.of();
        tables.loadCovering(ledger, keys);
        var ranges = new ArrayList<Range>();
        for (long key : keys) ranges.add(new Range(key, key + 1));
        tables.pasts(ranges).forEach(past -> pasts.put(past.chain(), past));
        var leases = new ArrayList<Lease>();
        for (var each : shown) reclaim(each, leases);
        tables.savePasts(changed);
        tables.writeSpans(ledger);
        return leases;
    }

    private void reclaim(ShownAttempt each, List<Lease> leases) throws SQLException {
        long key = RowKeys.of(each.chain());
        var span = ledger.covering(key);
        // What was never taken back has no past; what waits for a back-off has failed since then.
        var past = pasts.get(key);
        if (span == null || past == null || past.due() != null || !mayTake(span, each)) return;
        var ended = span.hasHoles() ? tables.ended(new Range(span.first(), span.end())) : Set.<Long>of();
        if (ended.contains(key)) return;
        boolean isKnown = link.update(FORGET_LOSS, key, each.attempt(), session.value()) == 1;
        if (!isKnown && !each.proven()) return;
        boolean wasLastLoss = past.attempt() == each.attempt() && past.reason() == EnumCodes.of(Reason.AGENT_DIED);
        int losses = Math.max(0, wasLastLoss ? past.losses() - 1 : past.losses());
        var now = new ChainHistory(
                key,
                span.lane(),
                Math.max(past.attempt(), span.attempt()),
                past.failures(),
                losses,
                past.firstClaimed(),
                past.claimed(),
                null,
                EnumCodes.of(Reason.RETURNED));
        changed.add(now);
        pasts.put(key, now);
        ledger.cutOut(
                span, new ChainSpan(key, 1, span.lane(), each.attempt(), session.value(), past.claimed(), 1), ended);
        leases.add(new Lease(
                each.chain(),
                new LaneId(each.chain().run(), span.lane()),
                each.attempt(),
                past.failures(),
                losses,
                session,
                SqlTimes.instant(past.firstClaimed()),
                true));
    }

    private static boolean mayTake(ChainSpan span, ShownAttempt each) {
        return span.isReady() ? span.attempt() >= each.attempt() : span.attempt() > each.attempt() && each.goesOn();
    }
}
