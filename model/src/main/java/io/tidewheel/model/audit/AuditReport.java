package io.tidewheel.model.audit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How much of the audit log is as it was written.
 *
 * @param good how many entries are as they were written
 * @param seals how many blocks were looked at
 * @param unsealed how many entries are too young to be sealed
 * @param last the last seal, to be written down elsewhere
 * @param sealedAt when that was made
 * @param findings what is not as it was written, the first so many
 * @param faults how much is not as it was written, in all
 */
public record AuditReport(
        long good,
        long seals,
        long unsealed,
        Optional<SealMark> last,
        Optional<Instant> sealedAt,
        List<AuditFinding> findings,
        long faults) {
    public AuditReport {
        findings = List.copyOf(findings);
    }

    public boolean isIntact() {
        return faults == 0;
    }
}
