package io.tidewheel.server.endpoints;

import io.tidewheel.model.AuditStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.audit.AuditChain;
import io.tidewheel.model.audit.AuditReport;
import io.tidewheel.model.audit.AuditSealer;
import io.tidewheel.model.audit.AuditVerifier;
import io.tidewheel.model.audit.SealMark;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What it takes to tell whether the audit log is as it was written.
 *
 * @param key what the servers of the database sign with
 * @param keyIsApart whether somebody who has only the database does not have the key
 * @param sealer knows the last seal that this server has seen
 */
public record AuditProof(AuditStore store, Payload key, boolean keyIsApart, AuditSealer sealer) {
    /** @param since a seal that somebody has written down */
    public AuditReport verify(Optional<SealMark> since) {
        var marks = Stream.concat(since.stream(), sealer.remembered().stream())
                .distinct()
                .toList();
        return AuditVerifier.verify(store, new AuditChain(key.bytes()), marks);
    }
}
