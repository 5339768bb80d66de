package io.tidewheel.server.steep;

import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;

/** {@code /setups} and {@code /vms}: as with Steep when its cloud is off, for this server makes no machines. */
final class CloudPaths {
    CloudPaths(Desk desk) {}

    Answer setups(Request request) {
        request.query().allow();
        throw PlainErrors.error(404, "There are no setups: the cloud is off");
    }

    Answer setup(Request request) {
        request.query().allow();
        throw PlainErrors.notFound("setup", request.part("id"));
    }

    Answer machines(Request request) {
        var query = request.query().allow("size", "offset", "status");
        return Page.of(query).answer(Json.array(), 0);
    }

    Answer machine(Request request) {
        request.query().allow();
        throw PlainErrors.notFound("VM", request.part("id"));
    }
}
