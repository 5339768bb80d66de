package io.tidewheel.cli;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Format;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options every command has. */
public final class Common {
    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server to talk to; without it, the one of the data folder.")
    private @Nullable String server;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file that contains the token for the server.")
    private @Nullable Path tokenFile;

    @Option(names = "--certificate", paramLabel = "FILE", description = "Certificates (PEM) to trust for https.")
    private @Nullable Path certificate;

    @Option(names = "--data", paramLabel = "FOLDER", description = "The data folder (TIDEWHEEL_DATA).")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration file.")
    private @Nullable Path configFile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table, wide, json, jsonl, yaml, csv, name or none.")
    private @Nullable String output;

    @Option(names = "--color", paramLabel = "WHEN", description = "auto, always or never.")
    private @Nullable String color;

    @Option(
            names = {"-q", "--quiet"},
            description = "Nothing but the answer and errors.")
    private boolean quiet;

    private final Console console;
    private @Nullable Config config;

    public Common(Console console) {
        this.console = console;
    }

    public Console console() {
        return console;
    }

    /** The settings, with the flags of this command line. */
    public Config config() {
        var known = config;
        if (known != null) return known;
        var made = new Config(console, Optional.ofNullable(configFile))
                .flag(Key.SERVER_URL, server)
                .flag(Key.SERVER_CERTIFICATE, certificate)
                .flag(Key.DATA_FOLDER, data == null ? null : console.folder().resolve(data))
                .flag(Key.OUTPUT_FORMAT, output)
                .flag(Key.OUTPUT_COLOR, color);
        if (tokenFile != null)
            made.flag(Key.SERVER_TOKEN, Config.secret(console.folder().resolve(tokenFile)));
        config = made;
        console.beQuiet(quiet);
        console.use(color(made));
        return made;
    }

    public Target target() {
        return Target.of(config());
    }

    public Format format() {
        return Format.of(config().value(Key.OUTPUT_FORMAT).orElse("table"));
    }

    private static Console.Color color(Config config) {
        var word = config.value(Key.OUTPUT_COLOR).orElse("auto");
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "auto" -> Console.Color.AUTO;
            case "always" -> Console.Color.ALWAYS;
            case "never" -> Console.Color.NEVER;
            default -> throw Trouble.usage("--color: '%s' is not auto, always or never".formatted(word));
        };
    }
}
