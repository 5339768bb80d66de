package example.tidewheel;

import io.tidewheel.model.Notice;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.NotifierProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** {@code notifier: line-file}: a line at the end of a file for everything that is told. */
public final class LineFileProvider implements NotifierProvider {
    @Override
    public String name() {
        return "line-file";
    }

    @Override
    public String description() {
        return "a line in a file for everything that happens";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(PluginSetting.of("file", Form.FILE, "the file; it is made if it is not there"));
    }

    @Override
    public Notifier open(PluginSettings settings, Time time) {
        return new LineFile(Path.of(settings.required("file")));
    }

    private record LineFile(Path file) implements Notifier {
        @Override
        public void tell(Notice notice) throws NotifierFailure {
            var text = notice.text().replaceAll("\\R", " ");
            var line =
                    "%s %s %s %s %s\n".formatted(notice.at(), notice.kind().word(), notice.id(), notice.labels(), text);
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failed) {
                throw NotifierFailure.forNow("%s cannot be written: %s".formatted(file, failed));
            }
        }

        @Override
        public String description() {
            return file.toString();
        }
    }
}
