package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
    private final Path parent;
    private final ScratchFolder folder;

    ScratchFolderTest(@TempDir Path parent) {
        this.parent = parent;
        this.folder = new ScratchFolder(parent, "slot", System::nanoTime);
    }

    @Test
    void itIsMadeWhenAskedFor() throws Exception {
        assertThat(parent).isEmptyDirectory();
        var path = folder.path();
        assertThat(path).isEmptyDirectory().isEqualTo(folder.path());
    }

    @Test
    void neverAskedForItNeverExists() {
        assertThat(folder.close().result()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void leftEmptyItIsUsedAgain() throws Exception {
        var first = folder.path();
        folder.close();
        assertThat(folder.path()).isEqualTo(first).isEmptyDirectory();
    }

    @Test
    void withOnlyAResultInItItIsUsedAgain() throws Exception {
        var first = folder.path();
        Files.writeString(first.resolve(ScratchFolder.RESULT_FILE), "42");
        assertThat(folder.close().result().toStringUtf8()).isEqualTo("42");
        assertThat(folder.path()).isEqualTo(first).isEmptyDirectory();
        assertThat(folder.close().result()).isEmpty();
    }

    @Test
    void withSomethingInItItIsRemoved() throws Exception {
        var first = folder.path();
        Files.createDirectories(first.resolve("a/b"));
        Files.writeString(first.resolve(ScratchFolder.RESULT_FILE), "42");
        assertThat(folder.close().result().toStringUtf8()).isEqualTo("42");
        assertThat(parent).isEmptyDirectory();
        assertThat(folder.path()).isNotEqualTo(first).isEmptyDirectory();
    }

    @Test
    void whatIsPutIntoAnOldFolderIsSeen(@TempDir Path elsewhere) throws Exception {
        var first = folder.path();
        folder.close();
        letTimeStampsMoveOn(elsewhere);
        assertThat(folder.path()).isEqualTo(first);
        folder.close();
        Files.writeString(folder.path().resolve(ScratchFolder.RESULT_FILE), "42");
        assertThat(folder.close().result().toStringUtf8()).isEqualTo("42");

        letTimeStampsMoveOn(elsewhere);
        var before = Files.getLastModifiedTime(folder.path());
        Files.writeString(folder.path().resolve("secret"), "x");
        Files.setLastModifiedTime(folder.path(), before);
        folder.close();
        assertThat(folder.path()).isNotEqualTo(first).isEmptyDirectory();
        assertThat(first).doesNotExist();
    }

    private static void letTimeStampsMoveOn(Path elsewhere) throws Exception {
        long began = System.nanoTime();
        for (int i = 0; System.nanoTime() - began < 60_000_000; i++)
            Files.writeString(elsewhere.resolve("f" + i % 9), "");
    }

    @Test
    void changedItIsNotUsedAgain() throws Exception {
        var first = folder.path();
        Files.setPosixFilePermissions(first, PosixFilePermissions.fromString("r-x------"));
        assertThat(folder.close().remark()).isEmpty();
        assertThat(folder.path()).isNotEqualTo(first);
    }

    @Test
    void whoeverStillUsesItKeepsIt() throws Exception {
        var first = folder.path();
        folder.leaveBehind();
        folder.close();
        assertThat(folder.path()).isNotEqualTo(first);
    }

    @Test
    void aFolderTheCommandRemovedIsNoTrouble() throws Exception {
        Files.delete(folder.path());
        assertThat(folder.close().remark()).isEmpty();
        assertThat(folder.path()).isEmptyDirectory();
    }

    @Test
    void linksAreRemovedNotFollowed(@TempDir Path other) throws Exception {
        Files.writeString(other.resolve("precious"), "x");
        Files.createSymbolicLink(folder.path().resolve("link"), other);
        Files.createSymbolicLink(folder.path().resolve("file-link"), other.resolve("precious"));
        Files.createDirectory(folder.path().resolve("inner"));
        Files.createSymbolicLink(folder.path().resolve("inner/link"), other);
        folder.close();
        assertThat(parent).isEmptyDirectory();
        assertThat(other.resolve("precious")).exists();
    }

    @Test
    void aLinkInPlaceOfTheFolderIsRemovedNotFollowed(@TempDir Path other) throws Exception {
        Files.writeString(other.resolve("precious"), "x");
        Files.writeString(other.resolve(ScratchFolder.RESULT_FILE), "secret");
        var path = folder.path();
        Files.delete(path);
        Files.createSymbolicLink(path, other);
        assertThat(folder.close().result()).isEmpty();
        assertThat(other.resolve("precious")).exists();
        assertThat(other.resolve(ScratchFolder.RESULT_FILE)).exists();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void lockedFoldersAreRemoved() throws Exception {
        var inner = Files.createDirectories(folder.path().resolve("a/b"));
        Files.writeString(inner.resolve("file"), "x");
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(inner.getParent(), PosixFilePermissions.fromString("r-x------"));
        assertThat(folder.close().remark()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void depthIsNoTrouble() throws Exception {
        // Deeper than a path can be written down, and deeper than folders are kept open: built from the inside out.
        var top = folder.path();
        var levels = (("d".repeat(99) + "/").repeat(30));
        Files.createDirectories(top.resolve("inner").resolve(levels));
        for (int i = 0; i < 2; i++) {
            Files.createDirectories(top.resolve("outer").resolve(levels));
            Files.move(
                    top.resolve("inner"), top.resolve("outer").resolve(levels).resolve("inner"));
            Files.move(top.resolve("outer"), top.resolve("inner"));
        }
        assertThat(folder.close().remark()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }
}
