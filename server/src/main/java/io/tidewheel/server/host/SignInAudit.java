package io.tidewheel.server.host;

import io.tidewheel.model.Actor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes failed sign-ins into the audit log, as everything that somebody does; somebody who is nobody. */
final class SignInAudit {
    private static final Logger log = LoggerFactory.getLogger(SignInAudit.class);

    private SignInAudit() {}

    static void noteFailures(ServerCore server, String source, long failures) {
        log.warn("{} wrong tokens or secrets have come from {}", failures, source);
        if (!server.host().isReady()) return;
        var _ = server.host()
                .engine()
                .note(
                        Actor.anyone("nobody"),
                        "sign-in-failed",
                        "address " + source,
                        "%d wrong tokens or secrets".formatted(failures));
    }
}
