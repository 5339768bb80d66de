package io.tidewheel.server.notices;

import io.tidewheel.model.Notifier;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.NotifierProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.util.ArrayList;
import java.util.List;

/** {@code notifier: mail}. */
public final class MailProvider implements NotifierProvider {
    private static final String ADDRESS = "[!-~&&[^,;<>\"()]]+@[A-Za-z0-9.-]+";

    @Override
    public String name() {
        return "mail";
    }

    @Override
    public String description() {
        return "mail, by the machine's own mail system";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(
                PluginSetting.of("to", Form.TEXT, "addresses, separated by commas"),
                PluginSetting.of("from", Form.TEXT, "whose mail it is").usually("tidewheel@localhost"),
                PluginSetting.of("program", Form.TEXT, "what reads a mail and sends it, with its words")
                        .usually("/usr/sbin/sendmail -t -i"));
    }

    @Override
    public Notifier open(PluginSettings settings, Time time) {
        var to = new ArrayList<String>();
        for (var address : settings.required("to").split(",")) to.add(address(settings, "to", address.strip()));
        var from = address(settings, "from", settings.required("from"));
        return new MailNotifier(List.of(settings.required("program").strip().split("\\s+")), from, to);
    }

    private static String address(PluginSettings settings, String setting, String text) {
        if (!text.matches(ADDRESS))
            throw new IllegalArgumentException(
                    "%s: '%s' is no mail address".formatted(settings.fullName(setting), text));
        return text;
    }
}
