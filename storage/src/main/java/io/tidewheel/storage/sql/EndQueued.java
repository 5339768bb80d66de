package io.tidewheel.storage.sql;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.storage.sql.ChainTables.Range;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ends the lowest queued chains of a run, be they ready or delayed. Inside a transaction. */
final class EndQueued {
    /** A queued chain: in a ready span, or (without one) waiting for its back-off. */
    private record Queued(long chain, int lane, @Nullable ChainSpan span) {}

    private final ChainTables tables;
    private final RunId run;
    private final ChainState state;
    private final Reason reason;
    private final Instant now;
    private final SpanLedger ledger = new SpanLedger();
    private final Map<Long, ChainHistory> pasts = new HashMap<>();

    EndQueued(ChainTables tables, RunId run, ChainState state, Reason reason, Instant now) {
        this.tables = tables;
        this.run = run;
        this.state = state;
        this.reason = reason;
        this.now = now;
    }

    List<MovedChain> run(int limit) throws SQLException {
        var queued = new TreeMap<Long, Queued>();
        addDelayed(queued, limit);
        addReady(queued, limit);
        while (queued.size() > limit) queued.pollLastEntry();
        if (queued.isEmpty()) return List.of();
        tables.insertOutcomes(queued.keySet().stream().map(this::outcome).toList());
        tables.deletePasts(queued.keySet().stream().filter(pasts::containsKey).toList());
        cutFront(queued);
        tables.writeSpans(ledger);
        return counted(queued);
    }

    private void addDelayed(SortedMap<Long, Queued> queued, int limit) throws SQLException {
        for (var history : tables.delayedOfRun(new Range(RowKeys.of(run, 0), RowKeys.end(run)), limit)) {
            pasts.put(history.chain(), history);
            queued.put(history.chain(), new Queued(history.chain(), history.lane(), null));
        }
    }

    private void addReady(SortedMap<Long, Queued> queued, int limit) throws SQLException {
        int left = limit;
        for (var span : tables.readySpansOfRun(new Range(RowKeys.of(run, 0), RowKeys.end(run)), limit)) {
            ledger.load(span);
            var range = new Range(span.first(), span.end());
            if (span.attempt() > 0)
                tables.pasts(List.of(range)).forEach(history -> pasts.put(history.chain(), history));
            var ended = span.hasHoles() ? tables.ended(range) : Set.<Long>of();
            for (long key = span.first(); key < span.end() && left > 0; key++) {
                if (ended.contains(key)) continue;
                queued.put(key, new Queued(key, span.lane(), span));
                left--;
            }
        }
    }

    private ChainOutcome outcome(long key) {
        var history = pasts.get(key);
        return new ChainOutcome(
                key,
                EnumCodes.of(state),
                EnumCodes.of(reason),
                history == null ? 0 : history.attempt(),
                history == null ? 0 : history.failures(),
                history == null ? 0 : history.losses(),
                null,
                history == null ? null : history.firstClaimed(),
                history == null ? null : history.claimed(),
                SqlTimes.micros(now),
                0,
                Payload.NONE);
    }

    /** The lowest are ended, so what is left of a span is its end. */
    private void cutFront(SortedMap<Long, Queued> queued) {
        record Cut(long last, int count) {}
        var cuts = new LinkedHashMap<ChainSpan, Cut>();
        for (var chain : queued.values()) {
            if (chain.span == null) continue;
            cuts.merge(chain.span, new Cut(chain.chain, 1), (one, two) -> new Cut(two.last, one.count + 1));
        }
        cuts.forEach((span, cut) -> {
            int left = span.remaining() - cut.count;
            ledger.replace(span, left == 0 ? List.of() : List.of(span.part(cut.last + 1, span.end(), left)));
        });
    }

    private List<MovedChain> counted(SortedMap<Long, Queued> queued) throws SQLException {
        var moved = new ArrayList<MovedChain>(queued.size());
        var raised = new TreeMap<Long, LaneTotals>();
        for (var chain : queued.values()) {
            var lane = new LaneId(run, chain.lane);
            moved.add(new MovedChain(lane, RowKeys.index(chain.chain)));
            raised.merge(RowKeys.of(lane), SqlCommit.one(state), LaneTotals::plus);
        }
        tables.raiseTotals(raised);
        return moved;
    }
}
