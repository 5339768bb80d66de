package io.tidewheel.cloud.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the list of machines that a user already has (YAML). What is wrong is told by IllegalArgumentException, with its place. */
final class HostsFile {
    private static final long LONGEST_BYTES = 4 << 20;
    private static final TreeSet<String> FIELDS =
            new TreeSet<>(List.of("name", "address", "port", "user", "identity", "setup"));

    private final Path file;

    private HostsFile(Path file) {
        this.file = file;
    }

    static List<SshHost> read(Path file) {
        return new HostsFile(file).hosts();
    }

    private List<SshHost> hosts() {
        var root = root();
        if (root.isEmpty() || !(root.get() instanceof SequenceNode list))
            throw new IllegalArgumentException(
                    file + ": a list is expected, with one item that begins with '-' for each host");
        var hosts = new ArrayList<SshHost>();
        for (var item : list.getValue()) hosts.add(host(item));
        return hosts;
    }

    private Optional<Node> root() {
        try {
            if (Files.size(file) > LONGEST_BYTES)
                throw new IllegalArgumentException("%s is larger than %d MiB".formatted(file, LONGEST_BYTES >> 20));
            var settings = LoadSettings.builder()
                    .setAllowDuplicateKeys(false)
                    .setLabel(file.toString())
                    .build();
            return new Compose(settings).composeString(Files.readString(file));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, unreadable), unreadable);
        } catch (YamlEngineException malformed) {
            throw new IllegalArgumentException("%s: %s".formatted(file, malformed.getMessage()), malformed);
        }
    }

    private SshHost host(Node item) {
        var fields = fields(item);
        var folder = file.toAbsolutePath().getParent();
        var address = required(item, fields, "address");
        var setup = required(item, fields, "setup");
        int port = port(item, fields);
        try {
            return new SshHost(
                    fields.getOrDefault("name", address),
                    address,
                    port,
                    Optional.ofNullable(fields.get("user")),
                    Optional.ofNullable(fields.get("identity"))
                            .map(name -> folder == null ? Path.of(name) : folder.resolve(name)),
                    setup);
        } catch (IllegalArgumentException refused) {
            throw wrong(item, String.valueOf(refused.getMessage()));
        }
    }

    private Map<String, String> fields(Node item) {
        if (!(item instanceof MappingNode mapping)) throw wrong(item, "is not made of fields like 'address: ...'");
        var fields = new TreeMap<String, String>();
        for (var field : mapping.getValue()) {
            if (!(field.getKeyNode() instanceof ScalarNode name) || !FIELDS.contains(name.getValue()))
                throw wrong(field.getKeyNode(), "no field of a host; known are: " + String.join(", ", FIELDS));
            if (!(field.getValueNode() instanceof ScalarNode value))
                throw wrong(field.getValueNode(), "'%s' is not a text".formatted(name.getValue()));
            fields.put(name.getValue(), value.getValue());
        }
        return fields;
    }

    private String required(Node item, Map<String, String> fields, String name) {
        var value = fields.get(name);
        if (value == null) throw wrong(item, "'%s' is missing".formatted(name));
        return value;
    }

    private int port(Node item, Map<String, String> fields) {
        var text = fields.getOrDefault("port", Integer.toString(SshHost.PORT));
        if (!text.matches("\\d{1,6}")) throw wrong(item, "'port' is a whole number, not '%s'".formatted(text));
        return Integer.parseInt(text);
    }

    private IllegalArgumentException wrong(Node node, String what) {
        var where = node.getStartMark()
                .map(mark -> "%s:%d:%d".formatted(file, mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(file.toString());
        return new IllegalArgumentException("%s: %s".formatted(where, what));
    }
}
