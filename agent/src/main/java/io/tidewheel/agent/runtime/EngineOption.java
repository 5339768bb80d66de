package io.tidewheel.agent.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An option of a container engine in the one form in which it is checked and handed on: {@code --name} or {@code --name=value}, one word.
 *
 * @param written as the task wrote it: perhaps with a short name, perhaps with the value in a word of its own
 * @param word the same in that form
 */
record EngineOption(String written, String word) {
    private static final Map<String, String> SHORT_NAMES = Map.of(
            "-e", "--env",
            "-h", "--hostname",
            "-l", "--label",
            "-m", "--memory",
            "-p", "--publish",
            "-u", "--user",
            "-v", "--volume",
            "-w", "--workdir");

    /** Reads the options a task gives. A word that is no option belongs to the one before it, as no engine has other words there. */
    static List<EngineOption> read(List<String> words) {
        var options = new ArrayList<EngineOption>();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            boolean valueFollows = word.startsWith("-")
                    && word.indexOf('=') < 0
                    && !word.equals("--")
                    && i + 1 < words.size()
                    && !words.get(i + 1).startsWith("-");
            if (valueFollows) {
                var value = words.get(++i);
                options.add(new EngineOption(word + " " + value, longName(word) + "=" + value));
            } else options.add(new EngineOption(word, withLongName(word)));
        }
        return options;
    }

    String name() {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    /** Empty if it has none. */
    String value() {
        int equals = word.indexOf('=');
        return equals < 0 ? "" : word.substring(equals + 1);
    }

    private static String withLongName(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? longName(word) : longName(word.substring(0, equals)) + word.substring(equals);
    }

    private static String longName(String name) {
        return SHORT_NAMES.getOrDefault(name, name);
    }
}
