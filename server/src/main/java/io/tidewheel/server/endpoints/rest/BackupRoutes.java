package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Refusal;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.objects.SweepPause;
import io.tidewheel.storage.backup.BackupHeader;
import io.tidewheel.storage.backup.BackupWriter;
import io.tidewheel.storage.objects.SizedObjectStore;
import java.util.Map;

/** A backup of everything, while the server works. */
final class BackupRoutes {
    private final ApiQueries backend;

    BackupRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    /** Answers with a backup, which flows while it is read and ends with a hash: whoever has that at its end has all of it. */
    HttpAnswer write(AdmittedRequest request) {
        request.query().allow();
        var database = backend.server().database();
        var snapshot = database.snapshot()
                .orElseThrow(() -> HttpProblem.of(
                                409,
                                "conflict",
                                "there is no backup of %s: use the embedded database or PostgreSQL"
                                        .formatted(database.description()))
                        .asException());
        var large = backend.server().objects().map(RunObjects::objects).flatMap(SizedObjectStore::largeOf);
        var header = BackupHeader.of(ProtocolVersions.software(), backend.now(), database.description());
        note(request);
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> {
                    // What is in the rows that are read first may be in the objects that are read last.
                    try (var _ = SweepPause.begin(database.notes(), backend.now())) {
                        BackupWriter.write(out, header, snapshot, large);
                    }
                },
                Map.of());
    }

    /** Writes the backup into the audit log before anything is read, so that it is in the backup, too. */
    private void note(AdmittedRequest request) {
        try {
            backend.ask(engine -> engine.note(request.caller().actor(), "backup", "everything", ""));
        } catch (Refusal notReady) {
            // a backup is wanted above all when something is wrong
        }
    }
}
