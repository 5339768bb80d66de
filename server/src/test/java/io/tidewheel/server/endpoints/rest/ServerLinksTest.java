package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.links.LinkCatalogue;
import io.tidewheel.protocol.links.LinkRequest;
import io.tidewheel.protocol.links.QueueLinks;
import io.tidewheel.protocol.links.QueueLinksContract;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A server of ours, reached over HTTP. */
class ServerLinksTest extends QueueLinksContract {
    @TempDir
    Path folder;

    private @Nullable ApiFixture api;

    @Override
    protected QueueLinks open() throws Exception {
        var started = api == null ? start() : api;
        return LinkCatalogue.ofProgram()
                .open(new LinkRequest(
                        started.server.url(),
                        Optional.of(started.admin),
                        Optional.empty(),
                        Duration.ofMinutes(1),
                        Time.system(),
                        new Random()));
    }

    private ApiFixture start() throws Exception {
        var settings = ApiFixture.settings(folder).withEngine(EngineSettings.DEFAULT);
        var started = new ApiFixture(folder, settings, _ -> MemoryDatabase.empty());
        api = started;
        return started;
    }

    @AfterEach
    void stop() {
        if (api != null) api.close();
    }
}
