package io.tidewheel.cli.options;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Makes options without annotations, and reads their values. */
public final class OptionBuilder {
    private OptionBuilder() {}

    /** An option that stands alone. */
    public static OptionSpec flag(String description, String... names) {
        return builder(names, description).type(boolean.class).arity("0").build();
    }

    /** An option with a text behind it. */
    public static OptionSpec value(String label, String description, String... names) {
        return builder(names, description)
                .paramLabel(label)
                .type(String.class)
                .arity("1")
                .build();
    }

    /** An option with a value behind it that is not just any text. */
    public static <T> OptionSpec value(
            String label, String description, Class<T> type, ITypeConverter<T> converter, String... names) {
        return builder(names, description)
                .paramLabel(label)
                .type(type)
                .arity("1")
                .converters(converter)
                .build();
    }

    /** An option that may be repeated, or with several values separated by {@code split} if that is not empty. */
    public static OptionSpec list(String label, String split, String description, String... names) {
        var option = builder(names, description)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1");
        if (!split.isEmpty()) option.splitRegex(split);
        return option.build();
    }

    private static OptionSpec.Builder builder(String[] names, String description) {
        return OptionSpec.builder(names).description(description.replace("%", "%%"));
    }

    /** Help and version, as every command has them. */
    public static void addHelp(CommandSpec command) {
        command.addOption(builder(new String[] {"-h", "--help"}, "Show this help and exit.")
                        .usageHelp(true)
                        .type(boolean.class)
                        .build())
                .addOption(builder(new String[] {"-V", "--version"}, "Show the version and exit.")
                        .versionHelp(true)
                        .type(boolean.class)
                        .build());
    }

    public static boolean isGiven(OptionSpec option) {
        Boolean value = option.getValue();
        return value != null && value;
    }

    public static Optional<String> text(OptionSpec option) {
        String value = option.getValue();
        return Optional.ofNullable(value);
    }

    public static List<String> texts(OptionSpec option) {
        List<String> values = option.getValue();
        return values == null ? List.of() : values;
    }

    /** The converted value; null if the option is not given. */
    public static <T> @Nullable T converted(OptionSpec option, Class<T> type) {
        Object value = option.getValue();
        return value == null ? null : type.cast(value);
    }
}
