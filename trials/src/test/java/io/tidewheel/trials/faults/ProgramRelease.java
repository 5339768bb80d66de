package io.tidewheel.trials.faults;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * A release of the program, as processes of the tests are started from it.
 *
 * @param options for the JVM
 */
record ProgramRelease(List<String> options, String classPath) {
    /** What was built just now. */
    static ProgramRelease current(boolean server) {
        var cache = StartCache.of(server);
        return new ProgramRelease(cache.options(), cache.classPath());
    }

    /** An earlier one, from the folder with its jars. What ties its processes to the tests is of this one. */
    static ProgramRelease earlier(Path jars) {
        try {
            var tests = Path.of(TiedProgram.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new ProgramRelease(List.of(), jars.resolve("*") + File.pathSeparator + tests);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
