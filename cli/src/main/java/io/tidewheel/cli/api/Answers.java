package io.tidewheel.cli.api;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Safe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What answers of a server mean to a command. */
final class Answers {
    private Answers() {}

    static boolean isGood(int status) {
        return status >= 200 && status < 300;
    }

    static JsonNode json(byte[] body) {
        try {
            return body.length == 0 ? Json.object() : Json.MAPPER.readTree(body);
        } catch (JacksonException malformed) {
            throw new Trouble(Exit.ERROR, "the server's answer is not JSON: is it a Tidewheel server?");
        }
    }

    /** What a refusal says, with the exit code it deserves. */
    static Trouble refusal(int status, byte[] body) {
        var detail = detail(body);
        var text = detail.isEmpty() ? "the server answered with status " + status : detail;
        return switch (status) {
            case 400, 413 -> new Trouble(Exit.USAGE, text, flaws(body));
            case 401, 403 -> new Trouble(Exit.DENIED, text, "name a file with a suitable token with --token-file FILE");
            case 404 -> new Trouble(Exit.NOT_FOUND, text);
            case 422 -> new Trouble(Exit.UNPLACEABLE, text);
            case 502, 503, 504 -> new Trouble(Exit.UNREACHABLE, text);
            default -> new Trouble(Exit.ERROR, text);
        };
    }

    /** What is wrong with a file, a line each, and below it what to do. */
    private static String[] flaws(byte[] body) {
        try {
            var lines = new ArrayList<String>();
            for (var flaw : Json.MAPPER.readTree(body).path("errors")) {
                lines.add(Safe.line("%s:%d:%d: %s"
                        .formatted(
                                Json.text(flaw, "file").orElse("file"),
                                flaw.path("line").asInt(0),
                                flaw.path("column").asInt(0),
                                Json.text(flaw, "message").orElse(""))));
                Json.text(flaw, "remedy").ifPresent(remedy -> lines.add("  " + Safe.line(remedy)));
            }
            return lines.toArray(String[]::new);
        } catch (JacksonException notOurs) {
            return new String[0];
        }
    }

    private static String detail(byte[] body) {
        try {
            var problem = Json.MAPPER.readTree(body);
            return Safe.line(Json.text(problem, "detail").orElse(""));
        } catch (JacksonException notOurs) {
            var text = new String(body, StandardCharsets.UTF_8).strip();
            return text.length() > 200 ? "" : Safe.line(text);
        }
    }

    static Trouble unreachable(String what) {
        return new Trouble(Exit.UNREACHABLE, what);
    }
}
