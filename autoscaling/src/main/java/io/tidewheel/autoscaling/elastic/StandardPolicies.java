package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.Durations;
import io.tidewheel.model.plugins.PluginSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/** The policies that are built in. Their parameters follow a colon: {@code pfa-ma:20}, {@code pfa-ewma:0.8:literal}, {@code fixed:small=4,large=1}. */
public final class StandardPolicies {
    private static final int INTERVALS = 10;
    private static final double MEMORY_WEIGHT = 0.7;
    private static final long THRESHOLD = 0;

    private StandardPolicies() {}

    /** A policy without settings, made from its parameters. */
    abstract static class Named implements PolicyProvider {
        private final String name;
        private final String description;
        private final Function<String, OwnerPolicy> make;

        Named(String name, String description, Function<String, OwnerPolicy> make) {
            this.name = name;
            this.description = description;
            this.make = make;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return description;
        }

        @Override
        public OwnerPolicy policy(PluginSettings settings, String parameters) {
            return make.apply(parameters);
        }
    }

    /** {@code leap}. */
    public static final class LeapProvider extends Named {
        public LeapProvider() {
            super("leap", "ours: buys what ends the work soonest for the money", StandardPolicies::leap);
        }
    }

    /** {@code pfa-ma}. */
    public static final class MovingAverageProvider extends Named {
        public MovingAverageProvider() {
            super(
                    "pfa-ma",
                    "performance feedback, as a moving average over intervals",
                    StandardPolicies::movingAverage);
        }
    }

    /** {@code pfa-ewma}. */
    public static final class ExponentialProvider extends Named {
        public ExponentialProvider() {
            super("pfa-ewma", "performance feedback, weighted by age", StandardPolicies::exponential);
        }
    }

    /** {@code plf}. */
    public static final class PlanningProvider extends Named {
        public PlanningProvider() {
            super(
                    "plf",
                    "planning first: for the lab, where run times are known",
                    text -> new PlanningFirst(ties(text)));
        }
    }

    /** {@code scf}. */
    public static final class ScalingProvider extends Named {
        public ScalingProvider() {
            super("scf", "scaling first: for the lab, where run times are known", text -> new ScalingFirst(ties(text)));
        }
    }

    /** {@code on-demand}. */
    public static final class OnDemandProvider extends Named {
        public OnDemandProvider() {
            super(
                    "on-demand",
                    "machines for what nothing present can do, gone after an idle time",
                    text -> new OwnerOnDemandPolicy(text.isEmpty() ? Duration.ofMinutes(5) : Durations.parse(text)));
        }
    }

    /** {@code queue-growth}. */
    public static final class GrowingProvider extends Named {
        public GrowingProvider() {
            super(
                    "queue-growth",
                    "one more machine whenever the queue has grown (CloudKon)",
                    text -> new QueueGrowth(
                            text.isEmpty() ? THRESHOLD : whole(text), Duration.ofSeconds(30), Duration.ofSeconds(30)));
        }
    }

    /** {@code queue-drain}. */
    public static final class DrainingProvider extends Named {
        public DrainingProvider() {
            super(
                    "queue-drain",
                    "as many machines as empty the queue within a time",
                    text -> new QueueDrain(text.isEmpty() ? Duration.ofMinutes(1) : Durations.parse(text)));
        }
    }

    /** {@code hint}. */
    public static final class HintingProvider extends Named {
        public HintingProvider() {
            super(
                    "hint",
                    "the capacity that a hint for sites would ask for (TaScaaS)",
                    text -> plain(text, new CapacityHint()));
        }
    }

    /** {@code fixed}. */
    public static final class FixedProvider extends Named {
        public FixedProvider() {
            super("fixed", "always the same machines", StandardPolicies::fixed);
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
