package io.tidewheel.cli.embedded;

import io.tidewheel.model.Role;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.host.JoinedRoutes;
import io.tidewheel.server.host.ServerCore;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.StatusCounts;
import java.security.SecureRandom;

/** The REST interface of a server in this process. */
public record LocalRoutes(RouteTable routes, TokenRegistry tokens, StatusCounts tallies) {
    /** The caller on a server in this process: whoever may read the data folder is its administrator. */
    public static final Caller ADMINISTRATOR = new Caller(Role.ADMIN, EmbeddedServer.OWNER, "embedded");

    public static LocalRoutes of(ServerCore server) {
        var time = Time.system();
        var tokens = new TokenRegistry(server.archive(), time, new SecureRandom());
        var tallies = new StatusCounts(time);
        var routes = JoinedRoutes.of(server, tokens, new OpenStreams(server.archive(), time), tallies, time);
        return new LocalRoutes(routes, tokens, tallies);
    }
}
