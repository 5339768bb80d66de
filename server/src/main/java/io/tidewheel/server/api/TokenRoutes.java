package io.tidewheel.server.api;

import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.server.Tokens;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Request;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Tokens: list, make, revoke; and the record of who changed what. */
final class TokenRoutes {
    static final class Body {
        private final Instant now;
        Optional<Role> role = Optional.empty();
        Optional<Owner> owner = Optional.empty();
        String note = "";
        Optional<Instant> expires = Optional.empty();

        Body(Instant now) {
            this.now = now;
        }
    }

    static final Shape<Body> SHAPE = new Shape<Body>()
            .with("role", (body, in) -> body.role = Optional.of(in.word(Role.class)))
            .with("owner", (body, in) -> {
                var name = in.text(Owner.MAX_LENGTH);
                body.owner = Optional.of(in.checked(() -> new Owner(name)));
            })
            .with("note", (body, in) -> body.note = in.text(200))
            .with("expires", (body, in) -> body.expires = Optional.of(in.moment(body.now)));

    private final Backend backend;
    private final Tokens tokens;
    private final Streams streams;

    TokenRoutes(Backend backend, Tokens tokens, Streams streams) {
        this.backend = backend;
        this.tokens = tokens;
        this.streams = streams;
    }

    Answer list(Request request) {
        request.query().allow();
        var all = backend.archive().tokens();
        return Json.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var token : all) {
                json.writeStartObject();
                write(json, token);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    Answer make(Request request) {
        request.query().allow();
        var body = JsonReader.object(Bodies.json(request), SHAPE, new Body(backend.now()));
        var role = body.role.orElseThrow(
                () -> JsonReader.invalid("role", "is missing: give one of " + Words.all(Role.class)));
        if (body.expires.isPresent() && !body.expires.get().isAfter(backend.now())) {
            throw JsonReader.invalid("expires", "is not in the future");
        }
        var owner = body.owner.orElse(request.caller().owner());
        var made = tokens.make(role, owner, body.note, body.expires);
        audit(request, "token-make", made.record());
        return Json.answer(201, json -> {
                    write(json, made.record());
                    json.writeStringProperty("token", made.secret());
                })
                .with("Location", "/api/v1/tokens/" + made.record().id());
    }

    Answer revoke(Request request) {
        request.query().allow();
        var id = request.part("id");
        if (id.equals(request.caller().tokenId())) {
            throw Problem.of(
                            409,
                            "conflict",
                            "this is the token you are using: revoke it with another administrator's token, so that"
                                    + " nobody locks himself out")
                    .asException();
        }
        var token = backend.archive().tokens().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.notFound(
                                "there is no token '%s': list them with: tidewheel token ls".formatted(Text.shown(id)))
                        .asException());
        tokens.revoke(token);
        streams.look();
        audit(request, "token-revoke", token);
        return Answer.nothing();
    }

    private void audit(Request request, String action, TokenRecord token) {
        backend.ask(engine -> engine.note(
                request.caller().actor(),
                action,
                "token " + token.id(),
                "%s of %s".formatted(Words.of(token.role()), token.owner())));
    }

    private void write(JsonGenerator json, TokenRecord token) {
        json.writeStringProperty("id", token.id());
        json.writeStringProperty("role", Words.of(token.role()));
        json.writeStringProperty("owner", token.owner().name());
        json.writeStringProperty("note", token.note());
        Json.write(json, "created", token.created());
        Json.write(json, "expires", token.expires());
        Json.write(json, "revoked", token.revoked());
        json.writeBooleanProperty("valid", token.isValid(backend.now()));
    }

    Answer auditLog(Request request) {
        var query = request.query().allow("limit", "before");
        int limit = Parameters.limit(query);
        var before = query.one("before").map(TokenRoutes::instant).orElse(Instant.MAX);
        var page = Audits.page(backend.archive(), before, limit);
        return Json.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var entry : page.entries()) {
                json.writeStartObject();
                Json.write(json, "at", entry.at());
                json.writeStringProperty("who", entry.who());
                json.writeStringProperty("action", entry.action());
                json.writeStringProperty("target", entry.target());
                json.writeStringProperty("detail", entry.detail());
                json.writeEndObject();
            }
            json.writeEndArray();
            page.next().ifPresent(at -> Json.write(json, "next", at));
        });
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (java.time.format.DateTimeParseException bad) {
            throw Parameters.wrong("before", text, "an instant like 2030-01-31T12:00:00Z");
        }
    }
}
