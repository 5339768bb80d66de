package io.tidewheel.cli.api;

import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.embedded.EmbeddedServer;
import io.tidewheel.cli.embedded.FolderDatabase;
import io.tidewheel.cli.embedded.LocalAgent;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CommonOptions;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.protocol.links.QueueLinks;
import java.nio.file.Path;
import java.util.Set;

/** Opens the way to whatever a command line turns to. */
public final class ApiClients {
    private ApiClients() {}

    public static ApiClient open(CommonOptions common) {
        return open(common, common.target());
    }

    public static ApiClient open(CommonOptions common, ServerTarget target) {
        return switch (target) {
            case ServerTarget.Remote remote -> open(remote, common.links(remote));
            case ServerTarget.Folder(var data) ->
                new EmbeddedApiClient(embedded(() -> EmbeddedServer.open(FolderDatabase.look(data), data)), false);
        };
    }

    public static ApiClient open(ServerTarget.Remote server, QueueLinks links) {
        return new RemoteApiClient(server.addresses(), links);
    }

    /** A server with an agent in this process, for what is done at once. It sees only new runs. */
    public static ApiClient openWithAgent(CommonOptions common, Path data) {
        var embedded = embedded(() -> {
            var opened = FolderDatabase.open(data, common.console());
            return EmbeddedServer.start(
                    opened.database(),
                    opened.folder(),
                    Set.of(),
                    new ConfiguredPlugins(common.config(), common.console().folder()).extensions());
        });
        int slots = LocalAgent.slots(common.config());
        LocalAgent.start(embedded, common.config(), common.console(), slots, ProbeTime.DURING_START, _ -> {});
        return new EmbeddedApiClient(embedded, true);
    }

    /** A server that listens; a data folder is not enough. */
    public static ApiClient openServer(CommonOptions common, String why) {
        if (common.target() instanceof ServerTarget.Remote remote) return open(common, remote);
        throw new CliError(
                ExitCodes.UNREACHABLE,
                why + ", and no server runs here",
                "start one with: tidewheel server start",
                "or name one with: --server URL --token-file FILE");
    }

    private interface Opening {
        EmbeddedServer open() throws InterruptedException;
    }

    private static EmbeddedServer embedded(Opening opening) {
        try {
            return opening.open();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new CliError(ExitCodes.INTERRUPTED, "interrupted");
        }
    }
}
