package io.tidewheel.storage.sql;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Lease;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Claim;
import io.tidewheel.model.TurnChanges.Finish;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.Requeue;
import io.tidewheel.model.TurnChanges.Share;
import io.tidewheel.storage.sql.ChainTables.Range;
import io.tidewheel.storage.sql.ChainTables.Wish;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One commit inside a transaction. If it is refused or throws, the transaction must be rolled back. */
final class SqlCommit {
    private final ChainTables tables;
    private final RunTables runTables;
    private final AgentTables agentTables;
    private final TurnChanges changes;
    private final Map<Long, Long> orphans;
    private final boolean waitForClaims;

    private final SpanLedger ledger = new SpanLedger();
    private final TreeMap<Long, LaneTotals> raised = new TreeMap<>();
    private final TreeSet<ChainId> superseded = new TreeSet<>();
    private final TreeMap<Long, NewChains> justAdded = new TreeMap<>();
    private final List<Claim> unfilled = new ArrayList<>();
    private Map<Long, Integer> latest = Map.of();

    SqlCommit(
            ChainTables tables,
            RunTables runTables,
            AgentTables agentTables,
            TurnChanges changes,
            Map<Long, Long> orphans,
            boolean waitForClaims) {
        this.tables = tables;
        this.runTables = runTables;
        this.agentTables = agentTables;
        this.changes = changes;
        this.orphans = orphans;
        this.waitForClaims = waitForClaims;
    }

    CommitResult run() throws SQLException {
        runTables.saveSessions(changes, orphans);
        tables.expect(changes);
        agentTables.save(changes, tables.areShared());
        var sessions = sessionsToCheck();
        var keys = sortedKeys();
        tables.lookAhead(sessions, keys, wishes(wanted(), Map.of()), waitForClaims);
        var faster = tables.fasterElsewhere();
        if (!faster.isEmpty()) return new CommitResult.Refused(Set.of(), faster.overtaken(), faster.gone());
        var foreign = sessions.isEmpty()
                ? Set.<Long>of()
                : tables.foreignSessions(sessions, changes.server().value());
        if (tables.areCareful()) {
            var gone = runTables.withTakenKeys(changes.runs());
            var overtaken = runTables.withTakenLanes(changes.lanes());
            if (!gone.isEmpty() || !overtaken.isEmpty()) return new CommitResult.Refused(Set.of(), overtaken, gone);
        }
        runTables.insertRuns(changes.runs());
        runTables.insertDocuments(changes.documents());
        if (tables.areShared()) runTables.insertKeepers(changes);
        runTables.insertLanes(changes.lanes());
        insertChains();
        endAndTakeBack(keys, foreign);
        if (!superseded.isEmpty()) return new CommitResult.Refused(superseded);
        tables.insertAttempts(changes.attempts());
        tables.insertLogs(changes.logs());
        var removed = runTables.updateRuns(changes.runUpdates());
        if (!removed.isEmpty()) return CommitResult.Refused.gone(removed);
        runTables.saveCourses(changes.courses());
        runTables.insertAudit(changes.audit());
        var claimed = claim(foreign);
        tables.writeSpans(ledger);
        tables.tell(touched());
        return new CommitResult.Done(claimed, raiseTotals());
    }

    /** The runs that other servers should look at: claims alone concern nobody else. */
    private Set<RunId> touched() {
        var runs = new TreeSet<RunId>();
        changes.runs().forEach(run -> runs.add(run.id()));
        changes.chains().forEach(chains -> runs.add(chains.lane().run()));
        changes.finishes().forEach(finish -> runs.add(finish.lease().chain().run()));
        changes.requeues().forEach(requeue -> runs.add(requeue.lease().chain().run()));
        changes.runUpdates().forEach(update -> runs.add(update.id()));
        return runs;
    }

    /** What was asked for and not found, as claims of their own. */
    List<Claim> unfilled() {
        return unfilled;
    }

    /** Sessions whose agents may have gone to another server: it alone decides about their leases then. */
    private Set<Long> sessionsToCheck() {
        var sessions = new TreeSet<Long>();
        for (var requeue : changes.requeues())
            sessions.add(requeue.lease().session().value());
        if (tables.areShared()) {
            for (var claim : changes.claims())
                claim.shares().forEach(share -> sessions.add(share.session().value()));
        }
        return sessions;
    }

    // --- new chains ---

