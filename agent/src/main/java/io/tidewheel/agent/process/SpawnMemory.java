package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The native memory of one slot, allocated once and reused for every process: small fixed places for the system calls, the
 * buffer that output is read into, and a stretch for the strings of one start that grows to the largest start seen.
 */
final class SpawnMemory {

    static final int READ_BYTES = 64 * 1024;

    /** Entries of the poll set, in this order so that a short-lived process can be waited for by the first two alone. */
    static final int PROCESS = 0;

    static final int WAKE_UP = 1;
    static final int QUIET_ENTRIES = 2;
    static final int STDOUT = 2;
    static final int STDERR = 3;
    static final int POLL_ENTRIES = 4;
    private static final int POLL_ENTRY_BYTES = 8;

    /** Left to the garbage collector, because closing by hand would cost a check of every segment at every call. */
    private final Arena arena = Arena.ofAuto();

    final MemorySegment errno = arena.allocate(LinuxCalls.ERRNO_LAYOUT);
    final MemorySegment pid = arena.allocate(JAVA_INT);
    final MemorySegment pipe = arena.allocate(JAVA_INT, 2);
    final MemorySegment status = arena.allocate(JAVA_INT);
    final MemorySegment usage = arena.allocate(LinuxCalls.USAGE_BYTES, 8);
    final MemorySegment wakeUp = arena.allocate(JAVA_LONG);
    final MemorySegment attributes = arena.allocate(LinuxCalls.SPAWN_ATTRIBUTES_BYTES, 16);
    final MemorySegment actions = arena.allocate(LinuxCalls.FILE_ACTIONS_BYTES, 16);
    final MemorySegment input = arena.allocate(READ_BYTES, 64);
    private final ByteBuffer inputView = input.asByteBuffer().asReadOnlyBuffer();
    private final MemorySegment polls = arena.allocate((long) POLL_ENTRIES * POLL_ENTRY_BYTES, 8);

    private MemorySegment strings = arena.allocate(16 * 1024, 8);
    private long used;
    private final StringBuilder text = new StringBuilder();

    /** What the actions were prepared for; they hold as long as that stays the same, as it does from one short task to the next. */
    private Prepared prepared = Prepared.NOTHING;

    private record Prepared(String folder, int in, int out, int err) {
        static final Prepared NOTHING = new Prepared("", -1, -1, -1);

        boolean isFor(String folder, int in, int out, int err) {
            return this.out == out && this.err == err && this.in == in && this.folder.equals(folder);
        }
    }

    SpawnMemory(boolean ownSession) {
        LinuxCalls.prepareAttributes(attributes, arena.allocate(LinuxCalls.SIGNAL_SET_BYTES, 8), ownSession);
        for (int i = 0; i < POLL_ENTRIES; i++) watch(i, -1);
    }

    /** Makes the actions those of a process that works in this folder and has these for its standard input and outputs. */
    void prepareActions(String folder, int in, int out, int err) {
        if (prepared.isFor(folder, in, out, err)) return;
        forgetActions();
        LinuxCalls.prepareActions(actions, passingString(folder), in, out, err);
        prepared = new Prepared(folder, in, out, err);
    }

    /** Gives back what the actions hold. */
    void forgetActions() {
        if (!prepared.equals(Prepared.NOTHING)) LinuxCalls.destroyActions(actions);
        prepared = Prepared.NOTHING;
    }

    /** Forgets the strings of the last start and makes room for those of the next. */
    void clearStrings(ProcessSpec spec) {
        long needed = bytesNeeded(spec);
        if (strings.byteSize() < needed) strings = Arena.ofAuto().allocate(needed + needed / 2, 8);
        used = 0;
    }

    /** Places a text with its closing NUL and answers where. */
    MemorySegment string(String text) {
        this.text.append(text).append('\0');
        long start = used;
        used += placeText(start).length;
        return strings.asSlice(start, used - start);
    }

    /** Like {@link #string}, for one use: the next text placed overwrites it. */
    MemorySegment passingString(String text) {
        var place = string(text);
        used -= place.byteSize();
        return place;
    }

    /** Places the words of a command and answers where the list of them is. */
    MemorySegment words(List<String> words) {
        for (var word : words) text.append(word).append('\0');
        return list(words.size());
    }

    /** Places an environment and answers where the list of its entries is. */
    MemorySegment variables(Map<String, String> variables) {
        for (var variable : variables.entrySet()) {
            text.append(variable.getKey())
                    .append('=')
                    .append(variable.getValue())
                    .append('\0');
        }
        return list(variables.size());
    }

    /** Places the texts gathered, each closed by a NUL, behind a list of pointers to them that is closed by a null. */
    private MemorySegment list(int count) {
        used = (used + 7) & -8;
        long start = used;
        long first = start + (count + 1L) * Long.BYTES;
        var bytes = placeText(first);
        used = first + bytes.length;
        long base = strings.address() + first;
        int next = 0;
        for (int i = 0; i < count; i++) {
            strings.set(JAVA_LONG, start + (long) i * Long.BYTES, base + next);
            while (bytes[next++] != 0) {}
        }
        strings.set(JAVA_LONG, start + (long) count * Long.BYTES, 0);
        return strings.asSlice(start);
    }

    /** Moves the text gathered to native memory in one piece; answers its bytes. */
    private byte[] placeText(long at) {
        var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, strings, JAVA_BYTE, at, bytes.length);
        text.setLength(0);
        return bytes;
    }

    /** Puts a descriptor into the poll set; a negative one takes the entry out. */
    void watch(int entry, int descriptor) {
        polls.set(JAVA_INT, (long) entry * POLL_ENTRY_BYTES, descriptor);
        polls.set(JAVA_SHORT, (long) entry * POLL_ENTRY_BYTES + 4, LinuxCalls.POLLIN);
        polls.set(JAVA_SHORT, (long) entry * POLL_ENTRY_BYTES + 6, (short) 0);
    }

    /** Waits until one of the first entries has an event or the time is over. */
    boolean poll(int entries, int timeoutMillis) {
        int ready = LinuxCalls.poll(errno, polls, entries, timeoutMillis);
        if (ready < 0) { // interrupted by a signal of the machine: as if the time were over
            for (int i = 0; i < entries; i++) polls.set(JAVA_SHORT, (long) i * POLL_ENTRY_BYTES + 6, (short) 0);
        }
        return ready > 0;
    }

    void pause(int millis) {
        LinuxCalls.poll(errno, polls, 0, millis);
    }

    /** The events the last poll saw at an entry. */
    int events(int entry) {
        return polls.get(JAVA_SHORT, (long) entry * POLL_ENTRY_BYTES + 6);
    }

    /** The first bytes of the input buffer, for reading only. */
    ByteBuffer received(int count) {
        return inputView.clear().limit(count);
    }

    /** An upper limit: a Java character takes at most three bytes. */
    private static long bytesNeeded(ProcessSpec spec) {
        long characters = 0;
        for (var word : spec.argv()) characters += word.length() + 4L; // with its NUL and its share of the list
        for (var variable : spec.environment().entrySet()) {
            characters += variable.getKey().length() + variable.getValue().length() + 4L;
        }
        long path = spec.environment()
                .getOrDefault("PATH", CommandLookup.DEFAULT_PATH)
                .length();
        long program =
                path + spec.workingFolder().toString().length() + spec.command().length() + 16;
        // The folder, the program, and the program once more as the argument of a shell.
        return 3 * (characters + 3 * program) + 64;
    }
}
