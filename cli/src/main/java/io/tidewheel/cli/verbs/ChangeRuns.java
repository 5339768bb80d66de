package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands that change runs by one request each. One that cannot be changed does not keep the others from it. */
@Command
public abstract class ChangeRuns extends CliCommand {
    private final String action;

    ChangeRuns(Console console, String action) {
        super(console);
        this.action = action;
    }

    /** Which runs, as the user names them. */
    abstract List<String> what();

    /** What is told of each that was changed. */
    abstract String said();

    JsonNode change(ApiClient api, String path) {
        return api.post(path);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var changed = new ArrayList<JsonNode>();
        int code = ExitCodes.OK;
        try (var api = ApiClients.open(common)) {
            for (var place : places(api)) {
                var name = (place.task().isPresent() ? "task " : "run ") + place.text();
                try {
                    var answer = change(api, place.path() + "/" + action);
                    if (place.task().isEmpty()) changed.add(answer);
                    if (format.isForPeople()) common.console().note(name + " " + said());
                } catch (CliError refused) {
                    common.console()
                            .err()
                            .println("tidewheel %s: %s: %s".formatted(action, name, SafeText.line(refused.text())));
                    code = refused.exitCode();
                }
            }
        }
        if (!format.isForPeople()) {
            new ListPrinter(common.console(), format)
                    .list(changed, RunColumns.runs(Instant.now()), run -> RunColumns.text(run, "id"));
        }
        return code;
    }

    private List<RunSelector.Place> places(ApiClient api) {
        if (takesTasks()) return RunSelector.places(api, what());
        return RunSelector.runs(api, what()).stream()
                .map(run -> new RunSelector.Place(run, OptionalInt.empty()))
                .toList();
    }

    /** Whether single tasks can be meant as well. */
    boolean takesTasks() {
        return false;
    }

    /** A command that needs no more than the names of runs. */
    @Command
    abstract static class Simple extends ChangeRuns {
        @Parameters(paramLabel = "RUN", arity = "1..*", description = "Numbers, ranges like 1,3,5-8, last, or names.")
        private List<String> what = new ArrayList<>();

        private final String said;

        Simple(Console console, String action, String said) {
            super(console, action);
            this.said = said;
        }

        @Override
        List<String> what() {
            return what;
        }

        @Override
        String said() {
            return said;
        }
    }

    /** {@code tidewheel cancel}. */
    @Command(
            name = "cancel",
            description = {
                "Ends runs gently: what runs gets the time to end well, what waits is not started.",
                "With a slash, ends one task of a run; the others go on."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel cancel 12", "  tidewheel cancel 1,3,5-8", "  tidewheel cancel 12/3"})
    public static final class Cancel extends Simple {
        public Cancel(Console console) {
            super(console, "cancel", "is being cancelled");
        }

        @Override
        boolean takesTasks() {
            return true;
        }
    }

    /** {@code tidewheel kill}. */
    @Command(
            name = "kill",
            description = "Ends runs at once.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel kill 12", "  tidewheel kill last"})
    public static final class Kill extends Simple {
        public Kill(Console console) {
            super(console, "kill", "is being killed");
        }
    }

    /** {@code tidewheel close}. */
    @Command(
            name = "close",
            description =
                    "Says that no more tasks will be added to runs that are still open; they end with their tasks.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel close 12", "  tidewheel close last"})
    public static final class Close extends Simple {
        public Close(Console console) {
            super(console, "close", "takes no more tasks");
        }
    }

    /** {@code tidewheel hold}. */
    @Command(
            name = "hold",
            description = "Lets runs start nothing more until they are released; what runs goes on.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel hold 12", "  tidewheel hold nightly"})
    public static final class Hold extends Simple {
        public Hold(Console console) {
            super(console, "hold", "is held");
        }
    }

    /** {@code tidewheel release}. */
    @Command(
            name = "release",
            description = "Lets runs that were held go on.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel release 12", "  tidewheel release last"})
    public static final class Release extends Simple {
        public Release(Console console) {
            super(console, "release", "is released");
        }
    }

    /** {@code tidewheel priority}. */
    @Command(
            name = "priority",
            description = {
                "Changes the priority of runs that have not ended: what waits is served in the order of it, the"
                        + " highest first.",
                "With a slash, of one task that waits."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  tidewheel priority last 10",
                "  tidewheel priority 1,3,5-8 0",
                "  tidewheel priority 12/3 100",
                "  tidewheel priority nightly -- -5"
            })
    public static final class Priority extends ChangeRuns {
        @Parameters(
                index = "0",
                paramLabel = "RUN[/TASK]",
                description = "Numbers, ranges like 1,3,5-8, last, or a name.")
        private String what = "";

        @Parameters(
                index = "1",
                paramLabel = "N",
                description = "From -1,000,000 to 1,000,000; 0 is usual. Write -- before a negative one.")
        private int priority;

        public Priority(Console console) {
            super(console, "priority");
        }

        @Override
        List<String> what() {
            return List.of(what);
        }

        @Override
        String said() {
            return "has the priority " + priority;
        }

        @Override
        JsonNode change(ApiClient api, String path) {
            return api.post(path, JsonText.object().put("priority", priority), Map.of());
        }

        @Override
        boolean takesTasks() {
            return true;
        }
    }

    /** {@code tidewheel budget}. */
    @Command(
            name = "budget",
            description = {
                "Changes what runs may cost in all that were submitted with a budget and have not ended.",
                "Work that was held because the budget was used up goes on if the new one pays for it."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel budget last 2.50", "  tidewheel budget 1,3,5-8 10"})
    public static final class Budget extends ChangeRuns {
        @Parameters(index = "0", paramLabel = "RUN", description = "Numbers, ranges like 1,3,5-8, last, or a name.")
        private String what = "";

        @Parameters(
                index = "1",
                paramLabel = "AMOUNT",
                description = "For the whole run, with what it has cost so far.")
        private String amount = "";

        public Budget(Console console) {
            super(console, "budget");
        }

        @Override
        List<String> what() {
            return List.of(what);
        }

        @Override
        String said() {
            return "may cost " + amount + " in all";
        }

        @Override
        JsonNode change(ApiClient api, String path) {
            var budget = OptionValues.money("AMOUNT", amount).toString();
            return api.post(path, JsonText.object().put("budget", budget), Map.of());
        }
    }
}