    private void insertChains() throws SQLException {
        if (changes.chains().isEmpty()) return;
        tables.insertChains(changes.chains());
        for (var added : changes.chains()) {
            if (added.chains().isEmpty()) continue;
            long first = RowKeys.of(added.lane().run(), added.firstIndex());
            int count = added.chains().size();
            justAdded.put(first, added);
            raise(RowKeys.of(added.lane()), new LaneTotals(count, 0, 0, 0));
            if (tables.joinsNewChains() && added.firstIndex() > 0) tables.loadCovering(ledger, new long[] {first - 1});
            for (int done = 0; done < count; done += tables.largestSpan()) {
                int size = Math.min(tables.largestSpan(), count - done);
                addReady(ChainSpan.ready(first + done, size, added.lane().number(), 0));
            }
        }
    }

    /** Chains that come one by one make one span, not many. */
    private void addReady(ChainSpan span) {
        var before = ledger.covering(span.first() - 1);
        boolean join =
                before != null && before.continuesWith(span) && before.count() + span.count() <= tables.largestSpan();
        if (before != null && join) ledger.replace(before, List.of(before.joined(span)));
        else ledger.add(span);
    }

    // --- finishes and requeues ---

    private void endAndTakeBack(long[] keys, Set<Long> foreign) throws SQLException {
        if (keys.length == 0) return;
        tables.loadCovering(ledger, keys);
        finish();
        takeBack(foreign);
    }

    private long[] sortedKeys() {
        var keys = new long[changes.finishes().size() + changes.requeues().size()];
        int next = 0;
        for (var finish : changes.finishes())
            keys[next++] = RowKeys.of(finish.lease().chain());
        for (var requeue : changes.requeues())
            keys[next++] = RowKeys.of(requeue.lease().chain());
        Arrays.sort(keys);
        return keys;
    }

    private void finish() throws SQLException {
        var outcomes = new ArrayList<ChainOutcome>(changes.finishes().size());
        var pastsToForget = new ArrayList<Long>();
        var loose = new ArrayList<Finish>();
        for (var finish : changes.finishes()) {
            var lease = finish.lease();
            long key = RowKeys.of(lease.chain());
            var span = held(lease, key);
            if (span != null) {
                outcomes.add(ChainOutcome.of(finish, key, claimed(span, lease)));
                // What was given back to an agent that returned is in a span of its own, and may be a first attempt.
                if (span.attempt() > (span.isReady() ? 0 : 1) || span.count() == 1) pastsToForget.add(key);
                raise(laneKey(key, span.lane()), one(finish.state()));
            } else if (!lease.durable()) {
                loose.add(finish);
            } else {
                superseded.add(lease.chain());
            }
        }
        finishDelayed(loose, outcomes, pastsToForget);
        var endedBefore = tables.insertOutcomes(outcomes);
        for (long chain : endedBefore) superseded.add(RowKeys.chain(chain));
        tables.deletePasts(pastsToForget);
        for (var outcome : outcomes) {
            if (!endedBefore.contains(outcome.chain())) ledger.endOne(outcome.chain());
        }
    }

    /** A result that nobody waited for any more, since the chain was queued again for later: it counts if nothing else has. */
    private void finishDelayed(List<Finish> loose, List<ChainOutcome> outcomes, List<Long> pastsToForget)
            throws SQLException {
        var delayed = delayed(loose.stream().map(Finish::lease).toList());
        for (var finish : loose) {
            long key = RowKeys.of(finish.lease().chain());
            var history = delayed.get(key);
            if (history == null) {
                superseded.add(finish.lease().chain());
            } else {
                outcomes.add(ChainOutcome.of(
                        finish, key, SqlTimes.micros(finish.lease().firstClaimed())));
                pastsToForget.add(key);
                raise(laneKey(key, history.lane()), one(finish.state()));
            }
        }
    }

    private Map<Long, ChainHistory> delayed(List<Lease> leases) throws SQLException {
        if (leases.isEmpty()) return Map.of();
        var keys = new TreeSet<Long>();
        leases.forEach(lease -> keys.add(RowKeys.of(lease.chain())));
        var found = new HashMap<Long, ChainHistory>();
        tables.delayed(keys).forEach(history -> found.put(history.chain(), history));
        return found;
    }

