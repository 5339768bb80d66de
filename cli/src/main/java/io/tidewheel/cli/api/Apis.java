package io.tidewheel.cli.api;

import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.cli.Common;
import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.embedded.DataFolder;
import io.tidewheel.cli.embedded.Embedded;
import io.tidewheel.cli.embedded.LocalAgent;
import java.nio.file.Path;
import java.util.Set;

/** Opens the way to whatever a command line turns to. */
public final class Apis {
    private Apis() {}

    public static Api open(Common common) {
        return open(common, common.target());
    }

    public static Api open(Common common, Target target) {
        return switch (target) {
            case Target.Remote remote -> new HttpApi(remote);
            case Target.Folder(var data) ->
                new FolderApi(embedded(() -> Embedded.open(DataFolder.look(data), data)), false);
        };
    }

    public static Api open(Target.Remote server) {
        return new HttpApi(server);
    }

    /** A server with an agent in this process, for what is done at once. It sees only new runs. */
    public static Api openWithAgent(Common common, Path data) {
        var embedded = embedded(() -> {
            var opened = DataFolder.open(data, common.console());
            return Embedded.start(opened.database(), opened.folder(), Set.of());
        });
        int slots = LocalAgent.slots(common.config());
        LocalAgent.start(embedded, common.config(), common.console(), slots, ProbeTime.DURING_START, _ -> {});
        return new FolderApi(embedded, true);
    }

    /** A server that listens; a data folder is not enough. */
    public static Api openServer(Common common, String why) {
        if (common.target() instanceof Target.Remote remote) return new HttpApi(remote);
        throw new Trouble(
                Exit.UNREACHABLE,
                why + ", and no server runs here",
                "start one with: tidewheel server start",
                "or name one with: --server URL --token-file FILE");
    }

    private interface Opening {
        Embedded open() throws InterruptedException;
    }

    private static Embedded embedded(Opening opening) {
        try {
            return opening.open();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new Trouble(Exit.INTERRUPTED, "interrupted");
        }
    }
}
