package io.tidewheel.bench.commands;

import io.tidewheel.cli.CommandCatalogue;
import io.tidewheel.cli.Main;
import io.tidewheel.cli.text.Console;
import io.tidewheel.experiments.commands.LabCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/** The program {@code tidewheel} with the commands that only a source tree has. The launcher starts it for these. */
public final class WorkbenchMain {
    private WorkbenchMain() {}

    public static void main(String[] args) {
        System.exit(Main.execute(Console.ofProcess(), commands(), args));
    }

    /** The commands of the product; those of the workbench stand where the product only knows their names. */
    static Map<String, Function<Console, Object>> commands() {
        var commands = new LinkedHashMap<>(CommandCatalogue.all());
        commands.put("bench", BenchCommand::with);
        commands.put("lab", WorkbenchMain::lab);
        return commands;
    }

    private static CommandLine lab(Console console) {
        return LabCommand.with(console).addSubcommand(new LabSteep(console));
    }
}
