package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows the processes whose parent ended before them. Linux hands them to the agent if it asks for them, and lists them in one
 * small file; so a single read after each task tells that nothing was left behind.
 */
final class OrphanProcesses {

    private static final int NOT_LISTED = -1;
    private static final int WAIT_MILLIS = 2;
    private static final int MOST_WAITS = 500;

    private final int list;
    private final long ownGroup;

    /** Processes that a slot waits for itself. They get into the list if the thread that started them has ended. */
    private final Set<Integer> awaited = ConcurrentHashMap.newKeySet();

    private OrphanProcesses(int list, long ownGroup) {
        this.list = list;
        this.ownGroup = ownGroup;
    }

    /** Asks for orphans to be handed to this process, if the system can list them; without a list they stay with the system. */
    static OrphanProcesses adopt() {
        // Orphans go to the first thread of a process. Slots are other threads; their own children are not listed.
        long self = ProcessHandle.current().pid();
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom("/proc/self/task/" + self + "/children");
            int list = LinuxCalls.open(
                    arena.allocate(LinuxCalls.ERRNO_LAYOUT), path, LinuxCalls.O_RDONLY | LinuxCalls.O_CLOEXEC);
            if (list >= 0 && !LinuxCalls.becomeSubreaper()) {
                LinuxCalls.close(list);
                list = NOT_LISTED;
            }
            return new OrphanProcesses(Math.max(list, NOT_LISTED), ProcTable.groupOf(self));
        }
    }

    boolean areAdopted() {
        return list >= 0;
    }

    /** Whether it is certain that nothing is left behind by anybody. */
    boolean areNone(SpawnMemory memory) {
        return areAdopted() && listed(memory).isEmpty();
    }

    /** Leaves a process to the slot that started it. */
    void except(int pid) {
        awaited.add(pid);
    }

    /** The slot has seen the end of its process. */
    void forget(int pid) {
        awaited.remove(pid);
    }

    /**
     * Ends what a finished task left behind outside its process group; true if there was anything. Where orphans are not
     * listed, a search through all processes is made only when the task was ended by force.
     */
    boolean end(String mark, boolean forced, SpawnMemory memory) {
        var value = mark.substring(mark.indexOf('=') + 1);
        if (!areAdopted()) return forced && !MarkedProcesses.killTask(value).isEmpty();
        var listed = listed(memory);
        if (listed.isEmpty()) return false; // as nearly always
        boolean found = false;
        for (var word : listed.split(" ")) {
            int orphan = Integer.parseInt(word);
            if (reap(orphan, memory) || !MarkedProcesses.carries(orphan, mark, true)) continue;
            awaitEnd(MarkedProcesses.killTask(value), memory);
            found = true;
        }
        return found;
    }

    /** The descendants of an orphan come to us one by one, each when its own parent is gone. */
    private void awaitEnd(Set<Long> killed, SpawnMemory memory) {
        for (int wait = 0; wait < MOST_WAITS && !killed.isEmpty(); wait++) {
            killed.removeIf(pid -> reap(pid.intValue(), memory) || !ProcTable.exists(pid));
            if (!killed.isEmpty()) memory.pause(WAIT_MILLIS);
        }
    }

    private String listed(SpawnMemory memory) {
        long count = LinuxCalls.pread(memory.errno, list, memory.input, SpawnMemory.READ_BYTES, 0);
        if (count <= 0) return "";
        return new String(memory.input.asSlice(0, count).toArray(JAVA_BYTE), StandardCharsets.US_ASCII).strip();
    }

    /**
     * An orphan that has ended waits for its new parent to take notice: true if it did. Children of other parts of the agent,
     * which are in its own group, are not touched.
     */
    private boolean reap(int orphan, SpawnMemory memory) {
        if (awaited.contains(orphan) || ProcTable.groupOf(orphan) == ownGroup) return false;
        return LinuxCalls.wait4(memory.errno, orphan, memory.status, LinuxCalls.WNOHANG, memory.usage) > 0;
    }
}
