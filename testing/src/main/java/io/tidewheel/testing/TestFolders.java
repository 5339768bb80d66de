package io.tidewheel.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders that come and go with a test. */
final class TestFolders {
    private TestFolders() {}

    /** Deletes the folder and all that is in it; nothing happens if it is not there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var content = Files.walk(folder)) {
            for (var each : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
