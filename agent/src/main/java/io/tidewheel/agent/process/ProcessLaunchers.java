package io.tidewheel.agent.process;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The way processes are started on this machine, and why it is that way. */
public final class ProcessLaunchers {

    private final String reason;
    private final Supplier<ProcessLauncher> launchers;

    private ProcessLaunchers(String reason, Supplier<ProcessLauncher> launchers) {
        this.reason = reason;
        this.launchers = launchers;
    }

    /** The fastest way that works here. The clock is the one that limits are kept and times are told by. */
    public static ProcessLaunchers best(LongSupplier nanos) {
        var problem = LinuxCalls.Availability.problem();
        if (problem.isPresent()) return portable(nanos, problem.get());
        var orphans = OrphanProcesses.adopt();
        // Only a new session takes a terminal away. Without one a group is enough, and on a busy machine cheaper: the
        // scheduler queues each session by itself, and every process would first have to wait for its turn there.
        boolean ownSession = ProcTable.hasTerminal(ProcessHandle.current().pid());
        return new ProcessLaunchers(
                "posix_spawn called directly, a new " + (ownSession ? "session" : "group") + " per process, orphans "
                        + (orphans.areAdopted() ? "adopted" : "not listed here"),
                () -> new PosixSpawnLauncher(nanos, orphans, ownSession));
    }

    /** The way that needs nothing but the JDK. */
    public static ProcessLaunchers portable(LongSupplier nanos) {
        return portable(nanos, "asked for");
    }

    private static ProcessLaunchers portable(LongSupplier nanos, String why) {
        var setsid = ProcessBuilderLauncher.findSetsid();
        var groups = setsid.isPresent() ? "" : ", without process groups because there is no setsid program";
        return new ProcessLaunchers(
                "ProcessBuilder (" + why + ")" + groups, () -> new ProcessBuilderLauncher(nanos, setsid));
    }

    /** Opens a launcher for one slot. */
    public ProcessLauncher open() {
        return launchers.get();
    }

    /** Which way was chosen and why, for the log. */
    public String reason() {
        return reason;
    }
}
