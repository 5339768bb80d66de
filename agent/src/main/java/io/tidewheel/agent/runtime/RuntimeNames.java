package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Command;

/** What the runtime of a command is called. */
public final class RuntimeNames {
    private RuntimeNames() {}

    /** The name of the runtime that a command asks for; empty if this agent is too old to know. */
    public static String of(Command command) {
        return switch (command.getRuntime()) {
            case PROCESS -> "process";
            case CONTAINER -> "container";
            case JVM -> "jvm";
            case NOOP -> "noop";
            case SLEEP -> "sleep";
            case PLUGIN -> command.getRuntimeName();
            case UNRECOGNIZED -> "";
        };
    }
}
