package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import io.tidewheel.web.WebAsset;
import io.tidewheel.web.WebAssets;
import java.util.Map;

/** The files of the dashboard. They are the same for everybody and tell nothing; what they show, they ask for with the user's token. */
final class PageRoutes {
    private final WebAssets assets = new WebAssets();

    /** The same route, but browsers that come without a token get the dashboard. */
    Route before(Route other) {
        if (!(other.access() instanceof RouteAccess.Only only)
                || !(other.action() instanceof RouteHandler.Answering answering))
            throw new IllegalArgumentException("route %s is none that needs a token".formatted(other.path()));
        return new Route(
                other.method(),
                other.path(),
                new RouteAccess.PageOr(only),
                other.maxBodyBytes(),
                new RouteHandler.Answering(
                        request -> request.hasCaller() ? answering.handler().handle(request) : page(request)));
    }

    private HttpAnswer page(AdmittedRequest request) {
        return answer(assets.page(), request);
    }

    HttpAnswer file(AdmittedRequest request) {
        request.query().allow();
        var asset = assets.find(request.part("file"));
        return answer(
                asset.orElseThrow(() ->
                        HttpProblem.notFound("the dashboard has no such file").asException()),
                request);
    }

    /** Browsers may keep a file, but ask each time whether it is still the same. */
    private static HttpAnswer answer(WebAsset asset, AdmittedRequest request) {
        var headers = Map.of(
                "ETag",
                asset.etag(),
                "Cache-Control",
                "no-cache",
                "Content-Security-Policy",
                WebAssets.CONTENT_SECURITY_POLICY,
                "Referrer-Policy",
                "no-referrer",
                "X-Frame-Options",
                "DENY",
                "Cross-Origin-Opener-Policy",
                "same-origin");
        var known = request.headers().all("If-None-Match").stream().anyMatch(tags -> tags.contains(asset.etag()));
        return known
                ? new HttpAnswer.Full(304, "", new byte[0], headers)
                : new HttpAnswer.Full(200, asset.contentType(), asset.bytes(), headers);
    }
}
