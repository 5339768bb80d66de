package io.tidewheel.cli.api;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Which runs, and which task of one, a user means: {@code 12}, {@code 1,3,5-8}, {@code last}, {@code @latest}, a name, {@code 12/3}. */
public final class RunSelector {
    private static final Pattern NUMBERS = Pattern.compile("[\\d_]+(-[\\d_]+)?(,[\\d_]+(-[\\d_]+)?)*");
    private static final Pattern TASK = Pattern.compile("(.*)/(\\d{1,9})");
    private static final int MOST_RUNS = 10_000;

    /** A task, or a whole run. */
    public record Place(long run, OptionalInt task) {
        public String path() {
            return task.isPresent() ? "/runs/%d/tasks/%d".formatted(run, task.getAsInt()) : "/runs/" + run;
        }

        public String text() {
            return task.isPresent() ? run + "/" + task.getAsInt() : Long.toString(run);
        }
    }

    private RunSelector() {}

    /** One run or one of its tasks. */
    public static Place place(ApiClient api, String text) {
        var parts = TASK.matcher(text);
        if (parts.matches() && !parts.group(1).isEmpty()) {
            return new Place(run(api, parts.group(1)), OptionalInt.of(Integer.parseInt(parts.group(2))));
        }
        return new Place(run(api, text), OptionalInt.empty());
    }

    /** Runs and tasks, in the order they were named. */
    public static List<Place> places(ApiClient api, List<String> texts) {
        var places = new LinkedHashSet<Place>();
        for (var text : texts) {
            if (TASK.matcher(text).matches()) places.add(place(api, text));
            else for (var run : runs(api, List.of(text))) places.add(new Place(run, OptionalInt.empty()));
        }
        return List.copyOf(places);
    }

    /** The one that is meant. */
    public static long run(ApiClient api, String text) {
        var runs = runs(api, List.of(text));
        if (runs.size() == 1) return runs.getFirst();
        throw CliError.usage("'%s' means %d runs: name one".formatted(text, runs.size()));
    }

    /** The numbers of all runs that the given texts mean, each once, in the order they were named. */
    public static List<Long> runs(ApiClient api, List<String> texts) {
        var runs = new LinkedHashSet<Long>();
        for (var text : texts) {
            if (text.equals("last") || text.equals("@latest")) runs.add(JsonText.number(api.get("/runs/last"), "id"));
            else if (NUMBERS.matcher(text).matches()) addNumbers(text, runs);
            else runs.add(named(api, text));
        }
        return List.copyOf(runs);
    }

    private static void addNumbers(String text, Set<Long> runs) {
        for (var part : text.replace("_", "").split(",")) {
            int dash = part.indexOf('-');
            long first = number(dash < 0 ? part : part.substring(0, dash), text);
            long last = dash < 0 ? first : number(part.substring(dash + 1), text);
            if (last < first) throw CliError.usage("'%s' is an empty range of runs".formatted(part), "example: 5-8");
            if (last - first >= MOST_RUNS)
                throw CliError.usage("'%s' means more than %d runs".formatted(part, MOST_RUNS));
            for (long run = first; run <= last; run++) runs.add(run);
        }
    }

    private static long number(String digits, String text) {
        if (digits.isEmpty() || digits.length() > 18)
            throw CliError.usage("'%s' is not the number of a run".formatted(text));
        return Long.parseLong(digits);
    }

    private static long named(ApiClient api, String name) {
        var found = new ArrayList<Long>();
        for (var run : PagedItems.of(api, ApiPaths.of("/runs").with("name", name), MOST_RUNS)) {
            if (JsonText.text(run, "name").orElse("").equals(name)) found.add(JsonText.number(run, "id"));
        }
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw CliError.notFound("there is no run '%s'".formatted(name), "list what there is with: tidewheel ls");
        }
        throw CliError.usage(
                "%d runs are called '%s': use the number of one".formatted(found.size(), name),
                "the newest is " + found.getFirst());
    }
}
