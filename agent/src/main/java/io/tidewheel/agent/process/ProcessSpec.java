package io.tidewheel.agent.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process to be started: the words of its command, its complete environment (nothing is inherited) and the folder it works
 * in. A command without a slash is looked up in the PATH of this environment; a relative one
 * with a slash starts from the working folder.
 *
 * @param input the file that is its standard input; none: there is nothing to read
 * @param mergesOutputs whether it has one pipe for both outputs, so that all it writes is standard output, in the order of writing
 */
public record ProcessSpec(
        List<String> argv,
        Map<String, String> environment,
        Path workingFolder,
        boolean mergesOutputs,
        Optional<Path> input) {

    /** A process with two outputs. */
    public ProcessSpec(List<String> argv, Map<String, String> environment, Path workingFolder) {
        this(argv, environment, workingFolder, false);
    }

    /** A process that has nothing to read. */
    public ProcessSpec(List<String> argv, Map<String, String> environment, Path workingFolder, boolean mergesOutputs) {
        this(argv, environment, workingFolder, mergesOutputs, Optional.empty());
    }

    /** The same with something to read. */
    public ProcessSpec reading(Path file) {
        return new ProcessSpec(argv, environment, workingFolder, mergesOutputs, Optional.of(file));
    }

    /** The same with another command. */
    public ProcessSpec as(List<String> words) {
        return new ProcessSpec(words, environment, workingFolder, mergesOutputs, input);
    }

    public ProcessSpec {
        argv = List.copyOf(argv);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("the command is empty; give at least the name of a program");
        }
        for (int i = 0; i < argv.size(); i++) {
            if (defectAt(argv.get(i)) >= 0) throw refusal(argv.get(i), i == 0 ? "the command" : "argument " + i);
        }
        for (var variable : environment.entrySet()) checkVariable(variable.getKey(), variable.getValue());
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
        if (defectAt(name) >= 0) throw refusal(name, "the name of environment variable '" + name + "'");
        if (defectAt(value) >= 0) throw refusal(value, "the value of environment variable '" + name + "'");
    }

    /** Where a text has what the operating system would cut off or the encoding would silently change; negative if nowhere. */
    private static int defectAt(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) return i;
            if (Character.isSurrogate(c)) {
                if (!Character.isSurrogatePair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) return i;
                i++;
            }
        }
        return -1;
    }

    private static IllegalArgumentException refusal(String text, String what) {
        int at = defectAt(text);
        var defect = text.charAt(at) == 0 ? "a NUL character" : "half a Unicode character";
        return new IllegalArgumentException("%s contains %s at position %d".formatted(what, defect, at));
    }
}
