package io.tidewheel.cli.api;

import io.tidewheel.cli.text.JsonText;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** All items of a list that comes in pages, fetched as they are needed. */
public final class PagedItems implements Iterator<JsonNode> {
    private static final int LARGEST = 1_000;

    private final ApiClient api;
    private final ApiPaths path;
    private final String cursorName;
    private long left;
    private Iterator<JsonNode> page = Collections.emptyIterator();
    private Optional<String> next;

    private PagedItems(ApiClient api, ApiPaths path, String cursorName, String from, long most) {
        this.api = api;
        this.path = path;
        this.cursorName = cursorName;
        this.next = Optional.of(from);
        this.left = most;
    }

    /** At most {@code most} of them. */
    public static Iterable<JsonNode> of(ApiClient api, ApiPaths path, long most) {
        return of(api, path, "cursor", "", most);
    }

    /**
     * The same for a list whose pages are asked for by another parameter.
     *
     * @param from its first value; empty: from the beginning
     */
    public static Iterable<JsonNode> of(ApiClient api, ApiPaths path, String cursorName, String from, long most) {
        return () -> new PagedItems(api, path, cursorName, from, most);
    }

    @Override
    public boolean hasNext() {
        while (left > 0 && !page.hasNext() && next.isPresent()) fetch(next.get());
        return left > 0 && page.hasNext();
    }

    private void fetch(String cursor) {
        var sized = path.with("limit", Long.toString(Math.min(left, LARGEST)));
        var answer = api.get((cursor.isEmpty() ? sized : sized.with(cursorName, cursor)).toString());
        page = answer.path("items").iterator();
        next = JsonText.text(answer, "next");
    }

    @Override
    public JsonNode next() {
        if (!hasNext()) throw new NoSuchElementException("there are no more items");
        left--;
        return page.next();
    }
}
