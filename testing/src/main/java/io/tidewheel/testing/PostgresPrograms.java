package io.tidewheel.testing;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a PostgreSQL server: those of {@code TIDEWHEEL_POSTGRES_BIN} if it is set, else those that come as a
 * Maven artifact. The latter are unpacked once per machine and user, into the folder for temporary files: the tests
 * may run as root, PostgreSQL may not, and another user must be able to reach them.
 */
final class PostgresPrograms {
    private PostgresPrograms() {}

    static Path folder() {
        var chosen = System.getenv("TIDEWHEEL_POSTGRES_BIN");
        if (chosen == null) {
            return unpacked().resolve("bin");
        }
        if (!Files.isExecutable(Path.of(chosen, "postgres"))) {
            throw new IllegalStateException("TIDEWHEEL_POSTGRES_BIN=" + chosen
                    + " holds no program postgres; set it to the bin folder of a PostgreSQL or unset it");
        }
        return Path.of(chosen);
    }

    private static Path unpacked() {
        var archive = archive();
        try {
            var connection = (JarURLConnection) archive.openConnection();
            var mark = Long.toHexString(connection.getJarEntry().getCrc());
            var name = "tidewheel-postgres-programs-" + System.getProperty("user.name") + "-" + mark;
            var place = Path.of(System.getProperty("java.io.tmpdir"), name);
            if (!isOurs(place)) {
                unpack(archive, place);
            }
            return place;
        } catch (IOException error) {
            throw new IllegalStateException("cannot unpack PostgreSQL from " + archive, error);
        }
    }

    /** Whether the folder is there and made by us: anybody may create a folder of that name. */
    private static boolean isOurs(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            return false;
        }
        var probe = Files.createTempFile("tidewheel-owner", "");
        try {
            return Files.getOwner(place).equals(Files.getOwner(probe));
        } finally {
            Files.delete(probe);
        }
    }

    private static void unpack(URL archive, Path place) throws IOException {
        var work = Files.createTempDirectory("tidewheel-postgres-unpack");
        var tar = new ProcessBuilder("tar", "--no-same-owner", "-xf", "-", "-C", work.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var from = new XZInputStream(archive.openStream());
                var to = tar.getOutputStream()) {
            from.transferTo(to);
        }
        if (ChildPrograms.exitCodeOf(tar) != 0) {
            throw new IOException("tar could not unpack " + archive + " into " + work);
        }
        ChildPrograms.run("chmod", "-R", "go+rX", work.toString());
        try {
            // In one step, so that nobody ever sees half of it.
            Files.move(work, place);
        } catch (FileSystemException taken) {
            TestFolders.delete(work);
            if (!isOurs(place)) {
                throw taken; // not another test run that was faster than we
            }
        }
    }

    private static URL archive() {
        var mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
        var arm = System.getProperty("os.arch").equals("aarch64");
        var name = "/postgres-%s-%s.txz".formatted(mac ? "darwin" : "linux", arm ? "arm_64" : "x86_64");
        var archive = PostgresPrograms.class.getResource(name);
        if (archive == null) {
            throw new IllegalStateException("no PostgreSQL for this machine (" + name + ") on the class path;"
                    + " set TIDEWHEEL_POSTGRES_BIN to the bin folder of an installed PostgreSQL");
        }
        return archive;
    }
}