    private void takeBack(Set<Long> foreign) throws SQLException {
        if (changes.requeues().isEmpty()) return;
        var sorted = new ArrayList<>(changes.requeues());
        sorted.sort(Comparator.comparing(requeue -> requeue.lease().chain()));
        var bySpan = new LinkedHashMap<Long, List<Requeue>>();
        var loose = new ArrayList<Requeue>();
        var seen = new HashSet<Long>();
        for (var requeue : sorted) {
            var lease = requeue.lease();
            long key = RowKeys.of(lease.chain());
            var span = held(lease, key);
            if (foreign.contains(lease.session().value()) || !seen.add(key)) superseded.add(lease.chain());
            else if (span != null)
                bySpan.computeIfAbsent(span.first(), _ -> new ArrayList<>()).add(requeue);
            else if (!lease.durable()) loose.add(requeue);
            else superseded.add(lease.chain());
        }
        latest = latestOf(bySpan);
        var pasts = new ArrayList<ChainHistory>(sorted.size());
        var ready = new ArrayList<ChainSpan>();
        for (var entry : bySpan.entrySet()) takeOut(entry.getKey(), entry.getValue(), pasts, ready);
        var delayed = delayed(loose.stream().map(Requeue::lease).toList());
        for (var requeue : loose) {
            var history = delayed.get(RowKeys.of(requeue.lease().chain()));
            if (history == null) superseded.add(requeue.lease().chain());
            else
                queueAgain(
                        requeue, history.lane(), SqlTimes.micros(requeue.lease().firstClaimed()), pasts, ready);
        }
        tables.savePasts(pasts);
        ready.sort(Comparator.comparingLong(ChainSpan::first));
        SpanLedger.joined(ready, tables.largestSpan()).forEach(ledger::add);
    }

    /** The latest attempts of chains that were given back to agents that returned: others may have had later ones meanwhile. */
    private Map<Long, Integer> latestOf(Map<Long, List<Requeue>> bySpan) throws SQLException {
        var ranges = new ArrayList<Range>();
        for (long first : bySpan.keySet()) {
            var span = ledger.covering(first);
            if (span != null && span.count() == 1) ranges.add(new Range(first, first + 1));
        }
        var latest = new HashMap<Long, Integer>();
        if (!ranges.isEmpty()) tables.pasts(ranges).forEach(past -> latest.put(past.chain(), past.attempt()));
        return latest;
    }

    /** Takes chains out of the span they are in; what is left of it is one span before, between and after them. */
    private void takeOut(long first, List<Requeue> requeues, List<ChainHistory> pasts, List<ChainSpan> ready)
            throws SQLException {
        var span = ledger.covering(first);
        if (span == null) throw new IllegalStateException("span %d has vanished".formatted(first));
        var ended = ended(span);
        var parts = new ArrayList<ChainSpan>();
        long from = span.first();
        for (var requeue : requeues) {
            long key = RowKeys.of(requeue.lease().chain());
            if (ended.contains(key)) {
                superseded.add(requeue.lease().chain());
                continue;
            }
            addPart(parts, span, from, key, ended);
            from = key + 1;
            queueAgain(requeue, span.lane(), claimed(span, requeue.lease()), pasts, ready);
        }
        addPart(parts, span, from, span.end(), ended);
        ledger.replace(span, parts);
    }

    private static void addPart(List<ChainSpan> parts, ChainSpan span, long from, long to, SortedSet<Long> ended) {
        int left = (int) (to - from) - ended.subSet(from, to).size();
        if (left > 0) parts.add(span.part(from, to, left));
    }

    private void queueAgain(Requeue requeue, int lane, long claimed, List<ChainHistory> pasts, List<ChainSpan> ready) {
        var lease = requeue.lease();
        long key = RowKeys.of(lease.chain());
        int attempt = Math.max(lease.attempt(), latest.getOrDefault(key, 0));
        pasts.add(new ChainHistory(
                key,
                lane,
                attempt,
                requeue.failures(),
                requeue.losses(),
                SqlTimes.micros(lease.firstClaimed()),
                claimed,
                SqlTimes.micros(requeue.due()),
                EnumCodes.of(requeue.reason())));
        if (requeue.due().isEmpty()) ready.add(ChainSpan.ready(key, 1, lane, attempt));
    }

