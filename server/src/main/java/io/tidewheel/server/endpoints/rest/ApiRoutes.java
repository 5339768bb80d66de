package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.sites.SiteOverview;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.endpoints.ServerPorts;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.StatusCounts;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.sites.JobFileInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every route of the REST interface and of the dashboard, with who may use it and how large its body may be. */
public final class ApiRoutes {
    private static final Logger log = LoggerFactory.getLogger(ApiRoutes.class);

    private static final int LARGE = 16 << 20;
    private static final int FILES = 128 << 20;
    private static final int SMALL = 64 << 10;
    private static final int NAMES = 2 << 20;
    private static final long HUGE = 1L << 50;

    private static final RouteAccess.Only SEE = RouteAccess.only(Role.USER, Role.READ_ONLY);
    private static final RouteAccess.Only CHANGE = RouteAccess.only(Role.USER);
    private static final RouteAccess.Only WATCH_SERVER = RouteAccess.only(Role.READ_ONLY);
    private static final RouteAccess.Only ADMIN = RouteAccess.only();

    private final ApiQueries backend;
    private final TokenRegistry tokens;
    private final OpenStreams streams;
    private final StatusCounts tallies;
    private final Optional<ObjectRoutes> objects;
    private final Optional<Supplier<SiteOverview>> sites;
    private final Optional<JobFileInbox> inbox;
    private final PageRoutes pages = new PageRoutes();

    /**
     * @param objects is there if objects are handed to other machines
     * @param sites and {@code inbox} are there if foreign sites are served
     */
    public ApiRoutes(
            ServerPorts server,
            TokenRegistry tokens,
            OpenStreams streams,
            StatusCounts tallies,
            Time time,
            Optional<ObjectRoutes> objects,
            Optional<Supplier<SiteOverview>> sites,
            Optional<JobFileInbox> inbox) {
        this.sites = sites;
        this.inbox = inbox;
        this.backend = new ApiQueries(server, time);
        this.tokens = tokens;
        this.streams = streams;
        this.tallies = tallies;
        this.objects = objects;
    }

    public List<Route> routes() {
        var routes = new ArrayList<Route>();
        runs(routes);
        chains(routes);
        fleet(routes);
        administration(routes);
        server(routes);
        routes.add(get("/web/{file}", RouteAccess.open(), pages::file));
        objects.ifPresent(signed -> objects(signed, routes));
        return routes;
    }

    /** The same route, but browsers that come without a token get the dashboard. */
    public Route orDashboard(Route other) {
        return pages.before(other);
    }

    /**
     * Plays runs again, of which it learns through other routes.
     *
     * @param replays plays them, if somebody has brought a simulator
     */
    public Route replay(RouteTable others, Optional<RunReplays> replays) {
        return get("/api/v1/runs/{run}/replay", SEE, new ReplayRoutes(backend, replays, others)::replay);
    }

    private void runs(List<Route> routes) {
        var views = new RunViews(backend);
        var runs = new RunRoutes(backend, views);
        var retry = new RetryRoute(backend, views);
        var events = new EventRoutes(backend, streams);
        routes.add(post("/api/v1/runs", CHANGE, LARGE, runs::submit));
        var workflows = new WorkflowRoutes(backend, views);
        routes.add(post("/api/v1/workflows", CHANGE, FILES, workflows::submit));
        var jobs = new JobRoutes(backend, views, inbox);
        routes.add(post("/api/v1/jobs", CHANGE, FILES, jobs::submit));
        routes.add(get("/api/v1/runs/{run}/job", SEE, jobs::show));
        routes.add(get("/api/v1/runs/{run}/jobs", SEE, jobs::list));
        routes.add(get("/api/v1/runs/{run}/jobs/{action}", SEE, jobs::showOne));
        routes.add(get("/api/v1/runs/{run}/jobs/{action}/manifest", SEE, jobs::manifestOfOne));
        routes.add(get("/api/v1/runs/{run}/manifest", SEE, jobs::manifest));
        routes.add(post("/api/v1/workflows/lint", CHANGE, FILES, workflows::lint));
        routes.add(get("/api/v1/runs/{run}/source", SEE, workflows::source));
        routes.add(get("/api/v1/runs/{run}/reuse", SEE, workflows::reuse));
        routes.add(get("/api/v1/services", SEE, workflows::services));
        var files = new FileRoutes(backend);
        routes.add(Route.put("/api/v1/files/{hash}", CHANGE, FileRoutes.LARGEST, guarded(files::bring)));
        routes.add(get("/api/v1/files/{hash}", CHANGE, files::look));
        routes.add(get("/api/v1/runs/{run}/files/{hash}", SEE, files::ofRun));
        routes.add(get("/api/v1/runs", SEE, runs::list));
        routes.add(get("/api/v1/runs/{run}", SEE, runs::show));
        routes.add(post("/api/v1/runs/{run}/tasks", CHANGE, LARGE, runs::add));
        routes.add(post("/api/v1/runs/{run}/close", CHANGE, SMALL, runs::close));
        routes.add(post("/api/v1/runs/{run}/cancel", CHANGE, SMALL, runs::cancel));
        routes.add(post("/api/v1/runs/{run}/kill", CHANGE, SMALL, runs::kill));
        routes.add(post("/api/v1/runs/{run}/hold", CHANGE, SMALL, runs::hold));
        routes.add(post("/api/v1/runs/{run}/release", CHANGE, SMALL, runs::release));
        routes.add(post("/api/v1/runs/{run}/priority", CHANGE, SMALL, runs::priority));
        routes.add(post("/api/v1/runs/{run}/budget", CHANGE, SMALL, runs::budget));
        routes.add(post("/api/v1/runs/{run}/retry", CHANGE, NAMES, retry::retry));
        routes.add(Route.watch("/api/v1/runs/{run}/events", SEE, guarded(events::one)));
        routes.add(Route.watch("/api/v1/events", SEE, guarded(events::all)));
        reports(routes, views);
    }

