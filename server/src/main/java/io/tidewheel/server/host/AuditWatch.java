package io.tidewheel.server.host;

import io.tidewheel.model.AuditStore;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.audit.AuditChain;
import io.tidewheel.model.audit.AuditSealer;
import io.tidewheel.model.audit.SealMark;
import io.tidewheel.server.endpoints.AuditProof;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals the audit log in the background. The last seal is written down in the server's folder, too, so that a log that was cut or made anew is
 * noticed also after a restart.
 */
final class AuditWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(AuditWatch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ServerFolder folder;
    private final AuditChain chain;
    private final AuditSealer sealer;
    private final AuditProof proof;
    private final CountDownLatch closing;
    private boolean told;

    AuditWatch(
            ServerFolder folder,
            AuditStore store,
            ClusterKeys keys,
            boolean keyIsApart,
            Time time,
            CountDownLatch closing) {
        this.folder = folder;
        this.chain = new AuditChain(keys.current().bytes());
        this.sealer = new AuditSealer(store, chain, time, remembered(), this::remember);
        this.proof = new AuditProof(store, keys.current(), keyIsApart, sealer);
        this.closing = closing;
    }

    /** Seals what the server writes until it closes, and lets it prove that. */
    static Thread start(
            ServerFolder folder,
            ServerCore server,
            ClusterKeys keys,
            ClusterStart cluster,
            Time time,
            CountDownLatch closing) {
        boolean keyIsApart = cluster.secrets().current().isPresent();
        var watch = new AuditWatch(folder, server.database().audit(), keys, keyIsApart, time, closing);
        server.prove(watch.proof());
        return Thread.ofVirtual().name("audit-watch").start(watch);
    }

    AuditProof proof() {
        return proof;
    }

    @Override
    public void run() {
        try {
            do RepeatedStep.run("the audit log", this::look);
            while (!closing.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    void look() {
        try {
            if (sealer.look() || told) return;
            told = true;
            log.error(
                    "the audit log was cut or made anew: the seal {}, which this server has seen, is not there any"
                            + " more; 'tidewheel audit verify' says more. If an earlier state of the database was"
                            + " restored, stop this server, remove {} and start it again",
                    sealer.remembered().map(SealMark::toString).orElse(""),
                    folder.auditSealFile());
        } catch (StoreFailure failed) {
            log.warn("the audit log could not be sealed, the next time may do: {}", failed.getMessage());
        }
    }

    /** One that was noted under another key is of another database. */
    private Optional<SealMark> remembered() {
        try {
            var parts = folder.auditSeal().orElse("").split(" ", 2);
            if (parts.length < 2 || !parts[0].equals(chain.name())) return Optional.empty();
            return Optional.of(SealMark.parse(parts[1]));
        } catch (IOException | IllegalArgumentException unreadable) {
            log.warn(
                    "the seal of the audit log in {} cannot be read, and is written anew: {}",
                    folder.auditSealFile(),
                    unreadable.getMessage());
            return Optional.empty();
        }
    }

    private void remember(SealMark mark) {
        try {
            folder.writeAuditSeal(chain.name() + " " + mark);
        } catch (IOException failed) {
            log.warn(
                    "the seal of the audit log could not be written to {}: {}",
                    folder.auditSealFile(),
                    failed.toString());
        }
    }
}
