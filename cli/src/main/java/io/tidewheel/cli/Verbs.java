package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.verbs.Catalogue;
import picocli.CommandLine;

/** Puts the commands below the program. Only the one that is named is loaded, because each costs time at the start; for help, all of them. */
final class Verbs {
    private Verbs() {}

    static void add(CommandLine line, Console console, String... args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) return;
        var all = Catalogue.all();
        var named = args.length == 0 ? null : all.get(args[0]);
        if (named != null) line.addSubcommand(args[0], named.apply(console));
        else all.forEach((verb, make) -> line.addSubcommand(verb, make.apply(console)));
        var run = line.getSubcommands().get("run");
        // What follows the program's name is the program's, also if it looks like an option of ours.
        if (run != null) run.setStopAtPositional(true);
    }
}
