package io.tidewheel.server.endpoints.steep;

import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.QueryString;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Which part of a list is wanted. */
record SteepPage(int size, long offset) {
    private static final int USUAL = 10;
    private static final int MOST = 1_000;

    /** Zero or less, and more than we give at a time, means as many as we give. */
    static SteepPage of(QueryString query) {
        long size = whole(query, "size", USUAL);
        long offset = whole(query, "offset", 0);
        if (offset < 0) throw PlainErrors.error(400, "The parameter `offset' must not be negative");
        return new SteepPage(size <= 0 || size > MOST ? MOST : (int) size, offset);
    }

    private static long whole(QueryString query, String name, long usual) {
        var text = query.one(name);
        if (text.isEmpty()) return usual;
        if (!text.get().matches("-?[0-9]{1,9}")) {
            throw PlainErrors.error(
                    400,
                    "The parameter `%s' must be a whole number, not `%s'"
                            .formatted(name, PlainErrors.shown(text.get())));
        }
        return Long.parseLong(text.get());
    }

    HttpAnswer answer(JsonNode list, long total) {
        return new HttpAnswer.Full(
                200,
                "application/json",
                SteepJson.bytes(list),
                Map.of(
                        "x-page-size", Integer.toString(size),
                        "x-page-offset", Long.toString(offset),
                        "x-page-total", Long.toString(total)));
    }
}
