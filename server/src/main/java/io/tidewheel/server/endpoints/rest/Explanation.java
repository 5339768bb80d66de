package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why something stands as it does: one sentence, what would help, and the single reasons. */
record Explanation(boolean waiting, String state, String sentence, Optional<String> remedy, List<Cause> causes) {
    record Cause(String code, String text, Optional<Long> chains) {}

    static Explanation of(boolean waiting, String state, String code, String sentence, String remedy) {
        return new Explanation(
                waiting,
                state,
                sentence,
                remedy.isEmpty() ? Optional.empty() : Optional.of(remedy),
                List.of(new Cause(code, sentence, Optional.empty())));
    }

    Explanation and(List<Cause> more) {
        var all = new ArrayList<>(causes);
        all.addAll(more);
        return new Explanation(waiting, state, sentence, remedy, all);
    }

    HttpAnswer answer() {
        return JsonWriter.answer(200, json -> {
            json.writeBooleanProperty("waiting", waiting);
            json.writeStringProperty("state", state);
            json.writeStringProperty("sentence", sentence);
            remedy.ifPresent(text -> json.writeStringProperty("remedy", text));
            json.writeArrayPropertyStart("reasons");
            for (var cause : causes) {
                json.writeStartObject();
                json.writeStringProperty("code", cause.code());
                json.writeStringProperty("text", cause.text());
                cause.chains().ifPresent(count -> json.writeNumberProperty("tasks", count));
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
