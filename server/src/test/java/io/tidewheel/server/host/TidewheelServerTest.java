package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.http.TestCertificates;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class TidewheelServerTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    @TempDir
    Path folder;

    @Test
    void theFirstStartMakesATokenThatWorksAfterARestart() throws Exception {
        var data = folder.resolve("deep/data");
        String token;
        try (var server = TidewheelServer.start(ServerSettings.local(data).withBind(ANY_PORT))) {
            assertThat(server.newToken()).contains(data.resolve("admin.token"));
            token = Files.readString(data.resolve("admin.token")).strip();
            assertThat(token).startsWith(TokenRegistry.PREFIX).hasSizeGreaterThan(40);
            assertThat(permissions(data.resolve("admin.token"))).isEqualTo("rw-------");
            assertThat(permissions(data)).isEqualTo("rwx------");
            assertThat(server.server().archive().tokens().toString()).doesNotContain(token);

            var note = new JsonMapper().readTree(Files.readString(data.resolve("server.json")));
            assertThat(note.get("url").asString()).isEqualTo(server.url().toString());
            assertThat(note.get("pid").asLong())
                    .isEqualTo(ProcessHandle.current().pid());
            assertThat(note.get("tokenFile").asString())
                    .isEqualTo(data.resolve("admin.token").toString());
            assertThat(status(server.url(), token)).isEqualTo(200);
        }
        assertThat(data.resolve("server.json")).doesNotExist();
        try (var server = TidewheelServer.start(ServerSettings.local(data).withBind(ANY_PORT))) {
            assertThat(server.newToken()).isEmpty();
            assertThat(status(server.url(), token)).isEqualTo(200);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (var first =
                TidewheelServer.start(ServerSettings.local(folder.resolve("a")).withBind(ANY_PORT))) {
            var same = new InetSocketAddress("127.0.0.1", first.url().getPort());
            var second = ServerSettings.local(folder.resolve("b")).withBind(same);
            assertThatThrownBy(() -> TidewheelServer.start(second))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("127.0.0.1:" + first.url().getPort())
                    .hasMessageContaining("choose another port");
            assertThat(folder.resolve("b/server.json")).doesNotExist();
            // Nothing of the failed start holds the folder.
            TidewheelServer.start(ServerSettings.local(folder.resolve("b")).withBind(ANY_PORT))
                    .close();
        }
    }

    @Test
    void aFolderThatIsInUseIsNamed() throws Exception {
        var settings = ServerSettings.local(folder.resolve("a")).withBind(ANY_PORT);
        try (var first = TidewheelServer.start(settings)) {
            assertThatThrownBy(() -> TidewheelServer.start(settings))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining(folder.resolve("a").toString());
            assertThat(Files.exists(folder.resolve("a/server.json"))).isTrue();
            assertThat(first.server().host().isReady()).isTrue();
        }
    }

    @Test
    void aPublicAddressWithoutTlsIsRefused() {
        var settings = ServerSettings.local(folder.resolve("a")).withBind(new InetSocketAddress("0.0.0.0", 0));
        assertThatThrownBy(() -> TidewheelServer.start(settings))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("TLS")
                .hasMessageContaining("127.0.0.1");
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void aPublicAddressWithTlsIsServed() throws Exception {
        var shown = TestCertificates.selfSigned(folder);
        var settings = ServerSettings.local(folder.resolve("a"))
                .withBind(new InetSocketAddress("0.0.0.0", 0))
                .withTls(new ServerSettings.Tls(shown.chain(), shown.key()));
        try (var server = TidewheelServer.start(settings);
                var http = HttpClient.newBuilder()
                        .sslContext(PemFiles.trust(shown.chain()))
                        .build()) {
            assertThat(server.url().getScheme()).isEqualTo("https");
            var request =
                    HttpRequest.newBuilder(server.url().resolve("/readyz")).build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("ready\n");
        }
    }

    @Test
    void aCertificateThatIsNoneIsRefused() throws Exception {
        var file = Files.writeString(folder.resolve("bad.pem"), "nothing");
        var settings = ServerSettings.local(folder.resolve("a"))
                .withBind(ANY_PORT)
                .withTls(new ServerSettings.Tls(file, file));
        assertThatThrownBy(() -> TidewheelServer.start(settings))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("bad.pem");
    }

    @Test
    void whoeverAnotherWayToAuthenticateKnowsIsLetInBesideThoseWithTokens() throws Exception {
        var settings = ServerSettings.local(folder.resolve("a")).withBind(ANY_PORT);
        var usual = ServerAdapters.standard();
        var ways = new ArrayList<>(usual.authentication());
        ways.add(_ -> shown -> shown.equals("open.sesame")
                ? Optional.of(new Caller(Role.USER, new Owner("ali"), "cave"))
                : Optional.empty());
        var adapters = new ServerAdapters(usual.database(), usual.objects(), ways);
        try (var server = TidewheelServer.start(settings, adapters, Time.system());
                var http = HttpClient.newHttpClient()) {
            var admin = Files.readString(folder.resolve("a/admin.token")).strip();
            assertThat(statusOfRuns(http, server, "open.sesame")).isEqualTo(200);
            assertThat(statusOfRuns(http, server, admin)).isEqualTo(200);
            assertThat(statusOfRuns(http, server, "open.barley")).isEqualTo(401);
        }
    }

    private static int statusOfRuns(HttpClient http, TidewheelServer server, String token) throws Exception {
        var request = HttpRequest.newBuilder(server.url().resolve("/api/v1/runs"))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void aWayToAuthenticateThatCannotBeOpenedStopsTheStart() {
        var usual = ServerAdapters.standard();
        var adapters = new ServerAdapters(usual.database(), usual.objects(), List.of(_ -> {
            throw new IllegalArgumentException("authentication.oidc.issuer is not set");
        }));
        assertThatThrownBy(() -> TidewheelServer.start(
                        ServerSettings.local(folder.resolve("a")).withBind(ANY_PORT), adapters, Time.system()))
                .isInstanceOf(StartFailure.class)
                .hasMessage("authentication.oidc.issuer is not set");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "in the way");
        assertThatThrownBy(() -> TidewheelServer.start(
                        ServerSettings.local(file.resolve("data")).withBind(ANY_PORT)))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("data folder")
                .hasMessageContaining("--data");
    }

    @Test
    void aDatabaseThatCannotBeOpenedIsToldAsItIs() {
        assertThatThrownBy(() -> TidewheelServer.start(
                        ServerSettings.local(folder.resolve("a")).withBind(ANY_PORT), _ -> {
                            throw new StoreFailure("the database is made of cheese");
                        }))
                .isInstanceOf(StartFailure.class)
                .hasMessage("the database is made of cheese");
    }

    private static int status(URI url, String token) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(url.resolve("/api/v1/server"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
