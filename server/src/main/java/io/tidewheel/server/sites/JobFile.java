package io.tidewheel.server.sites;

import io.tidewheel.balancing.JobGoal;
import io.tidewheel.model.JobSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A TaScaaS job file, {@code NAME.config}.
 *
 * @param seconds the target time; zero or less means that the iterations are split once and not balanced
 * @param inputFile the object that each partition gets as its input
 * @param ignored names of fields that have no meaning here
 */
public record JobFile(
        String name, long iterations, long seconds, String inputFile, int partitions, List<String> ignored) {
    private static final List<String> FIELDS = List.of("iterations", "time", "inputFile", "initWorkers");
    private static final int LONGEST_NUMBER = 40;
    private static final int LONGEST_NAME = 200;
    private static final long LONGEST_SECONDS = Duration.ofDays(36_500).toSeconds();

    /** Names go unquoted through shell scripts and addresses of foreign sites. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\.config");

    private static final Pattern OBJECT = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxStringLength(10_000)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxNameLength(1_000)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** What partitions a job may have, as the deployment says. */
    public record Defaults(int partitions, int mostPartitions) {
        public static final Defaults OF_TASCAAS = new Defaults(1, JobSize.USUAL_MOST_PARTITIONS);

        public Defaults {
            if (partitions < 1 || mostPartitions < partitions) {
                throw new IllegalArgumentException("1 <= %d <= %d does not hold".formatted(partitions, mostPartitions));
            }
        }
    }

    public JobFile {
        ignored = List.copyOf(ignored);
    }

    /** Throws IllegalArgumentException, with a text for users, if it is no job file. */
    public static JobFile read(String name, String text, Defaults defaults) {
        if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
            throw wrong("the name must end with .config and consist of at most %d letters, digits and . _ -: '%s'"
                    .formatted(LONGEST_NAME, shown(name)));
        }
        var values = values(name, text);
        var ignored = new TreeSet<>(values.keySet());
        FIELDS.forEach(ignored::remove);
        long iterations = whole(name, values, "iterations")
                .orElseThrow(() -> missing(name, "iterations", "\"iterations\": 1000000"));
        if (iterations < 1 || iterations > JobSize.MOST_ITERATIONS) {
            throw wrong("%s: 'iterations' is 1 to 2^62, not %d".formatted(name, iterations));
        }
        long seconds = whole(name, values, "time")
                .orElseThrow(() -> missing(name, "time", "\"time\": 3600, or -1 for no balancing"));
        if (seconds > LONGEST_SECONDS) throw wrong("%s: 'time' is at most 100 years, in seconds".formatted(name));
        long partitions = whole(name, values, "initWorkers").orElse((long) defaults.partitions);
        if (partitions < 1) throw wrong("%s: 'initWorkers' is at least 1, not %d".formatted(name, partitions));
        return new JobFile(
                name,
                iterations,
                seconds,
                input(name, values),
                (int) Math.min(partitions, defaults.mostPartitions),
                new ArrayList<>(ignored));
    }

    /** The identifier of a job made from this file. */
    public String jobId(String unique) {
        return unique + "_" + name;
    }

    /** How large the job is; {@code mostPartitions} is the deployment's limit. */
    public JobSize size(int mostPartitions) {
        var target = seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.<Duration>empty();
        return JobSize.of(iterations, target, partitions, Optional.of((long) mostPartitions), Optional.empty());
    }

    /** What it wants; {@code mostPartitions} is the deployment's limit. */
    public JobGoal goal(int mostPartitions) {
        return seconds > 0
                ? JobGoal.within(Duration.ofSeconds(seconds), iterations, partitions, mostPartitions)
                : JobGoal.split(iterations, partitions);
    }

    private static String input(String name, Map<String, String> values) {
        var input = values.get("inputFile");
        if (input == null) throw missing(name, "inputFile", "\"inputFile\": \"%s\"".formatted(name));
        return input(name, input);
    }

    /** The same text, if it may be the name of an input. */
    static String input(String name, String input) {
        boolean climbs = List.of(input.split("/", -1)).stream().anyMatch(part -> part.equals("..") || part.equals("."));
        if (input.length() > LONGEST_NAME || climbs || !OBJECT.matcher(input).matches()) {
            throw wrong("%s: 'inputFile' names an object below input/, with letters, digits and . _ - only, not '%s'"
                    .formatted(name, shown(input)));
        }
        return input;
    }

    private static Optional<Long> whole(String name, Map<String, String> values, String field) {
        var text = values.get(field);
        if (text == null) return Optional.empty();
        try {
            var number = new BigDecimal(text.strip());
            // Compared before it is expanded: 1e999999999 is short to write and long to compute.
            int digits = number.precision() - number.scale();
            if (digits > 19) throw new ArithmeticException();
            if (digits <= 0) return Optional.of(0L);
            return Optional.of(number.setScale(0, RoundingMode.DOWN).longValueExact());
        } catch (NumberFormatException none) {
            throw wrong("%s: '%s' must be a number, not '%s'".formatted(name, field, shown(text)));
        } catch (ArithmeticException tooLarge) {
            throw wrong("%s: '%s' is beyond 2^63: '%s'".formatted(name, field, shown(text)));
        }
    }

    /** The fields of the object, numbers as they are written. Values of unknown fields are skipped. */
    private static Map<String, String> values(String name, String text) {
        var values = new LinkedHashMap<String, String>();
        try (var json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) throw wrong(name + ": the file must be a JSON object");
            for (var field = json.nextName(); field != null; field = json.nextName()) {
                json.nextToken();
                values.put(field, FIELDS.contains(field) ? value(name, field, json) : skipped(json));
            }
            if (json.nextToken() != null) throw wrong(name + ": there is something after the end of the JSON object");
            return values;
        } catch (JacksonException bad) {
            var where = bad.getLocation();
            throw wrong("%s, line %d, column %d: this is not JSON: %s"
                    .formatted(
                            name,
                            where == null ? 1 : where.getLineNr(),
                            where == null ? 1 : where.getColumnNr(),
                            firstLine(bad.getOriginalMessage())));
        }
    }

    private static String value(String name, String field, JsonParser json) {
        return switch (json.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getString();
            default ->
                throw wrong(
                        "%s: '%s' must be a %s".formatted(name, field, field.equals("inputFile") ? "text" : "number"));
        };
    }

    private static String skipped(JsonParser json) {
        json.skipChildren();
        return "";
    }

    private static IllegalArgumentException missing(String name, String field, String example) {
        return wrong("%s: the field '%s' is missing; write for example %s".formatted(name, field, example));
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what);
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : shown(text.lines().findFirst().orElse(""));
    }

    private static String shown(String text) {
        var part = text.length() > 100 ? text.substring(0, 100) + "..." : text;
        return part.replaceAll("\\p{Cntrl}", "?");
    }
}
