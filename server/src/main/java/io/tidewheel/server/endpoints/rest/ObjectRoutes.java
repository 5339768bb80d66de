package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Time;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.StatusCounts;
import io.tidewheel.server.http.json.ByteRange;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.objects.ObjectOwners;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.objects.ObjectUrls.Check;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;

/** Fetching and bringing objects with a signed address, which stands in place of a token; and seeing what is one's own with a token. */
public final class ObjectRoutes {
    private static final Logger log = LoggerFactory.getLogger(ObjectRoutes.class);

    /** The hash of a body as RFC 9530 writes it. */
    static final String DIGEST = "Repr-Digest";

    /** The address of an object that is to be added to another place. */
    static final String COPY = "Tidewheel-Copy";

    private static final Pattern SHA256 = Pattern.compile("sha-256=:([A-Za-z0-9+/]{43}=):");

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._=/-]{0,%d}".formatted(ObjectName.LONGEST));
    private static final String CURSOR = "objects";

    private final ObjectStore objects;
    private final ObjectOwners owners;
    private final ObjectUrls urls;
    private final Time time;
    private final Predicate<ObjectName> isFinal;
    private final StatusCounts tallies;

    /** @param isFinal whether what is there may not be replaced, although somebody has an address for it */
    public ObjectRoutes(
            ObjectStore objects,
            ObjectOwners owners,
            ObjectUrls urls,
            Time time,
            Predicate<ObjectName> isFinal,
            StatusCounts tallies) {
        this.tallies = tallies;
        this.isFinal = isFinal;
        this.owners = owners;
        this.objects = objects;
        this.urls = urls;
        this.time = time;
    }

    HttpAnswer get(AdmittedRequest request) {
        var facts = wanted(request);
        var range = request.headers().one("Range");
        if (range.isPresent()) return part(facts, ByteRange.of(range.get(), facts.size()));
        // A failure from here on breaks the answer off, so that nobody takes half an object for a whole one.
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> objects.get(facts.name(), out::write),
                Map.of(DIGEST, digest(facts.sha256())));
    }

    /** How large it is, and its hash. */
    HttpAnswer head(AdmittedRequest request) {
        var facts = wanted(request);
        return new HttpAnswer.Full(
                200,
                "application/octet-stream",
                new byte[0],
                Map.of("Content-Length", Long.toString(facts.size()), DIGEST, digest(facts.sha256())));
    }

    private ObjectFacts wanted(AdmittedRequest request) {
        boolean signed = !request.hasCaller()
                || request.query().one(ObjectUrls.SIGNATURE).isPresent();
        var grant = signed ? granted(ObjectPermission.Use.GET, request) : owned(request);
        var facts = guarded(() -> objects.find(grant.name()))
                .orElseThrow(() -> none(grant.name().text()));
        if (facts.size() > grant.mostBytes()) {
            throw HttpProblem.of(
                            403,
                            "forbidden",
                            "the object has %,d bytes, and this address is for %,d"
                                    .formatted(facts.size(), grant.mostBytes()))
                    .asException();
        }
        return facts;
    }

    /** What belongs to somebody else is not there. */
    private ObjectPermission owned(AdmittedRequest request) {
        request.query().allow();
        var name = ObjectUrls.name(request.part("object")).orElseThrow(() -> none(request.part("object")));
        if (!guarded(() -> owners.maySee(request.caller(), name))) throw none(name.text());
        return new ObjectPermission(ObjectPermission.Use.GET, name, Long.MAX_VALUE, time.instant());
    }

    private static ProblemException none(String name) {
        return HttpProblem.notFound("there is no object '%s'".formatted(QuotedText.shown(name)))
                .asException();
    }

    /** What there is of the caller's, or of all for the administrator. */
    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("prefix", "limit", "cursor");
        var prefix = query.one("prefix").orElse("");
        if (!PREFIX.matcher(prefix).matches())
            throw QueryParameters.wrong("prefix", prefix, "the begin of a name: letters, digits and . _ = - /");
        var after = PageCursor.name(query, CURSOR);
        int limit = QueryParameters.limit(query);
        var page = guarded(() -> owners.list(request.caller(), prefix, after, limit));
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var facts : page.found()) {
                json.writeStartObject();
                facts(json, facts);
                JsonWriter.write(json, "since", facts.since());
                json.writeStringProperty("url", ObjectUrls.path(facts.name()));
                json.writeEndObject();
            }
            json.writeEndArray();
            page.next().ifPresent(name -> json.writeStringProperty("next", PageCursor.of(CURSOR, name)));
        });
    }

    private static void facts(JsonGenerator json, ObjectFacts facts) {
        json.writeStringProperty("name", facts.name().text());
        json.writeNumberProperty("size", facts.size());
        json.writeStringProperty("sha256", facts.sha256().hex());
    }

    private HttpAnswer part(ObjectFacts facts, ByteRange range) {
        return new HttpAnswer.Flowing(
                206,
                "application/octet-stream",
                out -> objects.part(facts.name(), range.first(), range.length(), out::write),
                Map.of("Content-Range", range.of(facts.size())));
    }

    HttpAnswer put(AdmittedRequest request) {
        var grant = granted(ObjectPermission.Use.PUT, request);
        if (isFinal.test(grant.name())) {
            throw HttpProblem.of(
                            409,
                            "conflict",
                            "'%s' is there already, and counts: it is not replaced".formatted(grant.name()))
                    .asException();
        }
        return kept(grant.name(), grant, request, request.headers().one(DIGEST).map(ObjectRoutes::hash));
    }

    /** Adds what comes, or what another address is of, under its hash. */
    HttpAnswer post(AdmittedRequest request) {
        var grant = granted(ObjectPermission.Use.POST, request);
        var hash = request.headers()
                .one(DIGEST)
                .map(ObjectRoutes::hash)
                .orElseThrow(() -> HttpProblem.malformed(
                                "the header %s is missing: what is added is called by its hash".formatted(DIGEST))
                        .asException());
        var name = new ObjectName(grant.name() + "/" + hash.hex());
        var from = request.headers().one(COPY);
        if (from.isEmpty()) return kept(name, grant, request, Optional.of(hash));
        var other = checked(urls.check(ObjectPermission.Use.GET, from.get(), time.instant()));
        var there = guarded(() -> objects.find(other.name()))
                .filter(facts -> facts.sha256().equals(hash));
        var facts = there.flatMap(_ -> guarded(() -> objects.copy(other.name(), name)))
                .orElseThrow(() -> HttpProblem.notFound(
                                "there is no object '%s' of that content any more".formatted(other.name()))
                        .asException());
        return created(facts);
    }

    private HttpAnswer kept(
            ObjectName name, ObjectPermission grant, AdmittedRequest request, Optional<Sha256> expected) {
        var length = request.headers().one("Content-Length");
        if (length.isPresent() && isMore(length.get(), grant.mostBytes())) {
            throw HttpProblem.tooLarge(grant.mostBytes()).asException();
        }
        var body = request.body();
        return created(guarded(() -> objects.put(name, body::read, grant.mostBytes(), expected)));
    }

    static HttpAnswer created(ObjectFacts facts) {
        return JsonWriter.answer(201, json -> facts(json, facts));
    }

    private static boolean isMore(String length, long most) {
        try {
            return Long.parseLong(length.strip()) > most;
        } catch (NumberFormatException nonsense) {
            throw HttpProblem.malformed("the Content-Length is not a number").asException();
        }
    }

    private ObjectPermission granted(ObjectPermission.Use use, AdmittedRequest request) {
        var query = request.query().allow(ObjectUrls.UNTIL, ObjectUrls.SIZE, ObjectUrls.SIGNATURE);
        var check = urls.check(
                use,
                request.part("object"),
                query.one(ObjectUrls.UNTIL).orElse(""),
                query.one(ObjectUrls.SIZE).orElse(""),
                query.one(ObjectUrls.SIGNATURE).orElse(""),
                time.instant());
        return checked(check);
    }

    private ObjectPermission checked(Check check) {
        return switch (check) {
            case Check.Granted(var grant) -> grant;
            case Check.Expired(var at) ->
                throw HttpProblem.of(403, "expired", "this address was good until %s: ask for a new one".formatted(at))
                        .asException();
            case Check.Forged() -> {
                tallies.addressForged();
                throw HttpProblem.of(
                                403,
                                "bad-signature",
                                "the signature does not fit this method, object, size and time: use the address"
                                        + " exactly as it was given out")
                        .asException();
            }
        };
    }

    static String digest(Sha256 hash) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(hash.bytes()) + ":";
    }

    private static Sha256 hash(String header) {
        var parts = SHA256.matcher(header.strip());
        if (!parts.matches()) {
            throw HttpProblem.malformed("the header %s is not of the form 'sha-256=:BASE64:'".formatted(DIGEST))
                    .asException();
        }
        return Sha256.of(Base64.getDecoder().decode(parts.group(1)));
    }

    @FunctionalInterface
    interface Step<T> {
        T take();
    }

    static <T> T guarded(Step<T> step) {
        try {
            return step.take();
        } catch (ObjectFailure failure) {
            throw problem(failure);
        }
    }

    private static ProblemException problem(ObjectFailure failure) {
        var text = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case TOO_LARGE -> HttpProblem.of(413, "too-large", text).asException();
            case WRONG_CONTENT -> HttpProblem.of(422, "wrong-content", text).asException();
            case BROKEN_OFF -> HttpProblem.malformed(text).asException();
            case DAMAGED -> HttpProblem.of(500, "damaged", text).asException();
            case UNAVAILABLE -> {
                log.warn("an object could not be kept or read: {}", text);
                yield HttpProblem.of(
                                503, "unavailable", "objects cannot be kept or read now; the server's log says more")
                        .with("Retry-After", "1")
                        .asException();
            }
        };
    }
}
