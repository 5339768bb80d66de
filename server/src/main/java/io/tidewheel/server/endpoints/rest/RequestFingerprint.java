package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.endpoints.KeyedSubmission;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.json.RequestBodies;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;

/** What a request with an Idempotency-Key asked for, so that the same key with another request is noticed. It is kept with the run. */
final class RequestFingerprint {
    private final Optional<String> key;
    private final MessageDigest digest;
    private final InputStream body;

    private RequestFingerprint(Optional<String> key, MessageDigest digest, InputStream body) {
        this.key = key;
        this.digest = digest;
        this.body = body;
    }

    /** @param what tells requests apart that have the same body */
    static RequestFingerprint of(AdmittedRequest request, String what) {
        var digest = KeyedSubmission.digest();
        digest.update(what.getBytes(StandardCharsets.UTF_8));
        var key = RunRoutes.idempotencyKey(request);
        return new RequestFingerprint(key, digest, new DigestInputStream(RequestBodies.json(request), digest));
    }

    Optional<String> key() {
        return key;
    }

    /** The body, which is to be read before {@link #text} is asked for. */
    InputStream body() {
        return body;
    }

    /** What is kept with the run; nothing if there is no key to be used again. */
    String text() {
        return asked().print();
    }

    private KeyedSubmission asked() {
        return key.isEmpty()
                ? KeyedSubmission.WITHOUT_KEY
                : KeyedSubmission.of(clone(digest).digest());
    }

    /** The run that the same request has made before; refuses one that another request has made under the same key. */
    Optional<AcceptedRun> known(ApiQueries backend, Owner owner) {
        var known = key.flatMap(each -> backend.ask(engine -> engine.known(owner, each)));
        known.ifPresent(run -> check(backend.present(run.run())));
        return known;
    }

    /** Refuses a run that another request has made under the same key. */
    void check(RunRecord known) {
        asked().check(known);
    }

    private static MessageDigest clone(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("SHA-256 can be cloned", impossible);
        }
    }
}
