package example.tidewheel;

import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/** {@code --policy office-hours}, with its hours in {@code policy.office-hours.from} and so on. */
public final class OfficeHoursProvider implements PolicyProvider {
    @Override
    public String name() {
        return "office-hours";
    }

    @Override
    public String description() {
        return "machines during office hours only";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(
                PluginSetting.of("from", Form.WHOLE, "the hour at which they begin")
                        .usually("8"),
                PluginSetting.of("until", Form.WHOLE, "the hour at which they end")
                        .usually("18"),
                PluginSetting.of("zone", Form.TEXT, "whose clock counts").usually("UTC"));
    }

    @Override
    public OwnerPolicy policy(PluginSettings settings, String parameters) {
        if (!parameters.isEmpty())
            throw new IllegalArgumentException("it has no parameters: set " + settings.fullName("from"));
        try {
            var zone = ZoneId.of(settings.required("zone"));
            return new OfficeHours(settings.whole("from"), settings.whole("until"), zone);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException(
                    "%s: %s".formatted(settings.fullName("zone"), unknown.getMessage()), unknown);
        }
    }
}
