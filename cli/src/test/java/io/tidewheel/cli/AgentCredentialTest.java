package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks can find out about the agent that runs them, and what others can read of what the server keeps. */
class AgentCredentialTest {

    @TempDir
    Path folder;

    private RealProgram tidewheel;

    @BeforeEach
    void install() {
        tidewheel = new RealProgram(folder);
    }

    private static void awaitListening(RealProgram.Running server) {
        await().until(() -> server.said().contains("listening on"));
    }

    @Test
    void aTaskFindsNoTokenInTheCommandLineEnvironmentAndFilesOfItsAgent() throws Exception {
        try (var server = tidewheel.start("server", "start", "--port", "0")) {
            awaitListening(server);
            var look = tidewheel.run(
                    "run",
                    "--",
                    "sh",
                    "-c",
                    "tr '\\0' '\\n' < /proc/$PPID/cmdline; tr '\\0' '\\n' < /proc/$PPID/environ; ls -l /proc/$PPID/fd;"
                            + " timeout 5 cat /proc/$PPID/fd/0; env");
            assertThat(look.code()).as(look.err()).isZero();
            assertThat(look.out())
                    .contains("--token-stdin")
                    .doesNotContain("tw_")
                    .doesNotContain(".token")
                    .doesNotContain("token-file");
            assertThat(tidewheel.run("token", "ls").out()).contains("for the agents that the server starts");
            assertThat(server.complained())
                    .containsOnlyOnce("can read its data folder")
                    .contains("--agent-user USER", "--agents 0");
            server.signal("TERM");
            server.await();
        }
    }

    @Test
    void aServerWithoutAgentsDoesNotWarnOfThem() {
        try (var server = tidewheel.start("server", "start", "--port", "0", "--agents", "0")) {
            awaitListening(server);
            server.signal("TERM");
            assertThat(server.await().err()).doesNotContain("can read its data folder");
        }
    }

    @Test
    void whatAServerKeepsIsItsOwnersAloneAlsoInAFolderThatWasOpenBefore() throws Exception {
        var data = Files.createDirectory(
                folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.createFile(
                data.resolve("tidewheel.db"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        assertPrivate(data);
    }

    @Test
    void machinesOnDemandDoNotOpenTheDataFolder() throws Exception {
        assertPrivate(folder.resolve("data"));
    }

    private void assertPrivate(Path data) throws IOException {
        var setups = Files.writeString(
                folder.resolve("setups.yaml"),
                "- {id: small, flavor: local, imageName: none, availabilityZone: here, blockDeviceSizeGb: 0, minVMs: 0,"
                        + " maxVMs: 1, maxCreateConcurrent: 1, providedCapabilities: [small]}\n");
        try (var server =
                tidewheel.start("server", "start", "--port", "0", "--agents", "0", "--setups", setups.toString())) {
            awaitListening(server);
            assertThat(mode(data)).isEqualTo("rwx------");
            var names = new TreeSet<String>();
            try (var entries = Files.newDirectoryStream(data)) {
                for (var entry : entries) {
                    if (!Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) continue;
                    names.add(entry.getFileName().toString());
                    assertThat(mode(entry)).as(entry.toString()).isEqualTo("rw-------");
                }
            }
            assertThat(names)
                    .contains("admin.token", "agent.token", "lock", "server.name", "tidewheel.db", "tidewheel.db-wal");
            server.signal("TERM");
            server.await();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void agentsCannotRunAsAUserWhoIsNotThere() {
        var end = tidewheel.run("server", "start", "--port", "0", "--agent-user", "no-such-user");
        assertThat(end.code()).isEqualTo(2);
        assertThat(end.err()).containsAnyOf("there is no user 'no-such-user'", "this is not root");
    }

    @Test
    void tasksOfAgentsThatRunAsAnotherUserCannotReadWhatTheServerKeeps() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may run agents as another user");
        var everybodys = RealProgram.forEverybody(folder);
        try (var server =
                everybodys.start("server", "start", "--port", "0", "--agents", "1", "--agent-user", "nobody")) {
            awaitListening(server);
            var token = folder.resolve("data/admin.token");
            var look = everybodys.run("run", "--", "sh", "-c", "id -un; ls " + token.getParent() + "; cat " + token);
            assertThat(look.out()).as(look.err()).isEqualTo("nobody\n");
            assertThat(look.err()).contains("admin.token: Permission denied");
            assertThat(server.complained()).doesNotContain("can read its data folder");
            server.signal("TERM");
            server.await();
        }
    }
}