    /** The span a chain is in, if it is held as the lease says. Whether the chain itself has ended is seen when its outcome is written. */
    private @Nullable ChainSpan held(Lease lease, long key) {
        var span = ledger.covering(key);
        if (span == null || !lease.durable()) return span;
        boolean current = span.session() == lease.session().value() && span.attempt() == lease.attempt();
        return current ? span : null;
    }

    private static long claimed(ChainSpan span, Lease lease) {
        return lease.durable() ? span.claimed() : SqlTimes.micros(lease.firstClaimed());
    }

    private SortedSet<Long> ended(ChainSpan span) throws SQLException {
        return span.hasHoles() ? new TreeSet<>(tables.ended(new Range(span.first(), span.end()))) : new TreeSet<>();
    }

    // --- claims ---

    /** Chains that were leased together, with the keys of those in it that had not ended. */
    private record Leased(ChainSpan span, SessionId session, LaneId lane, List<Long> chains) {}

    private List<ClaimedChain> claim(Set<Long> foreign) throws SQLException {
        if (changes.claims().isEmpty()) return List.of();
        loadReady();
        var leased = new ArrayList<Leased>();
        for (var claim : changes.claims()) {
            var ready = new ArrayDeque<>(
                    ledger.ready(claim.lane(), RowKeys.end(claim.lane().run()) - 1));
            var missing = new ArrayList<Share>();
            for (var share : claim.shares()) {
                if (foreign.contains(share.session().value())) continue;
                int got = lease(claim, share, ready, leased);
                if (got < share.count()) missing.add(new Share(share.session(), share.count() - got));
            }
            if (!missing.isEmpty()) unfilled.add(new Claim(claim.lane(), missing, claim.at()));
        }
        return claimed(leased);
    }

    /**
     * Loads so many of the lowest ready spans of each lane that the claims can be filled, or all there are. Spans that this commit has made
     * or changed count as it has left them; those that lie behind what was loaded do not count, for lower ones may still be in the store.
     */
    private void loadReady() throws SQLException {
        var wanted = wanted();
        var after = new HashMap<LaneId, Long>();
        while (!wanted.isEmpty()) {
            var furthest = new HashMap<LaneId, Long>();
            for (var span : tables.readySpans(wishes(wanted, after), waitForClaims)) {
                ledger.load(span);
                furthest.merge(new LaneId(RowKeys.run(span.first()), span.lane()), span.first(), Math::max);
            }
            wanted.entrySet().removeIf(want -> {
                var last = furthest.get(want.getKey());
                return last == null || count(ledger.ready(want.getKey(), last)) >= want.getValue();
            });
            after.putAll(furthest);
        }
    }

    private SortedMap<LaneId, Integer> wanted() {
        var wanted = new TreeMap<LaneId, Integer>();
        for (var claim : changes.claims()) {
            int count = claim.shares().stream().mapToInt(Share::count).sum();
            if (count > 0) wanted.merge(claim.lane(), count, Integer::sum);
        }
        return wanted;
    }

    /** What is still needed of each lane, behind the spans that were looked at. */
    private List<Wish> wishes(SortedMap<LaneId, Integer> wanted, Map<LaneId, Long> after) {
        var wishes = new ArrayList<Wish>();
        wanted.forEach((lane, count) -> {
            long last = after.getOrDefault(lane, RowKeys.of(lane.run(), 0) - 1);
            wishes.add(new Wish(RowKeys.of(lane), last, count - count(ledger.ready(lane, last))));
        });
        return wishes;
    }

    private static int count(List<ChainSpan> spans) {
        int count = 0;
        for (var span : spans) count += span.remaining();
        return count;
    }

    private int lease(Claim claim, Share share, ArrayDeque<ChainSpan> ready, List<Leased> leased) throws SQLException {
        int left = share.count();
        while (left > 0 && !ready.isEmpty()) {
            var span = ready.removeFirst();
            var chains = lowest(span, Math.min(left, span.remaining()));
            long end = chains.size() == span.remaining() ? span.end() : chains.getLast() + 1;
            var taken = span.part(span.first(), end, chains.size())
                    .leasedTo(share.session().value(), SqlTimes.micros(claim.at()));
            ledger.replace(span, List.of(taken));
            if (end < span.end()) {
                var rest = span.part(end, span.end(), span.remaining() - chains.size());
                ledger.add(rest);
                ready.addFirst(rest);
            }
            leased.add(new Leased(taken, share.session(), claim.lane(), chains));
            left -= chains.size();
        }
        return share.count() - left;
    }

