package example.tidewheel;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import io.tidewheel.model.plugins.ExtensionProvider;
import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads outputs with the data type {@code lineList}: the value is what the file names, a line each, so a loop over it has a round for
 * each line.
 */
public final class LineListAdapter implements ExtensionProvider {
    @Override
    public String name() {
        return "line-list";
    }

    @Override
    public String description() {
        return "takes the lines of a file for the value of an output";
    }

    @Override
    public ExtensionType type() {
        return ExtensionType.OUTPUT_ADAPTER;
    }

    @Override
    public String dataType() {
        return "lineList";
    }

    @Override
    public SteepExtension open(PluginSettings settings) {
        return LineListAdapter::lines;
    }

    private static List<String> lines(Map<String, ?> arguments) throws ExtensionFailure {
        if (!(arguments.get("output") instanceof Map<?, ?> output)
                || !(output.get("variable") instanceof Map<?, ?> variable)
                || !(variable.get("value") instanceof String file))
            throw new ExtensionFailure("line-list was asked about no output");
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException unreadable) {
            throw new ExtensionFailure("line-list cannot read %s: %s".formatted(file, unreadable));
        }
    }
}
