package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The policies by their names, with parameters after a colon: {@code pfa-ma:20}, {@code pfa-ewma:0.8:literal}, {@code fixed:small=4,large=1},
 * {@code plf:fast}, {@code queue-growth:5}, {@code on-demand:60s}.
 */
public final class PolicyCatalogue {
    private static final int INTERVALS = 10;
    private static final double MEMORY_WEIGHT = 0.7;
    private static final long THRESHOLD = 0;

    private static final Map<String, Function<String, OwnerPolicy>> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put("leap", PolicyCatalogue::leap);
        KNOWN.put("pfa-ma", PolicyCatalogue::movingAverage);
        KNOWN.put("pfa-ewma", PolicyCatalogue::exponential);
        KNOWN.put("plf", text -> new PlanningFirst(ties(text)));
        KNOWN.put("scf", text -> new ScalingFirst(ties(text)));
        KNOWN.put(
                "on-demand",
                text -> new OwnerOnDemandPolicy(text.isEmpty() ? Duration.ofMinutes(5) : Durations.parse(text)));
        KNOWN.put(
                "queue-growth",
                text -> new QueueGrowth(
                        text.isEmpty() ? THRESHOLD : whole(text), Duration.ofSeconds(30), Duration.ofSeconds(30)));
        KNOWN.put(
                "queue-drain", text -> new QueueDrain(text.isEmpty() ? Duration.ofMinutes(1) : Durations.parse(text)));
        KNOWN.put("hint", text -> plain(text, new CapacityHint()));
        KNOWN.put("fixed", PolicyCatalogue::fixed);
    }

    private PolicyCatalogue() {}

    public static List<String> names() {
        return List.copyOf(KNOWN.keySet());
    }

    /** Reads the name of a policy. Throws IllegalArgumentException, with a text for users, if it is none. */
    public static OwnerPolicy parse(String text) {
        int colon = text.indexOf(':');
        var name = colon < 0 ? text : text.substring(0, colon);
        var known = KNOWN.get(name.strip());
        if (known == null) {
            throw new IllegalArgumentException(
                    "'%s' is not a policy: use one of %s".formatted(name, String.join(", ", KNOWN.keySet())));
        }
        try {
            return known.apply(colon < 0 ? "" : text.substring(colon + 1).strip());
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(
                    "'%s' is not a parameter of the policy %s".formatted(text.substring(colon + 1), name));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "the policy '%s' cannot be: %s".formatted(text, wrong.getMessage()), wrong);
        }
    }

    private static OwnerPolicy movingAverage(String text) {
        var words = PfaWords.of(text, List.of("literal"));
        return new PfaMovingAverage(words.number().isEmpty() ? INTERVALS : whole(words.number()), words.options());
    }

    private static OwnerPolicy exponential(String text) {
        var words = PfaWords.of(text, List.of("literal", "smooth", "hold"));
        return new PfaExponential(words.number().isEmpty() ? MEMORY_WEIGHT : number(words.number()), words.options());
    }

    /** What follows the name of PFA: a number, and words that say where it departs from its usual form, as in {@code 10:literal}. */
    private record PfaWords(String number, PfaOptions options) {
        static PfaWords of(String text, List<String> known) {
            var words = new ArrayList<String>();
            if (!text.isEmpty()) words.addAll(List.of(text.split(":", -1)));
            boolean hasNumber = !words.isEmpty() && !known.contains(words.getFirst());
            var number = hasNumber ? words.removeFirst() : "";
            if (hasNumber && number.isBlank()) throw new IllegalArgumentException("nothing follows the colon");
            for (var word : words) {
                if (!known.contains(word))
                    throw new IllegalArgumentException(
                            "'%s' is none of its words: %s".formatted(word, String.join(", ", known)));
            }
            return new PfaWords(
                    number,
                    new PfaOptions(!words.contains("literal"), words.contains("smooth"), words.contains("hold")));
        }
    }

    private static OwnerPolicy leap(String text) {
        if (text.isEmpty()) return LeapPolicy.DEFAULT;
        var parts = text.split(",", -1);
        if (parts.length > 5) throw new IllegalArgumentException("leap has at most five parameters");
        var base = LeapPolicy.DEFAULT;
        return new LeapPolicy(
                number(parts[0]),
                parts.length > 1 ? number(parts[1]) : base.dearness(),
                parts.length > 2 ? number(parts[2]) : base.perPriority(),
                parts.length > 3 ? number(parts[3]) : base.secondsPerMoney(),
                parts.length > 4 ? number(parts[4]) : base.overdue());
    }

    private static OwnerPolicy fixed(String text) {
        var machines = new LinkedHashMap<String, Integer>();
        for (var part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1)
                throw new IllegalArgumentException("say how many machines of which type, like fixed:small=4,large=1");
            machines.put(part.substring(0, equals).strip(), whole(part.substring(equals + 1)));
        }
        return new FixedFleet(machines);
    }

    private static OwnerPolicy plain(String text, OwnerPolicy policy) {
        if (!text.isEmpty()) throw new IllegalArgumentException("it has no parameters");
        return policy;
    }

    private static TieBreak ties(String text) {
        return switch (text) {
            case "", "random" -> TieBreak.RANDOM;
            case "fast" -> TieBreak.FASTEST;
            case "first" -> TieBreak.FIRST;
            default -> throw new IllegalArgumentException("ties are random, fast or first, not '%s'".formatted(text));
        };
    }

    private static int whole(String text) {
        return Integer.parseInt(text.strip());
    }

    private static double number(String text) {
        return Double.parseDouble(text.strip());
    }
}
