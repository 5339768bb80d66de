package io.tidewheel.model.audit;

import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.NumberedEntry;
import io.tidewheel.model.Payload;
import io.tidewheel.model.audit.AuditFinding.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Compares the audit log with its seals, block by block. For one verification. */
public final class AuditVerifier {
    private static final int SEALS_AT_ONCE = 100;
    private static final int ENTRIES_AT_ONCE = 1_000;
    private static final int MOST_FINDINGS = 1_000;

    private final AuditStore store;
    private final AuditChain chain;
    private final List<SealMark> marks;
    private final List<AuditFinding> findings = new ArrayList<>();
    private long faults;
    private long good;
    private long seals;
    /** The seal before was made with the key: only then can it say what the next one should follow. */
    private boolean beforeIsGenuine = true;

    private AuditVerifier(AuditStore store, AuditChain chain, List<SealMark> marks) {
        this.store = store;
        this.chain = chain;
        this.marks = List.copyOf(marks);
    }

    /** @param marks seals that are known to have been there */
    public static AuditReport verify(AuditStore store, AuditChain chain, List<SealMark> marks) {
        return new AuditVerifier(store, chain, marks).run();
    }

    private AuditReport run() {
        Optional<AuditSeal> before = Optional.empty();
        var page = store.seals(0, SEALS_AT_ONCE);
        while (!page.isEmpty()) {
            for (var seal : page) {
                verify(before, seal);
                before = Optional.of(seal);
            }
            page = store.seals(page.getLast().number(), SEALS_AT_ONCE);
        }
        long last = before.map(AuditSeal::number).orElse(0L);
        for (var mark : marks) if (mark.number() > last) tell(AuditFinding.ofSeal(What.SEAL_MISSING, mark.number()));
        return new AuditReport(
                good,
                seals,
                unsealed(before.map(AuditSeal::last).orElse(0L)),
                before.map(SealMark::of),
                before.map(AuditSeal::at),
                findings,
                faults);
    }

    private void verify(Optional<AuditSeal> before, AuditSeal seal) {
        seals++;
        long expected = before.map(AuditSeal::number).orElse(0L) + 1;
        for (long missing = expected; missing < seal.number() && missing - expected < MOST_FINDINGS; missing++)
            tell(AuditFinding.ofSeal(What.SEAL_MISSING, missing));
        boolean follows = !beforeIsGenuine || seal.number() > expected || follows(before, seal);
        beforeIsGenuine = chain.isGenuine(seal);
        if (!follows || !beforeIsGenuine) {
            tell(AuditFinding.ofSeal(What.SEAL_FORGED, seal.number()));
            return;
        }
        for (var mark : marks)
            if (mark.number() == seal.number() && !mark.equals(SealMark.of(seal)))
                tell(AuditFinding.ofSeal(What.SEAL_REPLACED, seal.number()));
        compare(seal);
    }

    private static boolean follows(Optional<AuditSeal> before, AuditSeal seal) {
        return before.map(AuditSeal::sum).orElse(Payload.NONE).equals(seal.previous())
                && before.map(AuditSeal::last).orElse(0L) == seal.after();
    }

    private void compare(AuditSeal seal) {
        var codes = new TreeMap<>(AuditChain.codes(seal));
        // Nothing has a number below 1 unless somebody has put it there.
        long after = seal.number() == 1 ? Long.MIN_VALUE : seal.after();
        var page = store.entries(after, seal.last(), ENTRIES_AT_ONCE);
        while (!page.isEmpty()) {
            for (var entry : page) compare(seal, entry, Optional.ofNullable(codes.remove(entry.number())));
            page = store.entries(page.getLast().number(), seal.last(), ENTRIES_AT_ONCE);
        }
        for (long removed : codes.keySet())
            tell(new AuditFinding(What.ENTRY_REMOVED, seal.number(), removed, Optional.empty()));
    }

    private void compare(AuditSeal seal, NumberedEntry entry, Optional<Payload> code) {
        if (code.isPresent() && code.get().equals(chain.code(entry))) {
            good++;
            return;
        }
        var what = code.isPresent() ? What.ENTRY_CHANGED : What.ENTRY_ADDED;
        tell(new AuditFinding(what, seal.number(), entry.number(), Optional.of(entry.entry())));
    }

    private long unsealed(long after) {
        long found = 0;
        var page = store.entries(after, Long.MAX_VALUE, ENTRIES_AT_ONCE);
        while (!page.isEmpty()) {
            found += page.size();
            page = store.entries(page.getLast().number(), Long.MAX_VALUE, ENTRIES_AT_ONCE);
        }
        return found;
    }

    private void tell(AuditFinding finding) {
        faults++;
        if (findings.size() < MOST_FINDINGS) findings.add(finding);
    }
}
