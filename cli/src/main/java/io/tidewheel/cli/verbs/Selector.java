package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Pages;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Which runs, and which task of one, a user means: {@code 12}, {@code 1,3,5-8}, {@code last}, {@code @latest}, a name, {@code 12/3}. */
public final class Selector {
    private static final Pattern NUMBERS = Pattern.compile("[\\d_]+(-[\\d_]+)?(,[\\d_]+(-[\\d_]+)?)*");
    private static final Pattern TASK = Pattern.compile("(.*)/(\\d{1,9})");
    private static final int MOST_RUNS = 10_000;

    /** A task, or a whole run. */
    record Place(long run, OptionalInt task) {
        String path() {
            return task.isPresent() ? "/runs/%d/chains/%d".formatted(run, task.getAsInt()) : "/runs/" + run;
        }

        String text() {
            return task.isPresent() ? run + "/" + task.getAsInt() : Long.toString(run);
        }
    }

    private Selector() {}

    /** One run or one of its tasks. */
    static Place place(Api api, String text) {
        var parts = TASK.matcher(text);
        if (parts.matches() && !parts.group(1).isEmpty()) {
            return new Place(run(api, parts.group(1)), OptionalInt.of(Integer.parseInt(parts.group(2))));
        }
        return new Place(run(api, text), OptionalInt.empty());
    }

    /** Runs and tasks, in the order they were named. */
    static List<Place> places(Api api, List<String> texts) {
        var places = new LinkedHashSet<Place>();
        for (var text : texts) {
            if (TASK.matcher(text).matches()) places.add(place(api, text));
            else for (var run : runs(api, List.of(text))) places.add(new Place(run, OptionalInt.empty()));
        }
        return List.copyOf(places);
    }

    /** The one that is meant. */
    public static long run(Api api, String text) {
        var runs = runs(api, List.of(text));
        if (runs.size() == 1) return runs.getFirst();
        throw Trouble.usage("'%s' means %d runs: name one".formatted(text, runs.size()));
    }

    /** All that are meant, each once, in the order they were named. */
    static List<Long> runs(Api api, List<String> texts) {
        var runs = new LinkedHashSet<Long>();
        for (var text : texts) {
            if (text.equals("last") || text.equals("@latest")) runs.add(Json.number(api.get("/runs/last"), "id"));
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
            if (last < first) throw Trouble.usage("'%s' is an empty range of runs".formatted(part), "example: 5-8");
            if (last - first >= MOST_RUNS)
                throw Trouble.usage("'%s' means more than %d runs".formatted(part, MOST_RUNS));
            for (long run = first; run <= last; run++) runs.add(run);
        }
    }

    private static long number(String digits, String text) {
        if (digits.isEmpty() || digits.length() > 18)
            throw Trouble.usage("'%s' is not the number of a run".formatted(text));
        return Long.parseLong(digits);
    }

    private static long named(Api api, String name) {
        var found = new ArrayList<Long>();
        for (var run : Pages.of(api, Paths.of("/runs").with("name", name), MOST_RUNS)) {
            if (Json.text(run, "name").orElse("").equals(name)) found.add(Json.number(run, "id"));
        }
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw Trouble.notFound("there is no run '%s'".formatted(name), "list what there is with: tidewheel ls");
        }
        throw Trouble.usage(
                "%d runs are called '%s': use the number of one".formatted(found.size(), name),
                "the newest is " + found.getFirst());
    }
}
