package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

/**
 * The pipe of one output of a slot's processes. We keep its writing end as well, so that it outlives them: the next process gets the same one if
 * nobody can write to it any more, for making and removing pipes costs about a tenth of a short process. Who wants to see the end of what is
 * written must give the writing end away first.
 */
final class OutputPipe {
    private static final int NONE = -1;

    private int reader = NONE;
    private int writer = NONE;

    /** Makes it ready for the next process; zero, or an error. */
    int prepare(SpawnMemory memory) {
        if (reader != NONE && writer != NONE) {
            // Whoever had it before may have made it one that does not wait, and that is seen by all who have it.
            LinuxCalls.resetFlags(writer);
            return 0;
        }
        close();
        int error = LinuxCalls.pipe2(memory.errno, memory.pipe, LinuxCalls.O_CLOEXEC);
        if (error < 0) return error;
        reader = memory.pipe.getAtIndex(JAVA_INT, 0);
        writer = memory.pipe.getAtIndex(JAVA_INT, 1);
        return 0;
    }

    int reader() {
        return reader;
    }

    int writer() {
        return writer;
    }

    /** Closes our end for writing: the pipe then ends when the last of the processes that write into it has closed it. */
    void giveWriterAway() {
        if (writer != NONE) LinuxCalls.close(writer);
        writer = NONE;
    }

    void close() {
        giveWriterAway();
        if (reader != NONE) LinuxCalls.close(reader);
        reader = NONE;
    }
}
