package io.tidewheel.cli.api;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What answers of a server mean to a command. */
final class ApiAnswers {
    private ApiAnswers() {}

    static boolean isGood(int status) {
        return status >= 200 && status < 300;
    }

    static JsonNode json(byte[] body) {
        try {
            return body.length == 0 ? JsonText.object() : JsonText.MAPPER.readTree(body);
        } catch (JacksonException malformed) {
            throw new CliError(ExitCodes.ERROR, "the server's answer is not JSON: is it a Tidewheel server?");
        }
    }

    /** What a refusal says, with the exit code it deserves. */
    static CliError refusal(int status, byte[] body) {
        var detail = detail(body);
        var text = detail.isEmpty() ? "the server answered with status " + status : detail;
        return switch (status) {
            case 400, 413, 501 -> new CliError(ExitCodes.USAGE, text, complaints(body));
            case 401, 403 ->
                new CliError(ExitCodes.DENIED, text, "name a file with a suitable token with --token-file FILE");
            case 404 -> new CliError(ExitCodes.NOT_FOUND, text);
            case 422 -> new CliError(ExitCodes.UNPLACEABLE, text);
            case 502, 503, 504 -> new CliError(ExitCodes.UNREACHABLE, text);
            default -> new CliError(ExitCodes.ERROR, text);
        };
    }

    /** What is wrong with a file, a line each, and below it what to do. */
    private static String[] complaints(byte[] body) {
        try {
            var lines = new ArrayList<String>();
            for (var found : JsonText.MAPPER.readTree(body).path("errors")) {
                lines.add(SafeText.line("%s:%d:%d: %s"
                        .formatted(
                                JsonText.text(found, "file").orElse("file"),
                                found.path("line").asInt(0),
                                found.path("column").asInt(0),
                                JsonText.text(found, "message").orElse(""))));
                JsonText.text(found, "remedy").ifPresent(remedy -> lines.add("  " + SafeText.line(remedy)));
            }
            return lines.toArray(String[]::new);
        } catch (JacksonException notOurs) {
            return new String[0];
        }
    }

    private static String detail(byte[] body) {
        try {
            var problem = JsonText.MAPPER.readTree(body);
            return SafeText.line(JsonText.text(problem, "detail").orElse(""));
        } catch (JacksonException notOurs) {
            var text = new String(body, StandardCharsets.UTF_8).strip();
            return text.length() > 200 ? "" : SafeText.line(text);
        }
    }

    static CliError unreachable(String what) {
        return new CliError(ExitCodes.UNREACHABLE, what);
    }
}