    private List<Long> lowest(ChainSpan span, int count) throws SQLException {
        var ended = ended(span);
        var chains = new ArrayList<Long>(count);
        for (long key = span.first(); key < span.end() && chains.size() < count; key++) {
            if (ended.isEmpty() || !ended.contains(key)) chains.add(key);
        }
        return chains;
    }

    private List<ClaimedChain> claimed(List<Leased> leased) throws SQLException {
        var contents = contents(leased);
        var pasts = pasts(leased);
        var claimed = new ArrayList<ClaimedChain>();
        for (var each : leased) {
            for (long key : each.chains) {
                claimed.add(claimed(each.lane, each.session, each.span, contents.of(key), pasts.get(key)));
            }
        }
        return claimed;
    }

    static ClaimedChain claimed(
            LaneId lane, SessionId session, ChainSpan leased, ChainContent content, @Nullable ChainHistory history) {
        return new ClaimedChain(
                lane,
                RowKeys.index(content.chain()),
                leased.attempt(),
                history == null ? 0 : history.failures(),
                history == null ? 0 : history.losses(),
                session,
                content.parameter(),
                content.body(),
                SqlTimes.instant(content.added()),
                SqlTimes.instant(history == null ? leased.claimed() : history.firstClaimed()));
    }

    /** What this commit has added itself is not read back. */
    private Contents contents(List<Leased> leased) throws SQLException {
        var ranges = new ArrayList<Range>();
        for (var each : leased) {
            if (addedWith(each.span.first()) == null) ranges.add(new Range(each.span.first(), each.span.end()));
        }
        var read = new HashMap<Long, ChainContent>();
        if (!ranges.isEmpty()) tables.contents(ranges).forEach(content -> read.put(content.chain(), content));
        return key -> {
            var added = addedWith(key);
            if (added != null) return contentOf(added, key);
            var content = read.get(key);
            if (content == null)
                throw new StoreFailure(
                        "could not commit: chain %s is queued but not there".formatted(RowKeys.chain(key)));
            return content;
        };
    }

    @FunctionalInterface
    private interface Contents {
        ChainContent of(long key);
    }

    private @Nullable NewChains addedWith(long key) {
        var entry = justAdded.floorEntry(key);
        return entry != null && key < entry.getKey() + entry.getValue().chains().size() ? entry.getValue() : null;
    }

    private static ChainContent contentOf(NewChains added, long key) {
        var chain = added.chains().get(RowKeys.index(key) - added.firstIndex());
        return new ChainContent(key, chain.parameter(), chain.body(), SqlTimes.micros(added.at()));
    }

    private Map<Long, ChainHistory> pasts(List<Leased> leased) throws SQLException {
        var ranges = new ArrayList<Range>();
        for (var each : leased) {
            if (each.span.attempt() > 1) ranges.add(new Range(each.span.first(), each.span.end()));
        }
        if (ranges.isEmpty()) return Map.of();
        var pasts = new HashMap<Long, ChainHistory>();
        tables.pasts(ranges).forEach(history -> pasts.put(history.chain(), history));
        return pasts;
    }

    // --- totals ---

    private static long laneKey(long chain, int lane) {
        return RowKeys.of(RowKeys.run(chain), lane);
    }

    private void raise(long lane, LaneTotals by) {
        raised.merge(lane, by, LaneTotals::plus);
    }

    static LaneTotals one(ChainState state) {
        return switch (state) {
            case SUCCEEDED -> new LaneTotals(0, 1, 0, 0);
            case FAILED -> new LaneTotals(0, 0, 1, 0);
            case CANCELLED -> new LaneTotals(0, 0, 0, 1);
            case READY, DELAYED, RUNNING, HELD ->
                throw new IllegalArgumentException("a chain does not end as " + state);
        };
    }

    private Map<LaneId, LaneTotals> raiseTotals() throws SQLException {
        if (raised.isEmpty()) return Map.of();
        var now = tables.raiseTotals(raised);
        var totals = new LinkedHashMap<LaneId, LaneTotals>();
        for (long lane : raised.keySet()) {
            var total = now.get(lane);
            if (total == null)
                throw new StoreFailure(
                        "could not commit: there is no lane %s; nothing was changed".formatted(RowKeys.lane(lane)));
            totals.put(RowKeys.lane(lane), total);
        }
        return totals;
    }
}
