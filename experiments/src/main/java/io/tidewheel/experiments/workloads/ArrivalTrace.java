package io.tidewheel.experiments.workloads;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * When workflows arrive, as it was seen somewhere: a line for each, with the seconds from the beginning, and if it is known whose it is
 * (from 1 on) and its priority. What comes after # is for people.
 */
public record ArrivalTrace(List<Arrival> arrivals) {
    /** One arrival; users count from 0 here. */
    public record Arrival(double seconds, OptionalInt user, OptionalInt priority) {}

    public ArrivalTrace {
        arrivals = List.copyOf(arrivals);
        if (arrivals.isEmpty())
            throw new IllegalArgumentException("a trace has at least one line with the seconds of an arrival");
    }

    /**
     * Reads a trace.
     *
     * @param users how many there are
     * @throws IllegalArgumentException with a text for users that names the line
     */
    public static ArrivalTrace parse(String text, int users) {
        var arrivals = new ArrayList<Arrival>();
        int number = 0;
        for (var line : text.split("\n", -1)) {
            number++;
            int hash = line.indexOf('#');
            var words = (hash < 0 ? line : line.substring(0, hash)).strip();
            if (!words.isEmpty()) arrivals.add(arrival(words.split("[,;\\s]+"), number, users));
        }
        return new ArrivalTrace(arrivals);
    }

    /** The same workflows, arriving as this says: as many as it has lines, from the beginning again if there are fewer. */
    public Workload applyTo(Workload workload) {
        var arriving = new ArrayList<TimedWorkflow>();
        for (var arrival : arrivals) {
            var workflow = workload.workflows()
                    .get(arriving.size() % workload.workflows().size());
            arriving.add(workflow.arriving(
                    arrival.seconds(),
                    arrival.user().orElse(workflow.user()),
                    arrival.priority().orElse(workflow.priority())));
        }
        return new Workload(workload.name(), workload.users(), arriving);
    }

    private static Arrival arrival(String[] words, int line, int users) {
        if (words.length > 3)
            throw new IllegalArgumentException(
                    "line %d has %d words: write SECONDS, USER and PRIORITY, the last two if you like"
                            .formatted(line, words.length));
        double seconds = number(words[0], line, "the seconds of an arrival");
        if (!(seconds >= 0) || Double.isInfinite(seconds))
            throw new IllegalArgumentException(
                    "line %d: an arrival is at 0 s or later, not %s".formatted(line, words[0]));
        var user =
                words.length > 1 ? OptionalInt.of(whole(words[1], line, "a user", 1, users) - 1) : OptionalInt.empty();
        var priority =
                words.length > 2 ? OptionalInt.of(whole(words[2], line, "a priority", 0, 9)) : OptionalInt.empty();
        return new Arrival(seconds, user, priority);
    }

    private static double number(String word, int line, String what) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("line %d: '%s' is not %s".formatted(line, word, what));
        }
    }

    private static int whole(String word, int line, String what, int least, int most) {
        double value = number(word, line, what);
        if (value != Math.rint(value) || value < least || value > most)
            throw new IllegalArgumentException(
                    "line %d: %s is from %d to %d, not %s".formatted(line, what, least, most, word));
        return (int) value;
    }
}
