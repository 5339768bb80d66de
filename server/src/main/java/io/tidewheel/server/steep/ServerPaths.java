package io.tidewheel.server.steep;

import io.tidewheel.model.RunFilter;
import io.tidewheel.protocol.Versions;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;
import io.tidewheel.workflow.Service;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The server itself: {@code /}, {@code /health}, {@code /services}, and what is not there. */
final class ServerPaths {
    private final Desk desk;

    ServerPaths(Desk desk) {
        this.desk = desk;
    }

    Answer about(Request request) {
        request.query().allow();
        var node = Json.object();
        node.put("version", Versions.software());
        node.put("build", "tidewheel");
        node.put("commit", "unknown");
        Json.put(node, "timestamp", Optional.of(desk.started()));
        return Json.answer(node);
    }

    Answer health(Request request) {
        request.query().allow();
        var host = desk.server().host();
        boolean ready = host.isReady();
        var node = Json.object();
        node.put("health", ready);
        part(node, "services", services().size(), true);
        part(node, "agents", ready ? desk.ask(engine -> engine.agents()).size() : 0, ready);
        RunFilter workflows = WorkflowsPath.filter(request.caller(), Optional.empty());
        part(node, "submissions", ready ? desk.archive().page(workflows, 0, 0).total() : 0, ready);
        part(node, "vms", ready ? desk.server().database().machines().present().size() : 0, ready);
        if (!ready) node.put("error", host.whyNotReady());
        return Answer.json(ready ? 200 : 503, Json.bytes(node));
    }

    private static void part(ObjectNode node, String name, long count, boolean health) {
        var inner = node.putObject(name);
        inner.put("health", health);
        inner.put("count", count);
    }

    private Map<String, Service> services() {
        return desk.server().workflows().library().services();
    }

    Answer services(Request request) {
        request.query().allow();
        return Json.answer(ServiceJson.all(services().values()));
    }

    Answer service(Request request) {
        request.query().allow();
        var id = request.part("id");
        var service = services().get(id);
        if (service == null) throw PlainErrors.notFound("service", id);
        return Json.answer(ServiceJson.of(service));
    }

    /** There are none: what Steep does with plug-ins is built in here, or not there. */
    Answer plugins(Request request) {
        request.query().allow();
        return Json.answer(Json.array());
    }

    Answer plugin(Request request) {
        request.query().allow();
        throw PlainErrors.notFound("plugin", request.part("id"));
    }

    Answer search(Request request) {
        request.query().allow("q", "size", "offset", "count", "timeZone");
        throw PlainErrors.error(
                404,
                "There is no search: list workflows with GET /workflows?status=..., or search by name with GET"
                        + " /api/v1/runs?name=...");
    }
}
