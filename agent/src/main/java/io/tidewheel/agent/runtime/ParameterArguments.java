package io.tidewheel.agent.runtime;

import java.util.List;

/** Puts a parameter into arguments. The value stays one word, or part of one, whatever it contains: no shell looks at it. */
public final class ParameterArguments {
    private static final String PLACE = "{}";

    private ParameterArguments() {}

    public static List<String> of(List<String> arguments, boolean substitute, String parameter) {
        if (!substitute) return arguments;
        for (var word : arguments) {
            if (word.contains(PLACE)) return replaceAll(arguments, parameter);
        }
        return arguments;
    }

    private static List<String> replaceAll(List<String> arguments, String parameter) {
        return arguments.stream().map(word -> word.replace(PLACE, parameter)).toList();
    }
}
