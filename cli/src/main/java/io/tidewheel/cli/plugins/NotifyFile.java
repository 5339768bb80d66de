package io.tidewheel.cli.plugins;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.plugins.ConfiguredPlugins.ChosenPlugin;
import io.tidewheel.cli.text.YamlRecords;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.NotifierProvider;
import io.tidewheel.server.notices.NoticeTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the file that says whom a server tells what happens. */
final class NotifyFile {
    private static final Set<NoticeKind> USUAL =
            EnumSet.complementOf(EnumSet.of(NoticeKind.TEST, NoticeKind.RUN_SUCCEEDED, NoticeKind.RUN_CANCELLED));

    private final ConfiguredPlugins plugins;

    NotifyFile(ConfiguredPlugins plugins) {
        this.plugins = plugins;
    }

    List<NoticeTarget> read(Path file) {
        var names = new HashSet<String>();
        return new ArrayList<>(YamlRecords.read(file, in -> {
            var target = target(in);
            if (!names.add(target.name())) throw in.wrong("name", "'%s' is there twice".formatted(target.name()));
            return target;
        }));
    }

    private NoticeTarget target(YamlRecords in) {
        in.allow(Set.of("name", "notifier", "on", "owner", "labels", "settings"));
        var provider = in.required("notifier");
        var chosen = plugins.choose(NotifierProvider.KIND, provider, in.textFields("settings"));
        return new NoticeTarget(
                in.required("name"),
                provider,
                kinds(in),
                in.text("owner").map(Owner::new),
                in.textFields("labels"),
                open(chosen));
    }

    private static Set<NoticeKind> kinds(YamlRecords in) {
        if (in.get("on").isEmpty()) return USUAL;
        var kinds = EnumSet.noneOf(NoticeKind.class);
        for (var word : in.texts("on")) kinds.add(kind(in, word));
        return kinds;
    }

    private static NoticeKind kind(YamlRecords in, String word) {
        return NoticeKind.of(word)
                .filter(kind -> kind != NoticeKind.TEST)
                .orElseThrow(
                        () -> in.wrong("on", "'%s' is nothing that is told; known are: %s".formatted(word, known())));
    }

    private static String known() {
        return Arrays.stream(NoticeKind.values())
                .filter(kind -> kind != NoticeKind.TEST)
                .map(NoticeKind::word)
                .collect(Collectors.joining(", "));
    }

    private static Notifier open(ChosenPlugin<NotifierProvider> chosen) {
        try {
            return chosen.plugin().use("open a notifier", each -> each.open(chosen.settings(), Time.system()));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }
}
