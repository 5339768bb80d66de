package io.tidewheel.agent.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A process to be started: the words of its command, its complete environment (nothing is inherited) and the folder it works
 * in. Standard input is always empty. A command without a slash is looked up in the PATH of this environment; a relative one
 * with a slash starts from the working folder.
 *
 * @param mergesOutputs whether it has one pipe for both outputs, so that all it writes is standard output, in the order of writing
 */
public record ProcessSpec(
        List<String> argv, Map<String, String> environment, Path workingFolder, boolean mergesOutputs) {

    /** A process with two outputs. */
    public ProcessSpec(List<String> argv, Map<String, String> environment, Path workingFolder) {
        this(argv, environment, workingFolder, false);
    }

    public ProcessSpec {
        argv = List.copyOf(argv);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("the command is empty; give at least the name of a program");
        }
        for (int i = 0; i < argv.size(); i++) check(argv.get(i), i == 0 ? "the command" : "argument " + i);
        environment.forEach(ProcessSpec::checkVariable);
        if (!workingFolder.isAbsolute()) {
            throw new IllegalArgumentException("the working folder '" + workingFolder + "' is not an absolute path");
        }
    }

    /** The command as the user named it. */
    public String command() {
        return argv.getFirst();
    }

    private static void checkVariable(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be the name of an environment variable: it is empty or contains '='");
        }
        check(name, "the name of environment variable '" + name + "'");
        check(value, "the value of environment variable '" + name + "'");
    }

    /** Refuses what the operating system would cut off or the encoding would silently change. */
    private static void check(String text, String what) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) throw new IllegalArgumentException(what + " contains a NUL character at position " + i);
            if (Character.isSurrogate(c)) {
                if (!Character.isSurrogatePair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
                    throw new IllegalArgumentException(what + " contains half a Unicode character at position " + i);
                }
                i++;
            }
        }
    }
}
