package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.plugins.ServerPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.storage.backup.BackupFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidewheel restore}. */
@Command(
        name = "restore",
        description = {
            "Fills an empty data folder, or an empty PostgreSQL, with what a backup has.",
            "Start a server on it afterwards. Stop the one that the backup is of first: both would do its work."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel restore --data new night.backup", "  tidewheel restore --postgres URL night.backup"})
public final class RestoreCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    @Option(names = "--postgres", paramLabel = "URL", description = "Restore into this PostgreSQL.")
    private @Nullable String postgres;

    @Option(names = "--database", paramLabel = "KIND", description = "What keeps runs (embedded; postgres with it).")
    private @Nullable String database;

    @Option(names = "--objects", paramLabel = "KIND", description = "What keeps large objects, as for server start.")
    private @Nullable String objects;

    @Option(names = "--plugins", paramLabel = "DIR", description = "The folder with the plug-ins (plugins).")
    private @Nullable Path plugins;

    @Option(
            names = "--trusted-plugins",
            paramLabel = "FILE",
            description = "The SHA-256 of every jar that may be loaded as a plug-in; others are refused (any jar).")
    private @Nullable Path trustedPlugins;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Sets something about a plug-in; repeatable.")
    private List<String> set = List.of();

    public RestoreCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var config = common.config()
                .flag(ConfigKey.STORE_POSTGRES, postgres)
                .flag(ConfigKey.STORE_DATABASE, database)
                .flag(ConfigKey.STORE_OBJECTS, objects)
                .flag(ConfigKey.PLUGINS_FOLDER, plugins)
                .flag(ConfigKey.PLUGINS_TRUSTED, trustedPlugins);
        set.forEach(config::set);
        var source = common.console().folder().resolve(file);
        try (var backup = BackupFile.open(source)) {
            var plugged = new ConfiguredPlugins(config, common.console().folder());
            long kept = new ServerPlugins(plugged, config).restore(config.dataFolder(), backup);
            var header = backup.header();
            var console = common.console();
            console.out().println("restored %,d rows and %,d large objects".formatted(backup.rows(), kept));
            console.note(
                    "made at %s by tidewheel %s, of %s".formatted(header.made(), header.software(), header.from()));
            console.note("what came after that moment is lost; new runs have higher numbers than any that was lost");
            console.note(
                    "its tokens are valid; the first 'server start' on a new folder makes one for the administrator");
            return ExitCodes.OK;
        } catch (NoSuchFileException missing) {
            throw CliError.usage("there is no file " + source);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s cannot be restored: %s".formatted(source, wrong.getMessage()));
        } catch (IOException failed) {
            throw new CliError(ExitCodes.ERROR, "%s could not be restored: %s".formatted(source, failed.getMessage()));
        }
    }
}
