package io.tidewheel.workflow.text;

import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads a text that is a list of objects, each with an id of its own. */
final class ListReader {
    private ListReader() {}

    static <T> ReadResult<List<T>> read(
            String root,
            String text,
            Complaints complaints,
            Collection<String> known,
            Function<FieldReader, T> item,
            Function<T, String> id) {
        var tree = SourceTreeReader.read(root, text);
        if (tree.value().isEmpty()) return new ReadResult<>(Optional.empty(), tree.complaints(), List.of());
        if (!(tree.value().get() instanceof Sequence(var trees, var _, var _))) {
            return notAList(root, tree.value().get(), complaints);
        }
        var items = new ArrayList<T>(trees.size());
        var ids = new HashSet<String>();
        for (int i = 0; i < trees.size(); i++) {
            var path = FieldPath.of(root + "[" + i + "]");
            if (trees.get(i) instanceof Mapping mapping) {
                var fields = new FieldReader(mapping, path, complaints, known);
                var read = item.apply(fields);
                items.add(read);
                requireNew(id.apply(read), ids, fields);
            } else {
                var other = trees.get(i);
                complaints.add(path, other.place(), "this is an object, not " + other.kind(), "begin with: id: ...");
            }
        }
        return new ReadResult<>(Optional.of(items), complaints.complaints(), complaints.warnings());
    }

    private static <T> ReadResult<List<T>> notAList(String root, SourceTree tree, Complaints complaints) {
        complaints.add(
                FieldPath.of(root),
                tree.place(),
                "this is a list of %s, not %s".formatted(root, tree.kind()),
                "begin each of them with a dash: - id: ...");
        return new ReadResult<>(Optional.empty(), complaints.complaints(), List.of());
    }

    private static void requireNew(String id, Set<String> ids, FieldReader fields) {
        if (id.isEmpty() || ids.add(id)) return;
        fields.complain("id", "the id '%s' is there twice".formatted(id), "rename or remove one of them");
    }
}
