package io.tidewheel.server.endpoints;

import io.tidewheel.model.RetryPolicy;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.workflow.Timeout;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How Steep writes JSON: what is not known is left out, moments are texts, durations are milliseconds. */
public final class SteepJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private SteepJson() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    public static ArrayNode array(Collection<String> texts) {
        var array = array();
        texts.forEach(array::add);
        return array;
    }

    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    public static HttpAnswer answer(JsonNode node) {
        return HttpAnswer.json(200, bytes(node));
    }

    public static void put(ObjectNode node, String name, Optional<Instant> at) {
        at.ifPresent(
                moment -> node.put(name, moment.truncatedTo(ChronoUnit.MILLIS).toString()));
    }

    public static void putText(ObjectNode node, String name, Optional<String> text) {
        text.filter(known -> !known.isEmpty()).ifPresent(known -> node.put(name, known));
    }

    /** Free values: texts, numbers, booleans, and lists and maps of them. */
    public static JsonNode of(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var node = object();
                map.forEach((key, inner) -> node.set(String.valueOf(key), of(inner)));
                yield node;
            }
            case Collection<?> list -> {
                var node = array();
                list.forEach(inner -> node.add(of(inner)));
                yield node;
            }
            case Boolean flag -> MAPPER.getNodeFactory().booleanNode(flag);
            case Integer number -> MAPPER.getNodeFactory().numberNode(number);
            case Long number -> MAPPER.getNodeFactory().numberNode(number);
            case Double number -> MAPPER.getNodeFactory().numberNode(number);
            case BigInteger number -> MAPPER.getNodeFactory().numberNode(number);
            default -> MAPPER.getNodeFactory().stringNode(value.toString());
        };
    }

    public static JsonNode of(RetryPolicy policy) {
        var node = object();
        node.put("maxAttempts", policy.maxAttempts());
        node.put("delay", policy.delay().toMillis());
        node.put("exponentialBackoff", policy.exponentialBackoff());
        if (!policy.maxDelay().equals(RetryPolicy.LONGEST))
            node.put("maxDelay", policy.maxDelay().toMillis());
        return node;
    }

    public static void put(ObjectNode node, String name, Map<String, ? extends Collection<String>> lists) {
        var inner = node.putObject(name);
        lists.forEach((key, values) -> inner.set(key, array(values)));
    }

    public static void putTimeout(ObjectNode node, String name, Optional<Timeout> timeout) {
        timeout.ifPresent(given -> {
            var inner = node.putObject(name);
            inner.put("timeout", given.limit().toMillis());
            inner.put("errorOnTimeout", given.errorOnTimeout());
        });
    }
}
