package io.tidewheel.cli.run;

import java.util.List;

/**
 * Turns a script with holes into arguments for {@code sh}. A parameter reaches the script as an argument of the shell, never as a part of its
 * text, so that a line like {@code ; rm -rf ~} is data and nothing else.
 */
final class ShellScript {
    private static final String HOLE = "{}";

    private ShellScript() {}

    /** @param append a script without a hole gets the parameter as its last word */
    static List<String> arguments(String script, boolean substitute, boolean append) {
        if (!substitute) return List.of("sh", "-c", script, "sh");
        boolean hasHole = script.contains(HOLE);
        var text = !hasHole && append ? script + " " + HOLE : script;
        if (!hasHole && !append) return List.of("sh", "-c", text, "sh", HOLE);
        return List.of("sh", "-c", filled(text), "sh", HOLE);
    }

    /** Every hole becomes the shell's first argument, quoted as the place where it stands requires. */
    static String filled(String script) {
        var text = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < script.length(); i++) {
            char c = script.charAt(i);
            if (script.startsWith(HOLE, i)) {
                text.append(quote == '"' ? "${1}" : quote == '\'' ? "'\"${1}\"'" : "\"${1}\"");
                i++;
                continue;
            }
            if (c == '\\' && quote != '\'' && i + 1 < script.length()) {
                text.append(c).append(script.charAt(++i));
                continue;
            }
            if (quote == 0 && (c == '"' || c == '\'')) quote = c;
            else if (c == quote) quote = 0;
            text.append(c);
        }
        return text.toString();
    }
}
