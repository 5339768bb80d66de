package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    @TempDir
    Path folder;

    @Test
    void aFolderThatOthersCouldReadIsClosedWithTheFilesInIt() throws IOException {
        var open = Files.createDirectory(folder.resolve("open"));
        var file = Files.createFile(open.resolve("file"));
        var below = Files.createDirectory(open.resolve("below"));
        set(below, "rwxr-xr-x");
        set(open, "rwxr-xr-x");
        set(file, "rw-r--r--");
        PrivateFiles.makeFolder(open);
        assertThat(mode(open)).isEqualTo("rwx------");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(mode(below)).isEqualTo("rwx------");
    }

    @Test
    void aCommonPlaceStaysCommon() throws IOException {
        set(folder, "rwxrwxrwx");
        PrivateFiles.makeFolder(folder);
        assertThat(mode(folder)).isEqualTo("rwxrwxrwx");
        set(folder, "rwx------");
    }

    @Test
    void aFolderBelowAPrivateOneMakesThatOnePrivate() throws IOException {
        var top = folder.resolve("top");
        PrivateFiles.makeFoldersBelow(top, top.resolve("tmp/deep"));
        assertThat(top.resolve("tmp/deep")).isDirectory();
        assertThat(mode(top)).isEqualTo("rwx------");
        assertThat(mode(top.resolve("tmp"))).isEqualTo("rwx------");
        assertThat(mode(top.resolve("tmp/deep"))).isEqualTo("rwx------");
    }

    private static void set(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
