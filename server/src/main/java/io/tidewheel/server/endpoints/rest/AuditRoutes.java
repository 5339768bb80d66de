package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.audit.AuditFinding;
import io.tidewheel.model.audit.AuditReport;
import io.tidewheel.model.audit.SealMark;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import tools.jackson.core.JsonGenerator;

/** The record of who changed what, and whether it is as it was written. */
final class AuditRoutes {
    private final ApiQueries backend;

    AuditRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("limit", "before");
        int limit = QueryParameters.limit(query);
        var before = query.one("before").map(AuditRoutes::instant).orElse(Instant.MAX);
        var page = AuditPages.page(backend.archive(), before, limit);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var entry : page.entries()) {
                json.writeStartObject();
                write(json, entry);
                json.writeEndObject();
            }
            json.writeEndArray();
            page.next().ifPresent(at -> JsonWriter.write(json, "next", at));
        });
    }

    private static void write(JsonGenerator json, AuditEntry entry) {
        JsonWriter.write(json, "at", entry.at());
        json.writeStringProperty("who", entry.who());
        json.writeStringProperty("action", entry.action());
        json.writeStringProperty("target", entry.target());
        json.writeStringProperty("detail", entry.detail());
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException bad) {
            throw QueryParameters.wrong("before", text, "an instant like 2030-01-31T12:00:00Z");
        }
    }

    HttpAnswer verify(AdmittedRequest request) {
        var since = request.query().allow("since").one("since").map(AuditRoutes::mark);
        var proof = backend.server()
                .audit()
                .orElseThrow(() -> HttpProblem.of(
                                409,
                                "conflict",
                                "the audit log is sealed by a server: start one with 'tidewheel server start', which"
                                        + " seals what is there within a minute")
                        .asException());
        var report = proof.verify(since);
        return JsonWriter.answer(200, json -> write(json, report, proof.keyIsApart()));
    }

    private static SealMark mark(String text) {
        try {
            return SealMark.parse(text);
        } catch (IllegalArgumentException bad) {
            throw QueryParameters.wrong(
                    "since", text, "a seal: a number, '-' and 64 hexadecimal digits, as 'audit verify' prints it");
        }
    }

    private static void write(JsonGenerator json, AuditReport report, boolean keyIsApart) {
        json.writeBooleanProperty("intact", report.isIntact());
        json.writeNumberProperty("entries", report.good());
        json.writeNumberProperty("blocks", report.seals());
        json.writeNumberProperty("unsealed", report.unsealed());
        report.last().ifPresent(mark -> json.writeStringProperty("seal", mark.toString()));
        JsonWriter.write(json, "sealed", report.sealedAt());
        json.writeBooleanProperty("keyIsApart", keyIsApart);
        json.writeNumberProperty("faults", report.faults());
        json.writeArrayPropertyStart("findings");
        for (var finding : report.findings()) {
            json.writeStartObject();
            write(json, finding);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, AuditFinding finding) {
        json.writeStringProperty("what", EnumWords.of(finding.what()));
        json.writeNumberProperty("block", finding.seal());
        if (finding.isOfEntry()) json.writeNumberProperty("entry", finding.entry());
        json.writeStringProperty("text", finding.toString());
        finding.found().ifPresent(entry -> {
            json.writeObjectPropertyStart("found");
            write(json, entry);
            json.writeEndObject();
        });
    }
}
