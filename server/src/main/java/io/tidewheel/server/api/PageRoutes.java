package io.tidewheel.server.api;

import io.tidewheel.server.http.Access;
import io.tidewheel.server.http.Action;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Request;
import io.tidewheel.server.http.Route;
import io.tidewheel.web.Asset;
import io.tidewheel.web.Assets;
import java.util.Map;

/** The files of the dashboard. They are the same for everybody and tell nothing; what they show, they ask for with the user's token. */
final class PageRoutes {
    private final Assets assets = new Assets();

    /** The same route, but browsers that come without a token get the dashboard. */
    Route before(Route other) {
        if (!(other.access() instanceof Access.Only only) || !(other.action() instanceof Action.Answering answering))
            throw new IllegalArgumentException("route %s is none that needs a token".formatted(other.path()));
        return new Route(
                other.method(),
                other.path(),
                new Access.PageOr(only),
                other.maxBodyBytes(),
                new Action.Answering(
                        request -> request.hasCaller() ? answering.handler().handle(request) : page(request)));
    }

    private Answer page(Request request) {
        return answer(assets.page(), request);
    }

    Answer file(Request request) {
        request.query().allow();
        var asset = assets.find(request.part("file"));
        return answer(
                asset.orElseThrow(
                        () -> Problem.notFound("the dashboard has no such file").asException()),
                request);
    }

    /** Browsers may keep a file, but ask each time whether it is still the same. */
    private static Answer answer(Asset asset, Request request) {
        var headers = Map.of(
                "ETag",
                asset.etag(),
                "Cache-Control",
                "no-cache",
                "Content-Security-Policy",
                Assets.CONTENT_SECURITY_POLICY,
                "Referrer-Policy",
                "no-referrer",
                "X-Frame-Options",
                "DENY",
                "Cross-Origin-Opener-Policy",
                "same-origin");
        var known = request.headers().all("If-None-Match").stream().anyMatch(tags -> tags.contains(asset.etag()));
        return known
                ? new Answer.Full(304, "", new byte[0], headers)
                : new Answer.Full(200, asset.contentType(), asset.bytes(), headers);
    }
}
