package io.tidewheel.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What Linux tells about its processes below /proc. A process may end at any moment, so each answer has a value for "not
 * there"; where there is no /proc that is the only answer.
 */
final class ProcTable {

    private static final Path PROC = Path.of("/proc");
    private static final int MOST_ENVIRONMENT_BYTES = 4 << 20;
    private static final long NONE = -1;

    /** Fields of the file "stat", counted after the name, which stands in parentheses and may hold anything. */
    private static final int STATE = 0;

    private static final int GROUP = 2;
    private static final int TERMINAL = 4;

    private ProcTable() {}

    static List<Long> pids() {
        var pids = new ArrayList<Long>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var process : processes)
                pids.add(Long.valueOf(process.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException noTable) {
            return List.of();
        }
        return pids;
    }

    static boolean exists(long pid) {
        return Files.exists(file(pid, ""));
    }

    static long groupOf(long pid) {
        var fields = stat(pid);
        return fields.length > GROUP ? Long.parseLong(fields[GROUP]) : NONE;
    }

    /** Whether a process has a terminal that controls it. */
    static boolean hasTerminal(long pid) {
        var fields = stat(pid);
        return fields.length > TERMINAL && Long.parseLong(fields[TERMINAL]) != 0;
    }

    /** Whether a process of the group is running, not counting those that have ended; empty where this cannot be told. */
    static Optional<Boolean> groupRuns(long group) {
        var pids = pids();
        if (pids.isEmpty()) return Optional.empty();
        for (long pid : pids) {
            var fields = stat(pid);
            if (fields.length > GROUP && Long.parseLong(fields[GROUP]) == group && !fields[STATE].equals("Z")) {
                return Optional.of(true);
            }
        }
        return Optional.of(false);
    }

    /** The environment a process was started with, its entries separated by NUL. */
    static byte[] environment(long pid) {
        try (var in = Files.newInputStream(file(pid, "environ"))) {
            return in.readNBytes(MOST_ENVIRONMENT_BYTES);
        } catch (IOException goneOrForeign) {
            return new byte[0];
        }
    }

    /** The most memory the program of a process has occupied so far, in bytes. */
    static long peakMemory(long pid) {
        for (var line : read(pid, "status").split("\n")) {
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
        return 0;
    }

    private static String[] stat(long pid) {
        var line = read(pid, "stat");
        int name = line.lastIndexOf(')');
        return name < 0 ? new String[0] : line.substring(name + 2).split(" ");
    }

    private static String read(long pid, String name) {
        try {
            return Files.readString(file(pid, name), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private static Path file(long pid, String name) {
        return PROC.resolve(Long.toString(pid)).resolve(name);
    }
}
