package io.tidewheel.cli.text;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reading and making JSON. */
public final class JsonText {
    public static final JsonMapper MAPPER = new JsonMapper();

    private JsonText() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Empty if it is missing or null. */
    public static Optional<String> text(JsonNode node, String field) {
        var value = node.get(field);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asString());
    }

    public static long number(JsonNode node, String field) {
        var value = node.get(field);
        return value == null || !value.isNumber() ? 0 : value.asLong();
    }

    public static double decimal(JsonNode node, String field) {
        var value = node.get(field);
        return value == null || !value.isNumber() ? 0 : value.asDouble();
    }
}
