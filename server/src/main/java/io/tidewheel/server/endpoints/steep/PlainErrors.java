package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.Refusal;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.RouteHandler;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is wrong is told in plain text, as Steep does. */
final class PlainErrors {
    private static final Logger log = LoggerFactory.getLogger(PlainErrors.class);
    private static final String TEXT = "text/plain; charset=utf-8";

    private PlainErrors() {}

    static RouteHandler.Handler of(RouteHandler.Handler handler) {
        return request -> {
            try {
                return handler.handle(request);
            } catch (ProblemException wrong) {
                var problem = wrong.problem();
                return text(problem.status(), problem.detail(), problem.headers());
            } catch (Refusal refusal) {
                return text(status(refusal.kind()), String.valueOf(refusal.getMessage()), Map.of());
            } catch (StoreFailure broken) {
                log.warn("a question could not be answered: {}", broken.getMessage());
                return text(503, "the store failed, try again in a moment", Map.of("Retry-After", "1"));
            }
        };
    }

    private static int status(Refusal.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> 404;
            case CONFLICT, UNPLACEABLE -> 422;
            case INVALID -> 400;
            case UNAVAILABLE -> 503;
        };
    }

    private static HttpAnswer text(int status, String text, Map<String, String> headers) {
        return new HttpAnswer.Full(status, TEXT, text.getBytes(StandardCharsets.UTF_8), headers);
    }

    static ProblemException error(int status, String text) {
        return HttpProblem.of(status, "steep", text).asException();
    }

    static ProblemException notFound(String what, String id) {
        return error(404, "There is no %s with ID `%s'".formatted(what, shown(id)));
    }

    /** Text of the caller's, short and on one line. */
    static String shown(String text) {
        var shown = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return shown.length() <= 120 ? shown : shown.substring(0, 120) + "...";
    }
}
