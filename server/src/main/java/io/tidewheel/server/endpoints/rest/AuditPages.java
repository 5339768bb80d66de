package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AuditEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Pages of the audit log, which is ordered by time alone. */
final class AuditPages {
    private static final int MOST_OF_ONE_MOMENT = 10_000;

    record Page(List<AuditEntry> entries, Optional<Instant> next) {}

    private AuditPages() {}

    /** Newest first. A page ends between two moments, so that the next one, which begins before a moment, leaves nothing out. */
    static Page page(Archive archive, Instant before, int limit) {
        int ask = limit + 1;
        var found = archive.audit(before, ask);
        while (found.size() == ask && firstOfSameMoment(found) == 0 && ask < MOST_OF_ONE_MOMENT) {
            ask *= 2;
            found = archive.audit(before, ask);
        }
        if (found.size() < ask) return new Page(found, Optional.empty());
        int cut = firstOfSameMoment(found);
        var shown = found.subList(0, cut == 0 ? found.size() : cut);
        return new Page(shown, Optional.of(shown.getLast().at()));
    }

    /** Where the entries begin that have the moment of the last one. */
    private static int firstOfSameMoment(List<AuditEntry> entries) {
        var last = entries.getLast().at();
        int first = entries.size() - 1;
        while (first > 0 && entries.get(first - 1).at().equals(last)) first--;
        return first;
    }
}
