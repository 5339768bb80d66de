package io.tidewheel.server;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;

/** Refuses work that no agent could run, before it is accepted. */
public final class WorkCheck {
    static final int MAX_COMMANDS = 1_000;
    private static final long LONGEST_SLEEP_MICROS = 366L * 24 * 3600 * 1_000_000;

    private WorkCheck() {}

    /** Throws IllegalArgumentException, naming {@code what}, if something is wrong. */
    public static void check(String what, Work work) {
        if (work.getCommandsCount() == 0) throw new IllegalArgumentException(what + " has no command");
        if (work.getCommandsCount() > MAX_COMMANDS) {
            throw new IllegalArgumentException("%s has more than %d commands".formatted(what, MAX_COMMANDS));
        }
        for (var command : work.getCommandsList()) check(what, command);
    }

    /** The same for one command. */
    public static void check(String what, Command command) {
        var runtime = command.getRuntime();
        if (runtime == Runtime.UNRECOGNIZED)
            throw new IllegalArgumentException(what + " names a runtime this server does not know");
        if (runtime == Runtime.PROCESS
                && (command.getArgumentsCount() == 0 || command.getArguments(0).isEmpty())) {
            throw new IllegalArgumentException(what + " names no program to run");
        }
        if (runtime == Runtime.CONTAINER && command.getImage().isBlank()) {
            throw new IllegalArgumentException(what + " names no container image");
        }
        if (runtime == Runtime.JVM && command.getClassName().isBlank()) {
            throw new IllegalArgumentException(what + " names no class to call");
        }
        if (runtime == Runtime.SLEEP
                && (command.getSleepMicros() < 0 || command.getSleepMicros() > LONGEST_SLEEP_MICROS)) {
            throw new IllegalArgumentException(what + " sleeps for an impossible time: 0 to 366 days");
        }
        for (var argument : command.getArgumentsList()) refuseNul(what, "an argument", argument);
        command.getEnvironmentMap().forEach((name, value) -> {
            if (name.isEmpty() || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException(
                        "%s sets the environment variable '%s', which is not a name".formatted(what, name));
            }
            refuseNul(what, "an environment variable", name);
            refuseNul(what, "environment variable " + name, value);
        });
        refuseNul(what, "the working folder", command.getWorkingFolder());
    }

    private static void refuseNul(String what, String which, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "%s: %s contains a NUL character, which no program can be given".formatted(what, which));
        }
    }
}
