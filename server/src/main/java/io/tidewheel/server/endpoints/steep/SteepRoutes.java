package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.Role;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.endpoints.ServerPorts;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import java.util.ArrayList;
import java.util.List;

/** Every path of the interface, with who may use it. Nothing is open: Steep knows no tokens, but this server does. */
public final class SteepRoutes {
    private static final RouteAccess.Only SEE = RouteAccess.only(Role.USER, Role.READ_ONLY);
    private static final RouteAccess.Only CHANGE = RouteAccess.only(Role.USER);
    private static final int LARGEST_WORKFLOW = 64 << 20;
    private static final int SMALL = 64 << 10;

    private final List<Route> routes = new ArrayList<>();

    private SteepRoutes() {}

    public static List<Route> of(ServerPorts server, Time time) {
        var all = new SteepRoutes();
        var queries = new SteepQueries(server, time);
        all.work(queries);
        all.fleet(queries);
        all.server(queries);
        return List.copyOf(all.routes);
    }

    private void work(SteepQueries queries) {
        var submissions = new SubmissionViews(queries);
        var workflows = new WorkflowsPath(queries, submissions);
        get("/workflows", workflows::list);
        routes.add(Route.post("/workflows", CHANGE, LARGEST_WORKFLOW, PlainErrors.of(workflows::submit)));
        get("/workflows/{id}", workflows::show);
        put("/workflows/{id}", workflows::change);
        var chains = new ProcessChainsPath(queries, new ChainDetails(queries));
        get("/processchains", chains::list);
        get("/processchains/{id}", chains::show);
        put("/processchains/{id}", chains::change);
        get("/processchains/{id}/runs", chains::runs);
        get("/processchains/{id}/runs/{number}", chains::run);
        var logs = new LogsPath(queries);
        get("/logs/processchains/{id}", logs::read);
        head("/logs/processchains/{id}", logs::read);
    }

    private void fleet(SteepQueries queries) {
        var agents = new AgentsPath(queries);
        get("/agents", agents::list);
        get("/agents/{id}", agents::show);
        head("/agents/{id}", agents::show);
        var cloud = new CloudPaths(queries);
        get("/setups", cloud::setups);
        get("/setups/{id}", cloud::setup);
        get("/vms", cloud::machines);
        get("/vms/{id}", cloud::machine);
    }

    private void server(SteepQueries queries) {
        var server = new ServerPaths(queries);
        get("/", server::about);
        get("/health", server::health);
        get("/search", server::search);
        get("/services", server::services);
        get("/services/{id}", server::service);
        get("/plugins", server::plugins);
        get("/plugins/{id}", server::plugin);
    }

    private void get(String path, RouteHandler.Handler handler) {
        routes.add(Route.get(path, SEE, PlainErrors.of(handler)));
    }

    private void head(String path, RouteHandler.Handler handler) {
        routes.add(Route.head(path, SEE, PlainErrors.of(handler)));
    }

    private void put(String path, RouteHandler.Handler handler) {
        routes.add(Route.put(path, CHANGE, SMALL, PlainErrors.of(handler)));
    }
}
