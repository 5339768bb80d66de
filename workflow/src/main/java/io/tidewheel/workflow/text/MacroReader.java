package io.tidewheel.workflow.text;

import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads lists of macros. */
public final class MacroReader {
    private static final Set<String> MACRO = Set.of("id", "name", "description", "parameters", "vars", "actions");
    private static final Set<String> PARAMETER = Set.of("id", "name", "description", "type", "default", "value");

    private final Complaints complaints = new Complaints();
    private final ActionReader actions = new ActionReader(complaints);

    private MacroReader() {}

    public static ReadResult<List<Macro>> read(String text) {
        var reader = new MacroReader();
        return ListReader.read("macros", text, reader.complaints, MACRO, reader::macro, Macro::id);
    }

    private Macro macro(FieldReader fields) {
        return new Macro(
                fields.text("id", "id: align"),
                fields.optionalText("name", "name: Align").orElse(""),
                fields.optionalText("description", "description: Aligns images").orElse(""),
                parameters(fields),
                actions.variables(fields),
                actions.actions(fields, ""),
                fields.place());
    }

    private List<Macro.Parameter> parameters(FieldReader fields) {
        var trees = fields.list("parameters", "parameters: []");
        var parameters = new ArrayList<Macro.Parameter>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("parameters", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "a parameter is an object, not " + trees.get(i).kind(),
                        "example: {id: image, type: input}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, PARAMETER);
            parameters.add(new Macro.Parameter(
                    inner.text("id", "id: image"),
                    inner.optionalText("name", "name: Image").orElse(""),
                    inner.optionalText("description", "description: What is aligned")
                            .orElse(""),
                    ServiceReader.direction(inner),
                    inner.value("default"),
                    inner.has("value"),
                    inner.place()));
        }
        return parameters;
    }
}
