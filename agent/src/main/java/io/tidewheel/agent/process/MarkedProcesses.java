package io.tidewheel.agent.process;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds processes by a mark in their environment, however far they have moved from the process that was started: into other
 * process groups or sessions, or to another parent. Works where /proc tells the environments of processes, that is on Linux,
 * and finds nothing elsewhere.
 */
public final class MarkedProcesses {

    private static final int MOST_ROUNDS = 50;

    private MarkedProcesses() {}

    /** Kills every process of one task, given the value of its mark; answers which there were. */
    public static Set<Long> killTask(String mark) {
        return killAll(AgentSession.VARIABLE + "=" + mark, true);
    }

    /** Kills every process of a whole session; answers which there were. */
    public static Set<Long> killSession(AgentSession session) {
        return killAll(session.entryStart(), false);
    }

    /** Repeats until a round finds none, because a process may start another while it is being killed. */
    private static Set<Long> killAll(String entry, boolean whole) {
        var killed = new TreeSet<Long>();
        for (int round = 0; round < MOST_ROUNDS; round++) if (!killOnce(entry, whole, killed)) break;
        return killed;
    }

    /** False if none was found. */
    private static boolean killOnce(String entry, boolean whole, Set<Long> killed) {
        boolean found = false;
        for (long pid : ProcTable.pids()) {
            if (!killIfMarked(pid, entry, whole)) continue;
            found = true;
            killed.add(pid);
        }
        return found;
    }

    private static boolean killIfMarked(long pid, String entry, boolean whole) {
        // The handle knows when its process began, so a number that is given away meanwhile is not hit.
        var handle = ProcessHandle.of(pid);
        if (handle.isEmpty() || handle.get().equals(ProcessHandle.current())) return false;
        return carries(pid, entry, whole) && handle.get().destroyForcibly();
    }

    /** Whether the environment a process was started with has the entry, as a whole or as the beginning of one. */
    static boolean carries(long pid, String entry, boolean whole) {
        return hasEntry(ProcTable.environment(pid), entry.getBytes(StandardCharsets.UTF_8), whole);
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
