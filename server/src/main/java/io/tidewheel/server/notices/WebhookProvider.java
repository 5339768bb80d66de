package io.tidewheel.server.notices;

import io.tidewheel.model.Notifier;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.NotifierProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.net.URI;
import java.util.List;

/** {@code notifier: webhook}. */
public final class WebhookProvider implements NotifierProvider {
    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public String description() {
        return "a POST to an address, signed with HMAC-SHA256";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(
                PluginSetting.of("url", Form.TEXT, "the address, http or https"),
                PluginSetting.of("secret", Form.SECRET, "what signatures are made with, at least 16 characters"));
    }

    @Override
    public Notifier open(PluginSettings settings, Time time) {
        var url = URI.create(settings.required("url"));
        boolean known = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!known || url.getHost() == null || url.getUserInfo() != null)
            throw new IllegalArgumentException("%s is an address like https://host/path, not '%s'"
                    .formatted(settings.fullName("url"), settings.required("url")));
        try {
            return new WebhookNotifier(url, settings.required("secret"), time);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "%s: %s".formatted(settings.fullName("secret"), wrong.getMessage()), wrong);
        }
    }
}
