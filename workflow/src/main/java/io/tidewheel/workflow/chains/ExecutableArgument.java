package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import java.util.List;

/**
 * What an executable is handed for a parameter.
 *
 * @param variable where the value comes from or goes to, with its rounds; the id of the parameter if there is no variable
 */
public record ExecutableArgument(
        String id, String label, String variable, String value, Direction direction, String dataType) {
    /** The same with another value. */
    public ExecutableArgument with(String other) {
        return new ExecutableArgument(id, label, variable, other, direction, dataType);
    }

    /** Adds it to a command line: of a boolean the label alone, if it is true; else the label, if there is one, and the value. */
    public void appendTo(List<String> line) {
        if (dataType.equals(DataType.BOOLEAN)) {
            if (Boolean.parseBoolean(value) && !label.isEmpty()) line.add(label);
            return;
        }
        if (!label.isEmpty()) line.add(label);
        line.add(value);
    }
}
