package example.tidewheel;

import io.tidewheel.model.Notifier;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.server.notices.NotifierContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

class LineFileTest extends NotifierContract {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("lines");
    }

    @Override
    protected Notifier open() {
        var provider = new LineFileProvider();
        return provider.open(
                PluginSettings.read("notifier.line-file.", provider.settings(), _ -> Optional.of(file().toString())),
                Time.system());
    }

    @Override
    protected List<String> received() throws IOException {
        return Files.readAllLines(file());
    }

    @Override
    protected void breakReceiver() throws IOException {
        Files.createDirectories(file());
    }

    @Override
    protected Optional<String> secret() {
        return Optional.empty();
    }
}
