package io.tidewheel.server.http;

import io.tidewheel.server.access.Caller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;

/**
 * Calls the routes from inside the process, without a port and without a token: whoever holds this object is the caller it names. Bodies,
 * queries and answers are the same as over the port.
 */
public final class LocalCalls {
    private final RouteTable routes;
    private final Caller caller;

    public LocalCalls(RouteTable routes, Caller caller) {
        this.routes = routes;
        this.caller = caller;
    }

    /**
     * Answers a request; a refusal is an answer too.
     *
     * @param target path and, behind a question mark, the query, encoded as in a URL
     */
    public HttpAnswer call(String method, String target, Map<String, String> headers, byte[] body) throws Exception {
        int mark = target.indexOf('?');
        var path = mark < 0 ? target : target.substring(0, mark);
        try {
            var query = QueryString.parse(mark < 0 ? "" : target.substring(mark + 1));
            return switch (routes.find(method, path)) {
                case RouteTable.Entry.Found(var route, var parts) -> answer(route, parts, query, headers, body);
                case RouteTable.Entry.OtherMethods _, RouteTable.Entry.Unknown _ ->
                    HttpProblem.notFound("there is no such path").answer();
            };
        } catch (ProblemException refused) {
            return refused.problem().answer();
        }
    }

    private HttpAnswer answer(
            Route route, Map<String, String> parts, QueryString query, Map<String, String> headers, byte[] body)
            throws Exception {
        if (body.length > route.maxBodyBytes())
            return HttpProblem.tooLarge(route.maxBodyBytes()).answer();
        var request = new AdmittedRequest(
                new GateDecision.Admitted(route, parts, Optional.of(caller)),
                query,
                RequestOrigin.HERE,
                name -> headers.entrySet().stream()
                        .filter(header -> header.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .toList(),
                () -> new ByteArrayInputStream(body));
        return switch (route.action()) {
            case RouteHandler.Answering(var handler) -> handler.handle(request);
            case RouteHandler.Watching(var handler) -> handler.handle(request);
            case RouteHandler.Streaming<?, ?> _ ->
                HttpProblem.of(426, "upgrade-required", "this path is a stream").answer();
        };
    }

    /** Writes the body of an answer, however long that takes. */
    public static void write(HttpAnswer answer, OutputStream out) throws IOException, InterruptedException {
        switch (answer) {
            case HttpAnswer.Full full -> out.write(full.body());
            case HttpAnswer.Flowing(var _, var _, var writer, var _) -> writer.writeTo(out);
            case HttpAnswer.Events(var source) -> source.feed(new ServerSentEvents(out));
        }
    }
}
