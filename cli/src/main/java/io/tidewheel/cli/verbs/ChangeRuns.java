package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands that change runs by one request each. One that cannot be changed does not keep the others from it. */
@Command
abstract class ChangeRuns extends Verb {
    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Numbers, ranges like 1,3,5-8, last, or names.")
    private List<String> what = new ArrayList<>();

    private final String action;
    private final String said;

    ChangeRuns(Console console, String action, String said) {
        super(console);
        this.action = action;
        this.said = said;
    }

    @Override
    public Integer call() {
        var format = common.format();
        var changed = new ArrayList<JsonNode>();
        int code = Exit.OK;
        try (var api = Apis.open(common)) {
            for (var place : places(api)) {
                var name = (place.task().isPresent() ? "task " : "run ") + place.text();
                try {
                    var answer = api.post(place.path() + "/" + action);
                    if (place.task().isEmpty()) changed.add(answer);
                    if (format.isForPeople()) common.console().note(name + " " + said);
                } catch (Trouble refused) {
                    common.console()
                            .err()
                            .println("tidewheel %s: %s: %s".formatted(action, name, Safe.line(refused.text())));
                    code = refused.exitCode();
                }
            }
        }
        if (!format.isForPeople()) {
            new Listing(common.console(), format)
                    .list(changed, RunColumns.runs(Instant.now()), run -> RunColumns.text(run, "id"));
        }
        return code;
    }

    private List<Selector.Place> places(Api api) {
        if (takesTasks()) return Selector.places(api, what);
        return Selector.runs(api, what).stream()
                .map(run -> new Selector.Place(run, OptionalInt.empty()))
                .toList();
    }

    /** Whether single tasks can be meant as well. */
    boolean takesTasks() {
        return false;
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
    static final class Cancel extends ChangeRuns {
        Cancel(Console console) {
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
    static final class Kill extends ChangeRuns {
        Kill(Console console) {
            super(console, "kill", "is being killed");
        }
    }

    /** {@code tidewheel hold}. */
    @Command(
            name = "hold",
            description = "Lets runs start nothing more until they are released; what runs goes on.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel hold 12", "  tidewheel hold nightly"})
    static final class Hold extends ChangeRuns {
        Hold(Console console) {
            super(console, "hold", "is held");
        }
    }

    /** {@code tidewheel release}. */
    @Command(
            name = "release",
            description = "Lets runs that were held go on.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel release 12", "  tidewheel release last"})
    static final class Release extends ChangeRuns {
        Release(Console console) {
            super(console, "release", "is released");
        }
    }
}
