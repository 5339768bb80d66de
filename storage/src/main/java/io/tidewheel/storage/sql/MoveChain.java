package io.tidewheel.storage.sql;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.MovedChain;
import io.tidewheel.storage.sql.ChainTables.Range;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Puts one chain that is ready or delayed into a lane of its run that is like its own but for the priority. Inside a transaction. */
final class MoveChain {
    private final ChainTables tables;
    private final RunTables runTables;
    private final ChainId id;
    private final long key;
    private final int priority;
    private final SpanLedger ledger = new SpanLedger();

    MoveChain(ChainTables tables, RunTables runTables, ChainId id, int priority) {
        this.tables = tables;
        this.runTables = runTables;
        this.id = id;
        this.key = RowKeys.of(id);
        this.priority = priority;
    }

    Optional<MovedChain> run() throws SQLException {
        tables.loadCovering(ledger, new long[] {key});
        var span = ledger.covering(key);
        if (span != null && !span.isReady()) return Optional.empty();
        var ended =
                span != null && span.hasHoles() ? tables.ended(new Range(span.first(), span.end())) : Set.<Long>of();
        if (ended.contains(key)) return Optional.empty();
        var past = span == null
                ? tables.delayed(List.of(key)).stream().findFirst()
                : tables.pasts(List.of(new Range(key, key + 1))).stream().findFirst();
        if (span == null && past.isEmpty()) return Optional.empty();
        int from = span == null ? past.orElseThrow().lane() : span.lane();
        int to = runTables.laneLike(new LaneId(id.run(), from), priority, tables.areShared());
        if (to != from) {
            if (past.isPresent()) tables.savePasts(List.of(past.get().inLane(to)));
            if (span != null) ledger.cutOut(span, ChainSpan.ready(key, 1, to, span.attempt()), ended);
            tables.writeSpans(ledger);
            count(from, to);
            runTables.setLane(key, to);
        }
        return Optional.of(new MovedChain(new LaneId(id.run(), to), id.index()));
    }

    private void count(int from, int to) throws SQLException {
        var raised = new TreeMap<Long, LaneTotals>();
        raised.put(RowKeys.of(new LaneId(id.run(), from)), new LaneTotals(-1, 0, 0, 0));
        raised.put(RowKeys.of(new LaneId(id.run(), to)), new LaneTotals(1, 0, 0, 0));
        tables.raiseTotals(raised);
    }
}
