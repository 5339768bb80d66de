package io.tidewheel.workflow.text;

import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
            complaints.add(
                    FieldPath.of(root),
                    tree.value().get().place(),
                    "this is a list of %s, not %s"
                            .formatted(root, tree.value().get().kind()),
                    "begin each of them with a dash: - id: ...");
            return new ReadResult<>(Optional.empty(), complaints.complaints(), List.of());
        }
        var items = new ArrayList<T>(trees.size());
        var ids = new HashSet<String>();
        for (int i = 0; i < trees.size(); i++) {
            var path = FieldPath.of(root + "[" + i + "]");
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "this is an object, not " + trees.get(i).kind(),
                        "begin with: id: ...");
                continue;
            }
            var fields = new FieldReader(mapping, path, complaints, known);
            var read = item.apply(fields);
            items.add(read);
            if (!id.apply(read).isEmpty() && !ids.add(id.apply(read))) {
                fields.complain(
                        "id", "the id '%s' is there twice".formatted(id.apply(read)), "rename or remove one of them");
            }
        }
        return new ReadResult<>(Optional.of(items), complaints.complaints(), complaints.warnings());
    }
}
