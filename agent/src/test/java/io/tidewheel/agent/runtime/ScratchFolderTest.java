package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
    @TempDir
    Path parent;

    @Test
    void itIsMadeWhenAskedForAndRemovedAfterwards() throws Exception {
        var folder = folder();
        assertThat(parent).isEmptyDirectory();
        var path = folder.path();
        assertThat(path).isEmptyDirectory().isEqualTo(folder.path());
        Files.writeString(path.resolve("something"), "x");
        folder.close();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void aFolderThatWasLeftAsItWasIsUsedAgain() throws Exception {
        var first = folder();
        var path = first.path();
        first.close();
        assertThat(path).isEmptyDirectory();
        var second = new ScratchFolder(parent.resolve("other"), spare);
        assertThat(second.path()).isEqualTo(path).isEmptyDirectory();
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        second.close();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void neverAskedForItNeverExists() {
        assertThat(folder().close().result()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void whatAnEarlierLifeLeftThereIsRemovedFirst() throws Exception {
        var path = folder().path();
        Files.writeString(path.resolve("old"), "x");
        assertThat(folder().path()).isEmptyDirectory();
    }

    @Test
    void aFolderTheCommandRemovedIsNoTrouble() throws Exception {
        var folder = folder();
        Files.delete(folder.path());
        assertThat(folder.close().remark()).isEmpty();
    }

    @Test
    void linksAreRemovedNotFollowed(@TempDir Path other) throws Exception {
        Files.writeString(other.resolve("precious"), "x");
        var folder = folder();
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
        var folder = folder();
        Files.delete(folder.path());
        Files.createSymbolicLink(parent.resolve("chain"), other);
        folder.close();
        assertThat(other.resolve("precious")).exists();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void lockedFoldersAreRemoved() throws Exception {
        var folder = folder();
        var inner = Files.createDirectories(folder.path().resolve("a/b"));
        Files.writeString(inner.resolve("file"), "x");
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(inner.getParent(), PosixFilePermissions.fromString("r-x------"));
        assertThat(folder.close().remark()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void depthIsNoTrouble() throws Exception {
        var folder = folder();
        // Deeper than a path can be written down: built from the inside out.
        var inner = folder.path().resolve("next");
        for (int i = 0; i < 60; i++) {
            Files.createDirectories(inner.resolve("d/".repeat(40)));
            Files.move(inner, wrapped(folder.path(), inner));
        }
        assertThat(folder.close().remark()).isEmpty();
        assertThat(parent).isEmptyDirectory();
    }

    private static Path wrapped(Path top, Path inner) throws IOException {
        var outer = top.resolve("outer");
        if (!Files.exists(outer)) return outer;
        var deep = inner.resolve("d/".repeat(40) + "d");
        Files.move(outer, deep);
        return outer;
    }

    private final SpareFolders spare = new SpareFolders();

    private ScratchFolder folder() {
        return new ScratchFolder(parent.resolve("chain"), spare);
    }
}
