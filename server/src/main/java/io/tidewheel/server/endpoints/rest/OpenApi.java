package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The description of this interface for programs, as a resource beside this class; a test holds it against the routes. */
final class OpenApi {
    static final String RESOURCE = "openapi.json";

    private OpenApi() {}

    static HttpAnswer answer(AdmittedRequest request) {
        request.query().allow();
        return HttpAnswer.json(200, bytes());
    }

    static byte[] bytes() {
        try (var in = OpenApi.class.getResourceAsStream(RESOURCE)) {
            if (in == null) throw new IllegalStateException(RESOURCE + " is missing in the jar");
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
