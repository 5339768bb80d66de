package io.tidewheel.server.endpoints.steep;

import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.RequestMemory;
import io.tidewheel.workflow.text.FreeValues;
import io.tidewheel.workflow.text.SourceTreeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** What a PUT asks for: to be cancelled, to have another priority, or both. */
record ChangeRequest(boolean cancel, Optional<Integer> priority) {
    private static final int HIGHEST = 1_000_000;

    static ChangeRequest read(AdmittedRequest request) {
        var reading = SourceTreeReader.read("request", text(request));
        if (reading.value().isEmpty() || !(FreeValues.of(reading.value().get()) instanceof Map<?, ?> fields)) {
            throw PlainErrors.error(400, "Invalid request body: send an object such as {\"status\": \"CANCELLED\"}");
        }
        var status = fields.get("status");
        var priority = fields.get("priority");
        if (status == null && priority == null) {
            throw PlainErrors.error(400, "Missing properties: `status' or `priority' is required");
        }
        if (status != null && !status.equals("CANCELLED")) {
            throw PlainErrors.error(
                    400,
                    "Invalid status `%s': it can only be set to `CANCELLED'"
                            .formatted(PlainErrors.shown(status.toString())));
        }
        return new ChangeRequest(status != null, Optional.ofNullable(priority).map(ChangeRequest::whole));
    }

    private static int whole(Object value) {
        if (value instanceof Long number && Math.abs(number) <= HIGHEST) return number.intValue();
        throw PlainErrors.error(
                400,
                "Invalid priority `%s': it is a whole number from -%d to %d"
                        .formatted(PlainErrors.shown(value.toString()), HIGHEST, HIGHEST));
    }

    private static String text(AdmittedRequest request) {
        try {
            var text = new String(request.bytes(), StandardCharsets.UTF_8);
            RequestMemory.charge(SourceTreeReader.weight(text));
            return text;
        } catch (IOException broken) {
            throw new UncheckedIOException("the body could not be read", broken);
        }
    }
}
