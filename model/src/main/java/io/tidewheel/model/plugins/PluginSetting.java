package io.tidewheel.model.plugins;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something that may be set about a provider.
 *
 * @param name what it is called behind the prefix of its provider: small letters, digits and {@code -}
 * @param meaning a few words for lists
 * @param usual what it is if nobody sets it
 */
public record PluginSetting(String name, Form form, String meaning, Optional<String> usual) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    /** What a value must look like. */
    public enum Form {
        TEXT,
        /** A whole number that is not negative. */
        WHOLE,
        /** A time as in {@code 90s} or {@code 2h 30m}. */
        DURATION,
        /** True or false. */
        SWITCH,
        /** The name of a file or folder; the provider is told the whole path. */
        FILE,
        /** Never shown, and the environment may name a file that contains it. */
        SECRET
    }

    public PluginSetting {
        if (!NAME.matcher(name).matches())
            throw new IllegalArgumentException(
                    "'%s' is not the name of a setting: use small letters, digits and -".formatted(name));
    }

    public static PluginSetting of(String name, Form form, String meaning) {
        return new PluginSetting(name, form, meaning, Optional.empty());
    }

    /** The same with what it is if nobody sets it. */
    public PluginSetting usually(String value) {
        return new PluginSetting(name, form, meaning, Optional.of(value));
    }
}
