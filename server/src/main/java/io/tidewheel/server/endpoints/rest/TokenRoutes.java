package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.http.json.RequestBodies;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Tokens: list, make, revoke. */
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

    static final JsonFields<Body> SHAPE = new JsonFields<Body>()
            .with("role", (body, in) -> body.role = Optional.of(in.word(Role.class)))
            .with("owner", (body, in) -> {
                var name = in.text(Owner.MAX_LENGTH);
                body.owner = Optional.of(in.checked(() -> new Owner(name)));
            })
            .with("note", (body, in) -> body.note = in.text(200))
            .with("expires", (body, in) -> body.expires = Optional.of(in.moment(body.now)));

    private final ApiQueries backend;
    private final TokenRegistry tokens;
    private final OpenStreams streams;

    TokenRoutes(ApiQueries backend, TokenRegistry tokens, OpenStreams streams) {
        this.backend = backend;
        this.tokens = tokens;
        this.streams = streams;
    }

    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var all = backend.archive().tokens();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var token : all) {
                json.writeStartObject();
                write(json, token);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    HttpAnswer make(AdmittedRequest request) {
        request.query().allow();
        var body = JsonReader.object(RequestBodies.json(request), SHAPE, new Body(backend.now()));
        var role = body.role.orElseThrow(
                () -> JsonReader.invalid("role", "is missing: give one of " + EnumWords.all(Role.class)));
        if (body.expires.isPresent() && !body.expires.get().isAfter(backend.now())) {
            throw JsonReader.invalid("expires", "is not in the future");
        }
        var owner = body.owner.orElse(request.caller().owner());
        var made = tokens.make(role, owner, body.note, body.expires);
        audit(request, "token-make", made.record());
        return JsonWriter.answer(201, json -> {
                    write(json, made.record());
                    json.writeStringProperty("token", made.secret());
                })
                .with("Location", "/api/v1/tokens/" + made.record().id());
    }

    HttpAnswer revoke(AdmittedRequest request) {
        request.query().allow();
        var id = request.part("id");
        if (id.equals(request.caller().tokenId())) {
            throw HttpProblem.of(
                            409,
                            "conflict",
                            "this is the token you are using: revoke it with another administrator's token, so that"
                                    + " nobody locks himself out")
                    .asException();
        }
        var token = backend.archive().tokens().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> HttpProblem.notFound("there is no token '%s': list them with: tidewheel token ls"
                                .formatted(QuotedText.shown(id)))
                        .asException());
        tokens.revoke(token);
        streams.look();
        audit(request, "token-revoke", token);
        return HttpAnswer.nothing();
    }

    private void audit(AdmittedRequest request, String action, TokenRecord token) {
        backend.ask(engine -> engine.note(
                request.caller().actor(),
                action,
                "token " + token.id(),
                "%s of %s".formatted(EnumWords.of(token.role()), token.owner())));
    }

    private void write(JsonGenerator json, TokenRecord token) {
        json.writeStringProperty("id", token.id());
        json.writeStringProperty("role", EnumWords.of(token.role()));
        json.writeStringProperty("owner", token.owner().name());
        json.writeStringProperty("note", token.note());
        JsonWriter.write(json, "created", token.created());
        JsonWriter.write(json, "expires", token.expires());
        JsonWriter.write(json, "revoked", token.revoked());
        json.writeBooleanProperty("valid", token.isValid(backend.now()));
    }
}
