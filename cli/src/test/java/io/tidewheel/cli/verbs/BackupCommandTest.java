package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups as a user makes and restores them, where no server runs. */
class BackupCommandTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void begin() {
        user = new UserSession(folder);
    }

    @Test
    void whatWasDoneInAFolderIsSeenInTheOneThatWasRestored() throws Exception {
        assertThat(user.type("run", "--name", "done-before", "--", "true").code())
                .isZero();
        var made = user.type("backup", "night.backup");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out()).contains("night.backup", "bytes");
        var file = folder.resolve("night.backup");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        var again = user.type("backup", "night.backup");
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there already");

        var restored = user.type("restore", "--data", "elsewhere", "night.backup");
        assertThat(restored.code()).as(restored.err()).isZero();
        assertThat(restored.out()).contains("restored").contains("rows");
        assertThat(user.type("ls", "--data", "elsewhere").out()).contains("done-before");

        var twice = user.type("restore", "--data", "elsewhere", "night.backup");
        assertThat(twice.code()).isEqualTo(1);
        assertThat(twice.err()).contains("empty");
    }

    @Test
    void whatIsNoBackupIsNamed() throws Exception {
        var missing = user.type("restore", "--data", "elsewhere", "none.backup");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("none.backup");
        Files.writeString(folder.resolve("text"), "only a text, but long enough to end with something like a hash");
        var text = user.type("restore", "--data", "elsewhere", "text");
        assertThat(text.code()).isEqualTo(2);
        assertThat(text.err()).contains("no backup of tidewheel");
        assertThat(folder.resolve("elsewhere")).doesNotExist();
        assertThat(user.type("backup").code()).isEqualTo(2);
    }

    @Test
    void aServerThatCannotBeReachedLeavesNoFile() throws Exception {
        Files.writeString(folder.resolve("token"), "tw_x");
        var answer = user.type("backup", "--server", "http://127.0.0.1:1", "--token-file", "token", "night.backup");
        assertThat(answer.code()).isEqualTo(7);
        try (var left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("night"));
        }
    }
}
