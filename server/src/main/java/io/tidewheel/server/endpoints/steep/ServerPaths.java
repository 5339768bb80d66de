package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.RunFilter;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.endpoints.ServiceJson;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.workflow.Service;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The server itself: {@code /}, {@code /health}, {@code /services}, and what is not there. */
final class ServerPaths {
    private final SteepQueries queries;

    ServerPaths(SteepQueries queries) {
        this.queries = queries;
    }

    HttpAnswer about(AdmittedRequest request) {
        request.query().allow();
        var node = SteepJson.object();
        node.put("version", ProtocolVersions.software());
        node.put("build", "tidewheel");
        node.put("commit", "unknown");
        SteepJson.put(node, "timestamp", Optional.of(queries.started()));
        return SteepJson.answer(node);
    }

    HttpAnswer health(AdmittedRequest request) {
        request.query().allow();
        var host = queries.server().host();
        boolean ready = host.isReady();
        var node = SteepJson.object();
        node.put("health", ready);
        part(node, "services", services().size(), true);
        part(node, "agents", ready ? queries.ask(engine -> engine.agents()).size() : 0, ready);
        RunFilter workflows = WorkflowsPath.filter(request.caller(), Optional.empty());
        part(
                node,
                "submissions",
                ready ? queries.archive().page(workflows, 0, 0).total() : 0,
                ready);
        part(
                node,
                "vms",
                ready ? queries.server().database().machines().present().size() : 0,
                ready);
        if (!ready) node.put("error", host.whyNotReady());
        return HttpAnswer.json(ready ? 200 : 503, SteepJson.bytes(node));
    }

    private static void part(ObjectNode node, String name, long count, boolean health) {
        var inner = node.putObject(name);
        inner.put("health", health);
        inner.put("count", count);
    }

    private Map<String, Service> services() {
        return queries.server().workflows().library().services();
    }

    HttpAnswer services(AdmittedRequest request) {
        request.query().allow();
        return SteepJson.answer(ServiceJson.all(services().values()));
    }

    HttpAnswer service(AdmittedRequest request) {
        request.query().allow();
        var id = request.part("id");
        var service = services().get(id);
        if (service == null) throw PlainErrors.notFound("service", id);
        return SteepJson.answer(ServiceJson.of(service));
    }

    HttpAnswer plugins(AdmittedRequest request) {
        request.query().allow();
        var list = SteepJson.array();
        for (var spec : queries.server().workflows().settings().extensions()) list.add(plugin(spec));
        return SteepJson.answer(list);
    }

    /** A plug-in by its name; if several have it, the first. */
    HttpAnswer plugin(AdmittedRequest request) {
        request.query().allow();
        var name = request.part("id");
        for (var spec : queries.server().workflows().settings().extensions())
            if (spec.name().equals(name)) return SteepJson.answer(plugin(spec));
        throw PlainErrors.notFound("plugin", name);
    }

    private static ObjectNode plugin(ExtensionSpec spec) {
        var plugin = SteepJson.object()
                .put("name", spec.name())
                .put("type", spec.type().word());
        if (!spec.version().isEmpty()) plugin.put("version", spec.version());
        if (!spec.dataType().isEmpty())
            plugin.put(
                    spec.type() == ExtensionType.RUNTIME ? "supportedRuntime" : "supportedDataType", spec.dataType());
        if (spec.type() == ExtensionType.PROGRESS_ESTIMATOR)
            plugin.set(
                    "supportedServiceIds",
                    SteepJson.array(spec.serviceIds().stream().sorted().toList()));
        var dependsOn = plugin.putArray("dependsOn");
        spec.dependsOn().forEach(dependsOn::add);
        return plugin;
    }

    HttpAnswer search(AdmittedRequest request) {
        request.query().allow("q", "size", "offset", "count", "timeZone");
        throw PlainErrors.error(
                404,
                "There is no search: list workflows with GET /workflows?status=..., or search by name with GET"
                        + " /api/v1/runs?name=...");
    }
}