    private void chains(List<Route> routes) {
        var chains = new ChainRoutes(backend);
        var logs = new LogRoutes(backend, chains, streams);
        var output = new OutputRoutes(backend, chains, streams);
        var explain = new ExplainRoutes(backend, chains);
        routes.add(get("/api/v1/runs/{run}/tasks", SEE, chains::list));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}", SEE, chains::show));
        routes.add(post("/api/v1/runs/{run}/tasks/{index}/cancel", CHANGE, SMALL, chains::cancel));
        routes.add(post("/api/v1/runs/{run}/tasks/{index}/priority", CHANGE, SMALL, chains::priority));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}/attempts", SEE, chains::attempts));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}/logs", SEE, logs::ofChain));
        routes.add(post("/api/v1/runs/{run}/tasks/{index}/output", CHANGE, SMALL, output::take));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}/explain", SEE, explain::chain));
        routes.add(get("/api/v1/runs/{run}/logs", SEE, logs::ofRun));
        routes.add(get("/api/v1/runs/{run}/logs/cut", SEE, logs::cut));
        routes.add(get("/api/v1/runs/{run}/results", SEE, chains::results));
        var stored = new StoredRoutes(backend);
        routes.add(get("/api/v1/runs/{run}/stored", SEE, stored::list));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}/result", SEE, stored::ofChain));
        routes.add(get("/api/v1/runs/{run}/tasks/{index}/files/{number}", SEE, stored::ofFile));
        routes.add(get("/api/v1/runs/{run}/partitions/{partition}/result", SEE, stored::ofPartition));
        routes.add(get("/api/v1/runs/{run}/explain", SEE, explain::run));
    }

    private void reports(List<Route> routes, RunViews views) {
        var reports = new ReportRoutes(backend, views);
        routes.add(get("/api/v1/runs/{run}/timeline", SEE, reports::timeline));
        routes.add(get("/api/v1/runs/{run}/statistics", SEE, reports::statistics));
        routes.add(get("/api/v1/runs/{run}/graph", SEE, reports::graph));
        routes.add(get("/api/v1/runs/{run}/report", SEE, reports::report));
        routes.add(get("/api/v1/runs/{run}/cost", SEE, reports::cost));
        routes.add(get("/api/v1/costs", SEE, reports::costs));
    }

    private void fleet(List<Route> routes) {
        var agents = new AgentRoutes(backend);
        routes.add(get("/api/v1/agents", SEE, agents::list));
        routes.add(post("/api/v1/agents/{session}/drain", ADMIN, SMALL, agents::drain));
        routes.add(get("/api/v1/queues", SEE, agents::queues));
        var history = new LoadHistory(backend);
        streams.alsoLook(history::look);
        routes.add(get("/api/v1/history", SEE, history::answer));
        var machines = new MachineRoutes(backend);
        routes.add(get("/api/v1/machines", SEE, machines::list));
        routes.add(get("/api/v1/machines/{machine}", SEE, machines::show));
        routes.add(post("/api/v1/machines/{machine}/drain", ADMIN, SMALL, machines::drain));
        routes.add(post("/api/v1/machines/{machine}/stop", ADMIN, SMALL, machines::stop));
        routes.add(get("/api/v1/setups", SEE, machines::setups));
        var foreign = new SiteRoutes(backend, sites, inbox, new RunViews(backend));
        routes.add(get("/api/v1/sites", SEE, foreign::list));
        routes.add(post("/api/v1/sites/jobs", CHANGE, FILES, foreign::submit));
        var ledger = new LedgerRoutes(backend, machines);
        routes.add(get("/api/v1/machines/{machine}/explain", SEE, ledger::machine));
        routes.add(get("/api/v1/ledger", SEE, ledger::ledger));
        routes.add(get("/api/v1/budgets", SEE, ledger::budgets));
        routes.add(get("/api/v1/work-times", SEE, ledger::workTimes));
        routes.add(get("/api/v1/decisions", SEE, new DecisionRoutes(backend)::list));
    }

    private void administration(List<Route> routes) {
        var admin = new TokenRoutes(backend, tokens, streams);
        routes.add(get("/api/v1/tokens", ADMIN, admin::list));
        routes.add(post("/api/v1/tokens", ADMIN, SMALL, admin::make));
        routes.add(Route.delete("/api/v1/tokens/{id}", ADMIN, guarded(admin::revoke)));
        var audit = new AuditRoutes(backend);
        routes.add(get("/api/v1/audit", ADMIN, audit::list));
        routes.add(get("/api/v1/audit/verify", ADMIN, audit::verify));
        routes.add(get("/api/v1/backup", ADMIN, new BackupRoutes(backend)::write));
        var notifiers = new NotifierRoutes(backend);
        routes.add(get("/api/v1/notifiers", ADMIN, notifiers::list));
        routes.add(post("/api/v1/notifiers/{notifier}/test", ADMIN, SMALL, notifiers::test));
    }

    private void server(List<Route> routes) {
        var server = new ServerRoutes(backend, new Metrics(backend, tallies));
        routes.add(get("/api/v1/server", SEE, server::about));
        routes.add(get("/api/v1/servers", SEE, server::list));
        routes.add(post("/api/v1/servers/{server}/drain", ADMIN, SMALL, server::drain));
        routes.add(get("/livez", RouteAccess.open(), server::live));
        routes.add(get("/readyz", RouteAccess.open(), server::ready));
        routes.add(get("/metrics", WATCH_SERVER, server::metrics));
        routes.add(get("/openapi.json", RouteAccess.open(), OpenApi::answer));
        routes.add(get("/api/v1/openapi.json", RouteAccess.open(), OpenApi::answer));
    }

    /** Open to all who have a signed address, which is its own permission: the signature is checked before anything else. Bearers of a token see their own. */
    private static void objects(ObjectRoutes signed, List<Route> routes) {
        var signedOrOwn = new RouteAccess.SignedOr(SEE);
        routes.add(get(ObjectUrls.PATH + "{object}", signedOrOwn, signed::get));
        routes.add(Route.head(ObjectUrls.PATH + "{object}", signedOrOwn, guarded(signed::head)));
        routes.add(get("/api/v1/objects", SEE, signed::list));
        routes.add(Route.put(ObjectUrls.PATH + "{object}", RouteAccess.open(), HUGE, guarded(signed::put)));
        routes.add(Route.post(ObjectUrls.PATH + "{object}", RouteAccess.open(), HUGE, guarded(signed::post)));
    }

    private static Route get(String path, RouteAccess access, RouteHandler.Handler handler) {
        return Route.get(path, access, guarded(handler));
    }

    private static Route post(String path, RouteAccess access, int maxBodyBytes, RouteHandler.Handler handler) {
        return Route.post(path, access, maxBodyBytes, guarded(handler));
    }

    /** What the engine refuses, and a store that fails, are answers, not mistakes. */
    private static RouteHandler.Handler guarded(RouteHandler.Handler handler) {
        return request -> {
            try {
                return handler.handle(request);
            } catch (Refusal refusal) {
                throw problem(refusal);
            } catch (StoreFailure broken) {
                log.warn("a question could not be answered: {}", broken.getMessage());
                throw unavailable("the store failed, try again in a moment; the server's log says more");
            }
        };
    }

    private static ProblemException problem(Refusal refusal) {
        var text = String.valueOf(refusal.getMessage());
        return switch (refusal.kind()) {
            case NOT_FOUND -> HttpProblem.notFound(text).asException();
            case CONFLICT -> HttpProblem.of(409, "conflict", text).asException();
            case INVALID -> HttpProblem.of(400, "invalid", text).asException();
            case UNPLACEABLE -> HttpProblem.of(422, "unplaceable", text).asException();
            case UNAVAILABLE -> unavailable(text);
        };
    }

    private static ProblemException unavailable(String text) {
        return HttpProblem.of(503, "unavailable", text).with("Retry-After", "1").asException();
    }
}
