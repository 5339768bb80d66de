package io.tidewheel.cli;

import io.tidewheel.cli.run.RunCommand;
import io.tidewheel.cli.text.Console;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** The commands there are. Only the one that is named is loaded, because each costs time at the start; for help, all of them. */
final class Verbs {
    private static final Map<String, Function<Console, Object>> ALL = all();

    private Verbs() {}

    static void add(CommandLine line, Console console, String... args) {
        var named = args.length == 0 ? null : ALL.get(args[0]);
        if (named != null) {
            line.addSubcommand(args[0], named.apply(console));
        } else if (args.length == 0 || !args[0].equals("--version")) {
            ALL.forEach((verb, make) -> line.addSubcommand(verb, make.apply(console)));
        }
        var run = line.getSubcommands().get("run");
        if (run != null) run.setStopAtPositional(true);
    }

    private static Map<String, Function<Console, Object>> all() {
        var verbs = new LinkedHashMap<String, Function<Console, Object>>();
        verbs.put("run", RunCommand::new);
        return verbs;
    }
}
