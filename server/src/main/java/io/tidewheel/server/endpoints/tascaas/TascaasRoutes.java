package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.FailedSignIns;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.http.RouteHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The paths that TaScaaS clients know, below {@value #BASE}. Each can be called with GET, as they do, or with POST, as becomes a call that changes
 * something.
 */
public final class TascaasRoutes {
    public static final String BASE = "/tascaas";

    private static final Logger log = LoggerFactory.getLogger(TascaasRoutes.class);
    private static final int SMALL = 64 << 10;

    private final List<Route> routes = new ArrayList<>();

    private interface Handler {
        TascaasReply handle(AdmittedRequest request);
    }

    private final FailedSignIns failures;

    private TascaasRoutes(FailedSignIns failures) {
        this.failures = failures;
    }

    /** Open to everybody: the secret, the name of a site and the name of a job are the keys, and each is looked at. */
    public static List<Route> of(TascaasService service, FailedSignIns failures) {
        var all = new TascaasRoutes(failures);
        all.add("/node/register", request -> service.register(request.query()));
        all.add("/node/{id}/update", request -> service.update(request.part("id"), request.query()));
        all.add("/node/{id}/disconnect", request -> service.disconnect(request.part("id")));
        all.add(
                "/node/{id}/jobs",
                request -> service.jobs(
                        request.part("id"), request.query(), request.origin().base()));
        all.add(
                "/lb/{job}/start",
                request -> service.start(service.caller(request.part("job"), request.query()), request.query()));
        all.add(
                "/lb/{job}/report",
                request -> service.report(service.caller(request.part("job"), request.query()), request.query()));
        all.add(
                "/lb/{job}/finish",
                request -> service.finish(service.caller(request.part("job"), request.query()), request.query()));
        all.add(
                "/results/upload/{job}/{worker}",
                request -> service.upload(
                        service.jobOf(request.part("job")),
                        request.part("worker"),
                        request.query(),
                        request.origin().base()));
        return List.copyOf(all.routes);
    }

    private void add(String path, Handler handler) {
        RouteHandler.Handler action = request -> answer(handler, request);
        routes.add(Route.get(BASE + path, RouteAccess.open(), action));
        routes.add(Route.post(BASE + path, RouteAccess.open(), SMALL, action));
    }

    private HttpAnswer answer(Handler handler, AdmittedRequest request) {
        try {
            return counted(handler.handle(request), request);
        } catch (BadCall bad) {
            return counted(bad.reply(), request);
        } catch (Refusal | StoreFailure | ObjectFailure failed) {
            log.warn("a site could not be answered: {}", failed.getMessage());
            return answer(TascaasReply.text(503, "try again in a moment"));
        }
    }

    /** A wrong secret, name of a site or name of a job; many of them are answered more slowly. Who is known and late guesses nothing. */
    private HttpAnswer counted(TascaasReply reply, AdmittedRequest request) {
        if (reply.status() != 401 || reply.equals(TascaasReply.NOT_YOURS)) return answer(reply);
        try {
            failures.count(request.origin().source());
            return answer(reply);
        } catch (ProblemException limited) {
            var problem = limited.problem();
            return new HttpAnswer.Full(
                    problem.status(),
                    "text/plain; charset=utf-8",
                    problem.detail().getBytes(StandardCharsets.UTF_8),
                    problem.headers());
        }
    }

    private static HttpAnswer answer(TascaasReply reply) {
        return new HttpAnswer.Full(
                reply.status(),
                reply.isJson() ? "application/json" : "text/plain; charset=utf-8",
                reply.body().getBytes(StandardCharsets.UTF_8),
                Map.of());
    }
}
