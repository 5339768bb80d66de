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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options every command has. Made without annotations, because reading those costs more time than a short command has. */
public final class Common {
    private final OptionSpec server =
            Options.value("URL", "The server to talk to; without it, the one of the data folder.", "--server");
    private final OptionSpec tokenFile =
            Options.value("FILE", "A file that contains the token for the server.", "--token-file");
    private final OptionSpec certificate =
            Options.value("FILE", "Certificates (PEM) to trust for https.", "--certificate");
    private final OptionSpec data = Options.value("FOLDER", "The data folder (TIDEWHEEL_DATA).", "--data");
    private final OptionSpec configFile = Options.value("FILE", "The configuration file.", "--config");
    private final OptionSpec output =
            Options.value("FORMAT", "table, wide, json, jsonl, yaml, csv, name or none.", "-o", "--output");
    private final OptionSpec color = Options.value("WHEN", "auto, always or never.", "--color");
    private final OptionSpec quiet = Options.flag("Nothing but the answer and errors.", "-q", "--quiet");

    private final Console console;
    private @Nullable Config config;

    Common(Console console) {
        this.console = console;
    }

    void addTo(CommandSpec command) {
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
        var made = new Config(console, Options.text(configFile).map(Path::of))
                .flag(Key.SERVER_URL, Options.text(server))
                .flag(Key.SERVER_CERTIFICATE, file(certificate))
                .flag(Key.DATA_FOLDER, file(data))
                .flag(Key.OUTPUT_FORMAT, Options.text(output))
                .flag(Key.OUTPUT_COLOR, Options.text(color))
                .flag(Key.SERVER_TOKEN, file(tokenFile).map(name -> Config.secret(Path.of(name))));
        config = made;
        console.beQuiet(Options.isGiven(quiet));
        console.use(color(made));
        return made;
    }

    private Optional<String> file(OptionSpec option) {
        return Options.text(option).map(name -> console.folder().resolve(name).toString());
    }

    /** Where to look. */
    public Target target() {
        return Target.of(config());
    }

    /** Where to have things done. */
    public Target server() {
        return Target.ofServer(config());
    }

    /** What stands behind -o, for the command where it is the name of a file. */
    public Optional<String> outputText() {
        return Options.text(output);
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
