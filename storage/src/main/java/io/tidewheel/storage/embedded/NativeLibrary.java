package io.tidewheel.storage.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteConfig;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's own code. Its driver unpacks it from the jar into a temporary file at every start, and again to compare; here that is done
 * once, into the folder of the program, if that may be written to.
 */
final class NativeLibrary {
    private static final String PATH = "org.sqlite.lib.path";

    private NativeLibrary() {}

    /** Says where the library lies; to be called before the first database is opened. */
    static void prepare() {
        var home = System.getProperty("tidewheel.home");
        if (home == null || System.getProperty(PATH) != null) return;
        try {
            var name = LibraryLoaderUtil.getNativeLibName();
            var folder = Path.of(home, "native", release());
            var file = folder.resolve(name);
            if (!Files.exists(file)) unpack(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name, file);
            System.setProperty(PATH, folder.toString());
        } catch (IOException | RuntimeException impossible) {
            return; // the driver helps itself
        }
    }

    /** The name of the driver's jar, which tells its version. */
    private static String release() {
        var source = SQLiteConfig.class.getProtectionDomain().getCodeSource();
        return Path.of(source.getLocation().getPath()).getFileName().toString();
    }

    private static void unpack(String resource, Path file) throws IOException {
        try (var packed = SQLiteConfig.class.getResourceAsStream(resource)) {
            if (packed == null) throw new IOException("the driver has no " + resource);
            Files.createDirectories(file.getParent());
            var draft = Files.createTempFile(file.getParent(), ".new-", "");
            Files.copy(packed, draft, StandardCopyOption.REPLACE_EXISTING);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
