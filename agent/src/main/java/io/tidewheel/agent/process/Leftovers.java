package io.tidewheel.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds processes by a mark in their environment, however far they have moved from the process that was started: into other
 * process groups or sessions, or to another parent. Works where /proc tells the environments of processes, that is on Linux,
 * and finds nothing elsewhere.
 */
public final class Leftovers {

    private static final Path PROC = Path.of("/proc");
    private static final int MOST_ENVIRONMENT_BYTES = 4 << 20;
    private static final int MOST_ROUNDS = 50;

    private Leftovers() {}

    /** Kills every process of one task, given the value of its mark; answers how many there were. */
    public static int killTask(String mark) {
        return killAll(AgentSession.VARIABLE + "=" + mark, true);
    }

    /** Kills every process of a whole session; answers how many there were. */
    public static int killSession(AgentSession session) {
        return killAll(session.entryStart(), false);
    }

    /** Repeats until a round finds none, because a process may start another while it is being killed. */
    private static int killAll(String entry, boolean whole) {
        int killed = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int now = killOnce(entry, whole);
            if (now == 0) return killed;
            killed += now;
        }
        return killed;
    }

    private static int killOnce(String entry, boolean whole) {
        int killed = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var process : processes) {
                if (killIfMarked(Long.parseLong(process.getFileName().toString()), entry, whole)) killed++;
            }
        } catch (IOException unreadable) {
            return killed; // no /proc here: nothing can be found
        }
        return killed;
    }

    private static boolean killIfMarked(long pid, String entry, boolean whole) {
        // The handle knows when its process began, so a number that is given away meanwhile is not hit.
        var handle = ProcessHandle.of(pid);
        if (handle.isEmpty() || handle.get().equals(ProcessHandle.current())) return false;
        return carries(pid, entry, whole) && handle.get().destroyForcibly();
    }

    /** Whether the environment a process was started with has the entry, as a whole or as the beginning of one. */
    static boolean carries(long pid, String entry, boolean whole) {
        try (var in = Files.newInputStream(PROC.resolve(Long.toString(pid)).resolve("environ"))) {
            return hasEntry(in.readNBytes(MOST_ENVIRONMENT_BYTES), entry.getBytes(StandardCharsets.UTF_8), whole);
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    static boolean hasEntry(byte[] environment, byte[] entry, boolean whole) {
        for (int start = 0; start < environment.length; start++) {
            int end = start;
            while (end < environment.length && environment[end] != 0) end++;
            if (matches(environment, start, end, entry, whole)) return true;
            start = end;
        }
        return false;
    }

    private static boolean matches(byte[] environment, int start, int end, byte[] entry, boolean whole) {
        int length = end - start;
        if (whole ? length != entry.length : length < entry.length) return false;
        for (int i = 0; i < entry.length; i++) if (environment[start + i] != entry[i]) return false;
        return true;
    }
}
