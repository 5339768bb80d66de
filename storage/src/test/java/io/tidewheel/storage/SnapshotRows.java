package io.tidewheel.storage;

import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a snapshot has, as text that can be compared: the rows of each table in some order that is always the same. */
public class SnapshotRows implements StoreSnapshot.Sink {
    private final TreeMap<String, List<String>> rows = new TreeMap<>();
    private final TreeMap<String, Long> counters = new TreeMap<>();
    private List<String> columns = List.of();
    private List<String> current = new ArrayList<>();

    public static SnapshotRows of(StoreSnapshot snapshot) throws IOException {
        var content = new SnapshotRows();
        snapshot.read(content);
        return content;
    }

    @Override
    public void counter(String name, long value) throws IOException {
        counters.put(name, value);
    }

    @Override
    public void table(String name, List<String> named) throws IOException {
        columns = named;
        current = new ArrayList<>();
        rows.put(name, current);
    }

    @Override
    public void row(List<@Nullable Object> values) throws IOException {
        var named = new TreeMap<String, String>();
        for (int i = 0; i < columns.size(); i++) named.put(columns.get(i), text(values.get(i)));
        current.add(named.toString());
    }

    private static String text(@Nullable Object value) {
        return value instanceof Payload bytes ? "0x" + HexFormat.of().formatHex(bytes.bytes()) : String.valueOf(value);
    }

    public List<String> rows(String table) {
        return rows.getOrDefault(table, List.of());
    }

    public long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    /** All tables that have something, each with its rows sorted. */
    public TreeMap<String, List<String>> sorted() {
        var sorted = new TreeMap<String, List<String>>();
        rows.forEach((table, its) -> {
            var list = new ArrayList<>(its);
            Collections.sort(list);
            if (!list.isEmpty()) sorted.put(table, list);
        });
        return sorted;
    }
}
