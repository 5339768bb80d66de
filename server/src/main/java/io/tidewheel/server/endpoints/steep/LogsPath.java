package io.tidewheel.server.endpoints.steep;

import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import java.util.Map;
import java.util.TreeMap;

/** {@code /logs/processchains}: what a chain printed, whole or a part of it. */
final class LogsPath {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final SteepQueries queries;

    LogsPath(SteepQueries queries) {
        this.queries = queries;
    }

    HttpAnswer read(AdmittedRequest request) {
        var query = request.query().allow("forceDownload", "runNumber");
        var found = queries.chain(request);
        var id = request.part("id");
        var runs = SteepAttempt.all(queries, found.chain());
        if (runs.isEmpty()) throw PlainErrors.error(404, "There is no log of process chain `%s' yet".formatted(id));
        int number = query.one("runNumber")
                .map(text -> ProcessChainsPath.number(text, id, runs.size()))
                .orElse(runs.size());
        var log = new LogText(
                queries.archive(), found.chain().id(), runs.get(number - 1).attempt());
        Map<String, String> headers = new TreeMap<>(Map.of("Accept-Ranges", "bytes"));
        if (query.one("forceDownload").map(text -> text.equals("true")).orElse(false))
            headers.put("Content-Disposition", "attachment; filename=\"%s.log\"".formatted(id));
        return answer(request, log, headers);
    }

    private static HttpAnswer answer(AdmittedRequest request, LogText log, Map<String, String> headers) {
        long length = log.length();
        var asked = request.headers().one("Range").or(() -> request.headers().one("X-Range"));
        var range = asked.map(text -> TextRange.of(text, length)).orElse(new TextRange.All());
        return switch (range) {
            case TextRange.All _ -> part(200, log, 0, length, headers);
            case TextRange.Part(var from, var to) -> {
                headers.put("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, length));
                yield part(206, log, from, to, headers);
            }
            case TextRange.Outside _ -> {
                headers.put("Content-Range", "bytes */" + length);
                yield new HttpAnswer.Full(416, TEXT, new byte[0], headers);
            }
        };
    }

    private static HttpAnswer part(int status, LogText log, long from, long to, Map<String, String> headers) {
        headers.put("Content-Length", Long.toString(to - from));
        return new HttpAnswer.Flowing(status, TEXT, out -> log.copy(from, to, out), headers);
    }
}
