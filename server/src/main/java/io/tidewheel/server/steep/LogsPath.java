package io.tidewheel.server.steep;

import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;
import java.util.Map;
import java.util.TreeMap;

/** {@code /logs/processchains}: what a chain printed, whole or a part of it. */
final class LogsPath {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final Desk desk;

    LogsPath(Desk desk) {
        this.desk = desk;
    }

    Answer read(Request request) {
        var query = request.query().allow("forceDownload", "runNumber");
        var found = desk.chain(request);
        var id = request.part("id");
        var runs = ChainRun.all(desk, found.chain());
        if (runs.isEmpty()) throw PlainErrors.error(404, "There is no log of process chain `%s' yet".formatted(id));
        int number = query.one("runNumber")
                .map(text -> ProcessChainsPath.number(text, id, runs.size()))
                .orElse(runs.size());
        var log = new LogText(
                desk.archive(), found.chain().id(), runs.get(number - 1).attempt());
        Map<String, String> headers = new TreeMap<>(Map.of("Accept-Ranges", "bytes"));
        if (query.one("forceDownload").map(text -> text.equals("true")).orElse(false))
            headers.put("Content-Disposition", "attachment; filename=\"%s.log\"".formatted(id));
        return answer(request, log, headers);
    }

    private static Answer answer(Request request, LogText log, Map<String, String> headers) {
        long length = log.length();
        var asked = request.headers().one("Range").or(() -> request.headers().one("X-Range"));
        var range = asked.map(text -> ByteRange.of(text, length)).orElse(new ByteRange.All());
        return switch (range) {
            case ByteRange.All _ -> part(200, log, 0, length, headers);
            case ByteRange.Part(var from, var to) -> {
                headers.put("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, length));
                yield part(206, log, from, to, headers);
            }
            case ByteRange.Outside _ -> {
                headers.put("Content-Range", "bytes */" + length);
                yield new Answer.Full(416, TEXT, new byte[0], headers);
            }
        };
    }

    private static Answer part(int status, LogText log, long from, long to, Map<String, String> headers) {
        headers.put("Content-Length", Long.toString(to - from));
        return new Answer.Flowing(status, TEXT, out -> log.copy(from, to, out), headers);
    }
}
