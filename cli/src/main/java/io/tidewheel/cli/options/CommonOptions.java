package io.tidewheel.cli.options;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.protocol.links.QueueLinks;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options every command has. Made without annotations, because reading those costs more time than a short command has. */
public final class CommonOptions {
    private final OptionSpec server = OptionBuilder.value(
            "URL",
            "The server to talk to, or several of one database: A,B; without it, the one of the data folder.",
            "--server");
    private final OptionSpec tokenFile =
            OptionBuilder.value("FILE", "A file that contains the token for the server.", "--token-file");
    private final OptionSpec certificate =
            OptionBuilder.value("FILE", "Certificates (PEM) to trust for https.", "--certificate");
    private final OptionSpec data = OptionBuilder.value("FOLDER", "The data folder (TIDEWHEEL_DATA).", "--data");
    private final OptionSpec configFile = OptionBuilder.value("FILE", "The configuration file.", "--config");
    private final OptionSpec output =
            OptionBuilder.value("FORMAT", "table, wide, json, jsonl, yaml, csv, name or none.", "-o", "--output");
    private final OptionSpec color = OptionBuilder.value("WHEN", "auto, always or never.", "--color");
    private final OptionSpec quiet = OptionBuilder.flag("Nothing but the answer and errors.", "-q", "--quiet");

    private final Console console;
    private @Nullable Config config;

    CommonOptions(Console console) {
        this.console = console;
    }

    public void addTo(CommandSpec command) {
        command.addOption(server)
                .addOption(tokenFile)
                .addOption(certificate)
                .addOption(data)
                .addOption(configFile)
                .addOption(output)
                .addOption(color)
                .addOption(quiet);
    }

    public Console console() {
        return console;
    }

    /** The settings, with the flags of this command line. */
    public Config config() {
        var known = config;
        if (known != null) return known;
        var made = new Config(console, OptionBuilder.text(configFile).map(Path::of))
                .flag(ConfigKey.SERVER_URL, OptionBuilder.text(server))
                .flag(ConfigKey.SERVER_CERTIFICATE, file(certificate))
                .flag(ConfigKey.DATA_FOLDER, file(data))
                .flag(ConfigKey.OUTPUT_FORMAT, OptionBuilder.text(output))
                .flag(ConfigKey.OUTPUT_COLOR, OptionBuilder.text(color))
                .flag(ConfigKey.SERVER_TOKEN, file(tokenFile).map(name -> Config.secret(Path.of(name))));
        config = made;
        console.beQuiet(OptionBuilder.isGiven(quiet));
        console.use(color(made));
        return made;
    }

    private Optional<String> file(OptionSpec option) {
        return OptionBuilder.text(option)
                .map(name -> console.folder().resolve(name).toString());
    }

    /** Where to look. */
    public ServerTarget target() {
        return ServerTarget.of(config());
    }

    /** The ways to whoever is named. */
    public QueueLinks links(ServerTarget.Remote server) {
        return new ConfiguredPlugins(config(), console.folder()).links(server);
    }

    /** Where to have things done. */
    public ServerTarget server() {
        return ServerTarget.ofServer(config());
    }

    /** What stands behind -o, for the command where it is the name of a file. */
    public Optional<String> outputText() {
        return OptionBuilder.text(output);
    }

    public OutputFormat format() {
        return OutputFormat.of(config().value(ConfigKey.OUTPUT_FORMAT).orElse("table"));
    }

    private static Console.Color color(Config config) {
        var word = config.value(ConfigKey.OUTPUT_COLOR).orElse("auto");
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "auto" -> Console.Color.AUTO;
            case "always" -> Console.Color.ALWAYS;
            case "never" -> Console.Color.NEVER;
            default -> throw CliError.usage("--color: '%s' is not auto, always or never".formatted(word));
        };
    }
}
