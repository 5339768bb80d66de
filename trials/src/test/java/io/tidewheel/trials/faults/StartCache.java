package io.tidewheel.trials.faults;

import io.tidewheel.testing.PatientWaiting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The start cache of the program, for the processes of the tests: hundreds of them are started, and with it each takes half of the processor's
 * time. It is the one that the launcher makes for users, and it fits because their class path begins as that of the program does. Where the
 * program is compiled and not packaged, or the launcher cannot make one, processes start without it.
 */
final class StartCache {
    private static final List<String> CLASS_PATH =
            List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    private static final StartCache NONE = new StartCache(List.of(), CLASS_PATH);
    private static final StartCache SERVER = find("server", "server", "start", "--help");
    private static final StartCache OTHERS = find("tidewheel", "--version");

    private final List<String> options;
    private final List<String> classPath;

    private StartCache(List<String> options, List<String> classPath) {
        this.options = options;
        this.classPath = classPath;
    }

    /** For a program that is a server, or for any other one. */
    static StartCache of(boolean server) {
        return server ? SERVER : OTHERS;
    }

    List<String> options() {
        return options;
    }

    String classPath() {
        return String.join(File.pathSeparator, classPath);
    }

    /** @param words what the launcher is to start, which makes it look for the cache of this name */
    private static StartCache find(String name, String... words) {
        var packaged = CLASS_PATH.stream()
                .filter(each -> each.endsWith(File.separator + "tidewheel.jar"))
                .map(Path::of)
                .findFirst();
        if (packaged.isEmpty()) return NONE;
        var home = packaged.get().getParent().getParent();
        var launcher = home.resolve("../../../tidewheel").normalize();
        var cache = home.resolve("aot").resolve(name + ".aot");
        if (!starts(launcher, words) || !Files.exists(cache)) return NONE;
        var first = packaged.get().toString();
        var classPath = new ArrayList<>(List.of(first));
        CLASS_PATH.stream().filter(each -> !each.equals(first)).forEach(classPath::add);
        return new StartCache(
                List.of(
                        "-Xlog:disable",
                        "-Xlog:all=warning:stderr",
                        "-Xlog:aot*=off:stderr",
                        "-Xlog:cds*=off:stderr",
                        "-XX:AOTCache=" + cache,
                        "-Dtidewheel.home=" + home),
                classPath);
    }

    private static boolean starts(Path launcher, String... words) {
        if (!Files.isExecutable(launcher)) return false;
        var command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TIDEWHEEL_NO_BUILD", "1");
        try {
            return builder.start().waitFor(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException | InterruptedException cannot) {
            return false;
        }
    }
}
