package example.tidewheel;

import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.extensions.ExtensionContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class LineListAdapterTest extends ExtensionContract {
    @TempDir
    Path folder;

    @Override
    protected SteepExtension open() throws IOException {
        Files.writeString(folder.resolve("list"), "a\nb\n");
        return new LineListAdapter().open(PluginSettings.usual("extension.line-list.", List.of()));
    }

    @Override
    protected ExtensionType type() {
        return ExtensionType.OUTPUT_ADAPTER;
    }

    private Map<String, ?> output(String file) {
        return Map.of(
                "output",
                Map.of("variable", Map.of("value", folder.resolve(file).toString())));
    }

    @Override
    protected Map<String, ?> good() {
        return output("list");
    }

    @Override
    protected Object answer() {
        return List.of("a", "b");
    }

    @Override
    protected Map<String, ?> bad() {
        return output("nothing");
    }
}
