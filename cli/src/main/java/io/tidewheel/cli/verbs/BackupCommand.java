package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.plugins.ServerPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.storage.PrivateFiles;
import io.tidewheel.storage.backup.BackupFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel backup}. */
@Command(
        name = "backup",
        description = {
            "Writes everything that a server keeps into one file, while the server works; with objects and keys.",
            "What is in it is secret: it has all work, and the key that addresses are signed with."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel backup night.backup", "  tidewheel backup --server URL --token-file FILE night.backup"})
public final class BackupCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The file to write; it must not be there yet.")
    private Path file = Path.of("");

    public BackupCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var target = common.console().folder().resolve(file);
        if (Files.exists(target)) throw CliError.usage("%s is there already: choose another name".formatted(target));
        var part = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            PrivateFiles.makeFile(part);
            try {
                write(part);
                BackupFile.check(part);
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
            common.console().out().println("%s: %,d bytes".formatted(target, Files.size(target)));
            return ExitCodes.OK;
        } catch (IllegalArgumentException notWhole) {
            throw new CliError(ExitCodes.ERROR, "the backup did not come whole: " + notWhole.getMessage());
        } catch (IOException failed) {
            throw new CliError(ExitCodes.ERROR, "the backup could not be written to %s: %s".formatted(target, failed));
        }
    }

    /** Writes the backup into a file, which is on the disk when this returns. */
    private void write(Path part) throws IOException {
        try (var channel = FileChannel.open(part, StandardOpenOption.WRITE);
                var out = Channels.newOutputStream(channel)) {
            write(out);
            channel.force(true);
        }
    }

    private void write(OutputStream out) throws IOException {
        if (common.server() instanceof ServerTarget.Remote remote) {
            try (var api = ApiClients.open(common, remote)) {
                api.copy("/backup", out);
            }
        } else {
            var plugged =
                    new ConfiguredPlugins(common.config(), common.console().folder());
            new ServerPlugins(plugged, common.config()).backup(common.config().dataFolder(), out);
        }
    }
}
