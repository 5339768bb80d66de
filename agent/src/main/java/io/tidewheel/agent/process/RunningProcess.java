package io.tidewheel.agent.process;

/**
 * A process that has been started, with the process group it leads. {@link #pump} must be called exactly once, by the thread
 * that started it; the other methods may be called by any thread at any time and do nothing once the process has ended.
 */
public non-sealed interface RunningProcess extends StartOutcome {

    long pid();

    /**
     * Carries the output to the sink until the process has ended, ending it when a limit is reached or {@link #end} asks for
     * it; then kills what is left of its group and returns. If the sink throws, everything is killed and the exception
     * passed on.
     */
    ProcessEnd pump(OutputSink sink, ProcessLimits limits);

    /** Asks the pumping thread to end the whole group; returns at once. */
    void end(Urgency urgency);

    /** Sends a signal to the whole group. False if the process has ended already. */
    boolean signal(int number);

    /** How a process is to be ended on request. */
    enum Urgency {
        /** SIGTERM, then SIGKILL when the grace period is over. */
        POLITE,
        /** SIGKILL at once. */
        AT_ONCE
    }
}
