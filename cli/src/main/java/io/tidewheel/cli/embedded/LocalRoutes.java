package io.tidewheel.cli.embedded;

import io.tidewheel.model.Role;
import io.tidewheel.model.Time;
import io.tidewheel.server.Caller;
import io.tidewheel.server.Server;
import io.tidewheel.server.Tokens;
import io.tidewheel.server.api.Api;
import io.tidewheel.server.api.Streams;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.Tallies;
import java.security.SecureRandom;

/** The REST interface of a server in this process. */
public record LocalRoutes(RouteTable routes, Tokens tokens, Tallies tallies) {
    /** Whoever may read the data folder is its administrator. */
    public static final Caller ADMINISTRATOR = new Caller(Role.ADMIN, Embedded.OWNER, "embedded");

    public static LocalRoutes of(Server server) {
        var time = Time.system();
        var tokens = new Tokens(server.archive(), time, new SecureRandom());
        var tallies = new Tallies();
        var routes = new Api(server, tokens, new Streams(server.archive(), time), tallies, time).routes();
        return new LocalRoutes(routes, tokens, tallies);
    }
}
