package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Knows the processes whose parent ended before them. Linux hands them to the agent if it asks for them, and lists them in one
 * small file; so a single read after each task tells that nothing was left behind.
 */
final class Orphans {

    private static final int NOT_LISTED = -1;

    private final int list;
    private final long ownSession;

    private Orphans(int list, long ownSession) {
        this.list = list;
        this.ownSession = ownSession;
    }

    /** Asks for orphans to be handed to this process, if the system can list them; without a list they stay with the system. */
    static Orphans adopt() {
        // Orphans go to the first thread of a process. Slots are other threads, so their own children are not in this list.
        long self = ProcessHandle.current().pid();
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom("/proc/self/task/" + self + "/children");
            int list = LinuxCalls.open(
                    arena.allocate(LinuxCalls.ERRNO_LAYOUT), path, LinuxCalls.O_RDONLY | LinuxCalls.O_CLOEXEC);
            if (list >= 0 && !LinuxCalls.becomeSubreaper()) {
                LinuxCalls.close(list);
                list = NOT_LISTED;
            }
            return new Orphans(Math.max(list, NOT_LISTED), sessionOf(self));
        }
    }

    boolean areAdopted() {
        return list >= 0;
    }

    /**
     * Ends what a finished task left behind outside its process group; true if there was anything. Where orphans are not
     * listed, a search through all processes is made only when the task was ended by force.
     */
    boolean end(String mark, boolean forced, SpawnMemory memory) {
        var value = mark.substring(mark.indexOf('=') + 1);
        if (!areAdopted()) return forced && Leftovers.killTask(value) > 0;
        boolean found = false;
        for (var word : listed(memory).split(" ")) {
            if (word.isEmpty()) continue;
            int orphan = Integer.parseInt(word);
            if (Leftovers.carries(orphan, mark, true)) found |= Leftovers.killTask(value) > 0;
            reap(orphan, memory);
        }
        return found;
    }

    private String listed(SpawnMemory memory) {
        long count = LinuxCalls.pread(memory.errno, list, memory.input, SpawnMemory.READ_BYTES, 0);
        if (count <= 0) return "";
        return new String(memory.input.asSlice(0, count).toArray(JAVA_BYTE), StandardCharsets.US_ASCII).strip();
    }

    /** An orphan that has ended waits for its new parent to take notice. Children of other parts of the agent are not touched. */
    private void reap(int orphan, SpawnMemory memory) {
        if (sessionOf(orphan) == ownSession) return;
        LinuxCalls.wait4(memory.errno, orphan, memory.status, LinuxCalls.WNOHANG, MemorySegment.NULL);
    }

    private static long sessionOf(long pid) {
        try {
            var line = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name in parentheses may hold anything; state, parent, group and session follow its last one.
            return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ")[3]);
        } catch (IOException gone) {
            return -1;
        }
    }
}
