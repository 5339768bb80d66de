package example.tidewheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.links.LinkRequest;
import io.tidewheel.protocol.links.QueueLinks;
import io.tidewheel.protocol.links.QueueLinksContract;
import io.tidewheel.server.host.ServerAdapters;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestLinksTest extends QueueLinksContract {
    @TempDir
    Path folder;

    private @Nullable TidewheelServer server;

    @Override
    protected QueueLinks open() throws Exception {
        var started = server == null ? start() : server;
        var token = Files.readString(folder.resolve("admin.token")).strip();
        return links(URI.create("guest" + started.url().toString().substring(4)), Optional.of(token));
    }

    private static QueueLinks links(URI address, Optional<String> token) {
        return new GuestLinkProvider()
                .open(
                        PluginSettings.usual("link.guest.", List.of()),
                        new LinkRequest(
                                address, token, Optional.empty(), Duration.ofMinutes(1), Time.system(), new Random()));
    }

    private TidewheelServer start() throws Exception {
        var settings =
                ServerSettings.local(folder).withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var started = TidewheelServer.start(
                settings, ServerAdapters.standard().withDatabase(_ -> MemoryDatabase.empty()), Time.system());
        server = started;
        return started;
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    @Test
    void guestsHaveNoPriority() {
        try (var links = links(URI.create("guest://somewhere:7117"), Optional.of("token"))) {
            var asked = Submission.named("x");
            assertThat(links.offer().refusal(RunKind.TASKS, asked)).isEmpty();
            assertThat(links.offer().refusal(RunKind.TASKS, asked.with(SubmissionField.PRIORITY, 0L)))
                    .isEmpty();
            assertThat(links.offer().refusal(RunKind.TASKS, asked.with(SubmissionField.PRIORITY, 1L)))
                    .hasValueSatisfying(text -> assertThat(text).contains("guest://somewhere:7117"));
        }
    }
}
