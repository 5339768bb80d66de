package io.tidewheel.cli.api;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reading and making JSON. */
public final class Json {
    public static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

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

    /** All items of a list that comes in pages, fetched as they are needed, at most {@code most}. */
    public static Iterable<JsonNode> pages(Api api, Paths path, long most) {
        return () -> new Pages(api, path, most);
    }

    private static final class Pages implements Iterator<JsonNode> {
        private static final int LARGEST = 1_000;

        private final Api api;
        private final Paths path;
        private long left;
        private Iterator<JsonNode> page;
        private Optional<String> next;

        Pages(Api api, Paths path, long most) {
            this.api = api;
            this.path = path;
            this.left = most;
            this.page = java.util.Collections.emptyIterator();
            this.next = Optional.of("");
        }

        @Override
        public boolean hasNext() {
            while (left > 0 && !page.hasNext() && next.isPresent()) fetch(next.get());
            return left > 0 && page.hasNext();
        }

        private void fetch(String cursor) {
            var sized = path.with("limit", Long.toString(Math.min(left, LARGEST)));
            var answer = api.get((cursor.isEmpty() ? sized : sized.with("cursor", cursor)).toString());
            page = answer.path("items").iterator();
            next = text(answer, "next");
        }

        @Override
        public JsonNode next() {
            if (!hasNext()) throw new NoSuchElementException("there are no more items");
            left--;
            return page.next();
        }
    }
}
