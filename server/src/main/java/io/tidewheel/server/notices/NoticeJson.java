package io.tidewheel.server.notices;

import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notices as JSON, the same in the record and in what webhooks get. */
final class NoticeJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private NoticeJson() {}

    static byte[] bytes(Notice notice) {
        var json = MAPPER.createObjectNode();
        json.put("id", notice.id());
        json.put("type", notice.kind().word());
        json.put("timestamp", notice.at().toString());
        json.put("text", notice.text());
        var data = json.putObject("data");
        notice.owner().ifPresent(owner -> data.put("owner", owner.name()));
        notice.run().ifPresent(run -> data.put("run", run.number()));
        if (!notice.labels().isEmpty()) {
            var labels = data.putObject("labels");
            notice.labels().forEach(labels::put);
        }
        var facts = data.putObject("facts");
        notice.facts().forEach(facts::put);
        return MAPPER.writeValueAsBytes(json);
    }

    /** Throws IllegalArgumentException for what none of us has written. */
    static Notice read(byte[] bytes) {
        try {
            var json = MAPPER.readTree(bytes);
            var data = json.path("data");
            return new Notice(
                    json.path("id").asString(),
                    NoticeKind.of(json.path("type").asString())
                            .orElseThrow(() -> new IllegalArgumentException("unknown type " + json.path("type"))),
                    Instant.parse(json.path("timestamp").asString()),
                    data.has("owner") ? Optional.of(new Owner(data.get("owner").asString())) : Optional.empty(),
                    data.has("run") ? Optional.of(new RunId(data.get("run").asLong())) : Optional.empty(),
                    texts(data.path("labels")),
                    json.path("text").asString(),
                    texts(data.path("facts")));
        } catch (RuntimeException unreadable) {
            throw new IllegalArgumentException("a notice that is kept cannot be read: " + unreadable, unreadable);
        }
    }

    private static SortedMap<String, String> texts(JsonNode object) {
        var texts = new TreeMap<String, String>();
        object.properties()
                .forEach(each -> texts.put(each.getKey(), each.getValue().asString()));
        return texts;
    }
}
