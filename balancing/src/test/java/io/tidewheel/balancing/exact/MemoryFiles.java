package io.tidewheel.balancing.exact;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Files in memory; names with a slash lie in folders that do not exist. */
final class MemoryFiles implements TextProtocol.ProtocolFiles {
    final Map<String, String> files = new HashMap<>();
    private final ArrayDeque<String> lines = new ArrayDeque<>();

    void type(Collection<String> more) {
        lines.addAll(more);
    }

    @Override
    public Optional<String> nextLine() {
        return Optional.ofNullable(lines.poll());
    }

    @Override
    public Optional<String> read(String name) {
        return Optional.ofNullable(files.get(name));
    }

    @Override
    public boolean write(String name, String text) {
        if (name.contains("/")) return false;
        files.put(name, text);
        return true;
    }
}
