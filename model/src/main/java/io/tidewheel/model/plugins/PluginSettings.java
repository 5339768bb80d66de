package io.tidewheel.model.plugins;

import io.tidewheel.model.Durations;
import io.tidewheel.model.plugins.PluginSetting.Form;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a provider is set to. Every value has the form that the provider asked for; asking for what it has not listed is a mistake of the provider. */
public final class PluginSettings {
    private final String prefix;
    private final Map<String, PluginSetting> known = new LinkedHashMap<>();
    private final Map<String, String> values = new LinkedHashMap<>();

    private PluginSettings(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Looks up all that a provider understands. Throws IllegalArgumentException, with a text for users, if a value does not have its form.
     *
     * @param prefix how the full names begin, with a dot at its end
     * @param said what somebody has set; asked with each setting
     */
    public static PluginSettings read(
            String prefix, List<PluginSetting> known, Function<PluginSetting, Optional<String>> said) {
        var settings = new PluginSettings(prefix);
        for (var setting : known) {
            settings.known.put(setting.name(), setting);
            var value = said.apply(setting).or(setting::usual);
            if (value.isEmpty()) continue;
            settings.check(setting, value.get());
            settings.values.put(setting.name(), value.get());
        }
        return settings;
    }

    /** What a provider without settings is told, and one that is left as it is usually. */
    public static PluginSettings usual(String prefix, List<PluginSetting> known) {
        return read(prefix, known, _ -> Optional.empty());
    }

    private void check(PluginSetting setting, String value) {
        switch (setting.form()) {
            case TEXT, FILE, SECRET -> {}
            case WHOLE -> {
                if (!value.matches("\\d{1,9}")) throw wrong(setting.name(), "is a whole number", value);
            }
            case DURATION -> {
                try {
                    Durations.parse(value);
                } catch (IllegalArgumentException not) {
                    throw wrong(setting.name(), "is a time like 90s or 2h", value);
                }
            }
            case SWITCH -> {
                if (!value.equals("true") && !value.equals("false"))
                    throw wrong(setting.name(), "is true or false", value);
            }
        }
    }

    private IllegalArgumentException wrong(String name, String rule, String value) {
        return new IllegalArgumentException("%s%s %s, not '%s'".formatted(prefix, name, rule, value));
    }

    /** The whole name of a setting, for messages. */
    public String fullName(String name) {
        return prefix + name;
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(value(name));
    }

    /** Throws IllegalArgumentException, with a text for users, if it is not set. */
    public String required(String name) {
        return text(name)
                .orElseThrow(() -> new IllegalArgumentException("%s%s is not set: it is %s"
                        .formatted(prefix, name, setting(name).meaning())));
    }

    public int whole(String name) {
        return Integer.parseInt(required(name, Form.WHOLE));
    }

    public Duration duration(String name) {
        return Durations.parse(required(name, Form.DURATION));
    }

    public boolean isOn(String name) {
        return Boolean.parseBoolean(required(name, Form.SWITCH));
    }

    private String required(String name, Form form) {
        if (setting(name).form() != form)
            throw new IllegalStateException("%s%s is not listed as %s".formatted(prefix, name, form));
        return required(name);
    }

    private @Nullable String value(String name) {
        return values.get(setting(name).name());
    }

    private PluginSetting setting(String name) {
        var setting = known.get(name);
        if (setting == null)
            throw new IllegalStateException("%s%s is asked for, but not listed as a setting".formatted(prefix, name));
        return setting;
    }

    @Override
    public String toString() {
        return "PluginSettings[%s: %s]".formatted(prefix, values.keySet());
    }
}
