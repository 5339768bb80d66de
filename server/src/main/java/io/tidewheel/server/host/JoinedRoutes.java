package io.tidewheel.server.host;

import io.tidewheel.model.Time;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.endpoints.rest.ApiRoutes;
import io.tidewheel.server.endpoints.rest.ObjectRoutes;
import io.tidewheel.server.endpoints.rest.RunReplays;
import io.tidewheel.server.endpoints.steep.SteepRoutes;
import io.tidewheel.server.endpoints.tascaas.TascaasRoutes;
import io.tidewheel.server.endpoints.tascaas.TascaasService;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.StatusCounts;
import io.tidewheel.server.sites.JobFileInbox;
import java.util.ArrayList;
import java.util.Optional;

/** Everything that a server answers: the routes that its endpoints offer, in one table. */
public final class JoinedRoutes {
    private JoinedRoutes() {}

    /** The routes without objects, sites and replays: for a program that runs alone and hands nothing to other machines. */
    public static RouteTable of(
            ServerCore server, TokenRegistry tokens, OpenStreams streams, StatusCounts tallies, Time time) {
        return of(
                server,
                tokens,
                streams,
                tallies,
                time,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static RouteTable of(
            ServerCore server,
            TokenRegistry tokens,
            OpenStreams streams,
            StatusCounts tallies,
            Time time,
            Optional<ObjectRoutes> objects,
            Optional<TascaasService> sites,
            Optional<JobFileInbox> inbox,
            Optional<RunReplays> replays) {
        var rest = new ApiRoutes(
                server, tokens, streams, tallies, time, objects, sites.map(service -> service::view), inbox);
        var routes = new ArrayList<Route>(rest.routes());
        // Steep and the dashboard both have something to say at the top.
        for (var route : SteepRoutes.of(server, time))
            routes.add(route.path().equals("/") ? rest.orDashboard(route) : route);
        routes.add(server.agentEndpoint().route(streams));
        routes.add(server.clientEndpoint().route(streams));
        sites.ifPresent(service -> routes.addAll(TascaasRoutes.of(service, tallies.failures())));
        var replay = rest.replay(new RouteTable(routes), replays);
        routes.add(replay);
        return new RouteTable(routes);
    }
}
