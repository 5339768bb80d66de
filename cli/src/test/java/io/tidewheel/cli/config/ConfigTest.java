package io.tidewheel.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.errors.CliError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void aFlagWinsOverTheEnvironmentThatOverTheFileThatOverTheDefault() throws IOException {
        assertThat(setting("run.slots").origin()).isEqualTo("default");
        write("run:\n  slots: 3\n");
        assertThat(setting("run.slots")).isEqualTo(new ConfigValue("3", "file " + file()));
        user.with("TIDEWHEEL_RUN_SLOTS", "5");
        assertThat(setting("run.slots")).isEqualTo(new ConfigValue("5", "environment TIDEWHEEL_RUN_SLOTS"));
        assertThat(config().flag(ConfigKey.RUN_SLOTS, 7)
                        .setting(ConfigKey.RUN_SLOTS)
                        .orElseThrow())
                .isEqualTo(new ConfigValue("7", "flag --slots"));
    }

    @Test
    void aSecretMayStandInAFile() throws IOException {
        Files.writeString(folder.resolve("token"), "tw_abc\n");
        user.with("TIDEWHEEL_SERVER_TOKEN_FILE", folder.resolve("token").toString());
        assertThat(setting("server.token"))
                .isEqualTo(new ConfigValue("tw_abc", "environment TIDEWHEEL_SERVER_TOKEN_FILE"));
    }

    @Test
    void anUnknownSettingInTheFileIsRefusedWithTheKnownOnes() throws IOException {
        write("server:\n  ulr: http://x\n");
        assertThatThrownBy(() -> setting("server.url"))
                .isInstanceOf(CliError.class)
                .hasMessageContaining("there is no setting 'server.ulr'");
    }

    @Test
    void aMalformedFileIsRefusedWithLineAndColumn() throws IOException {
        write("server:\n  url: [\n");
        assertThatThrownBy(() -> setting("server.url"))
                .isInstanceOf(CliError.class)
                .hasMessageContaining("config.yaml:");
    }

    @Test
    void showTellsWhereEachValueComesFromAndNoSecret() {
        user.with("TIDEWHEEL_SERVER_TOKEN", "tw_secret").with("TIDEWHEEL_OUTPUT_FORMAT", "csv");
        var answer = user.type("config", "show", "--origin", "--server", "http://tides:7117");
        assertThat(answer.code()).isZero();
        assertThat(answer.out())
                .contains("server.url,http://tides:7117,flag --server")
                .contains("server.token,(not shown),environment TIDEWHEEL_SERVER_TOKEN")
                .contains("output.format,csv,environment TIDEWHEEL_OUTPUT_FORMAT")
                .contains("listen.port,7117,default")
                .doesNotContain("tw_secret");
    }

    @Test
    void theDataFolderFollowsTheUsualRules() {
        assertThat(new UserSession(folder)
                        .with("TIDEWHEEL_DATA", "/d")
                        .type("config", "show", "-o", "csv")
                        .out())
                .contains("data.folder,/d,");
        var other = new UserSession(folder).with("XDG_DATA_HOME", "/x");
        assertThat(other.with("TIDEWHEEL_DATA_FOLDER", "/first")
                        .type("config", "show", "-o", "csv")
                        .out())
                .contains("data.folder,/first,");
    }

    private ConfigValue setting(String name) {
        return config().setting(ConfigKey.named(name).orElseThrow()).orElseThrow();
    }

    private Config config() {
        var nowhere = new ByteArrayOutputStream();
        return new Config(user.console(nowhere, nowhere), Optional.empty());
    }

    private void write(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
    }

    private Path file() {
        return folder.resolve(".config/tidewheel/config.yaml");
    }

    @Test
    void severalServersOfOneDatabaseMayBeNamed() {
        user.with("TIDEWHEEL_SERVER_TOKEN", "secret");
        user.with("TIDEWHEEL_SERVER", "http://a:7117, b ,https://c,http://a:7117");
        assertThat(ServerTarget.of(config()))
                .isInstanceOfSatisfying(
                        ServerTarget.Remote.class,
                        servers -> assertThat(servers.each())
                                .extracting(server -> server.url().toString())
                                .containsExactly("http://a:7117", "http://b:7117", "https://c"));
    }

    @Test
    void whatIsWrongInAListOfServersIsNamed() {
        user.with("TIDEWHEEL_SERVER_TOKEN", "secret");
        assertWrong("http://a:7117,", "an address is missing in 'http://a:7117,'");
        assertWrong(",http://a:7117", "an address is missing");
        assertWrong("http://a:7117,http://b c", "'http://b c' is not the address of a server");
        assertWrong("http://a:7117,queue://b", "not all of them are servers");
    }

    private void assertWrong(String servers, String text) {
        assertThatThrownBy(() -> ServerTarget.of(config().flag(ConfigKey.SERVER_URL, servers)))
                .isInstanceOf(CliError.class)
                .hasMessageContaining(text);
    }
}
