package io.tidewheel.model;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * When an agent is given up, and whether that may be held against what it ran.
 *
 * @param silence so long nothing may be heard from it while its connection stands
 * @param reconnect so long it may take to come back when its connection was closed
 * @param expendable its machine may be taken away at any time: that is no fault of what it ran
 */
public record LossLimits(Duration silence, Duration reconnect, boolean expendable) {
    public static final Duration SHORTEST = Duration.ofSeconds(2);
    public static final Duration LONGEST = Duration.ofHours(24);

    /** Machines beside the server: what is gone for seconds is gone. */
    public static final LossLimits LAN = new LossLimits(Duration.ofSeconds(4), Duration.ofMillis(700), false);
    /** Far away: lines break for a while, and what runs there is to outlast it. */
    public static final LossLimits WAN = new LossLimits(Duration.ofSeconds(30), Duration.ofSeconds(15), false);
    /** Machines that cost less because they may be taken away at any time: work is to go on elsewhere at once, and nobody is to blame. */
    public static final LossLimits SPOT = new LossLimits(Duration.ofSeconds(4), Duration.ofMillis(700), true);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,18})( expendable)?");

    private static final Map<String, LossLimits> PROFILES = new TreeMap<>(Map.of("lan", LAN, "wan", WAN, "spot", SPOT));

    /** The same; complains about what nobody can keep to. */
    public LossLimits checked() {
        if (silence.compareTo(SHORTEST) < 0
                || silence.compareTo(LONGEST) > 0
                || reconnect.isNegative()
                || reconnect.compareTo(LONGEST) > 0)
            throw new IllegalArgumentException(
                    "an agent may be silent for %d s to %d h, not for %s, and come back after at most %s"
                            .formatted(
                                    SHORTEST.toSeconds(),
                                    LONGEST.toHours(),
                                    Durations.format(silence),
                                    Durations.format(reconnect)));
        return this;
    }

    /** The limits as one text, which {@link #parse} reads. */
    public String text() {
        return "%d %d%s".formatted(silence.toMillis(), reconnect.toMillis(), expendable ? " expendable" : "");
    }

    /** Reads what {@link #text} has written; empty for a text that is none. */
    public static Optional<LossLimits> parse(String text) {
        var words = TEXT.matcher(text);
        if (!words.matches()) return Optional.empty();
        return Optional.of(new LossLimits(
                Duration.ofMillis(Long.parseLong(words.group(1))),
                Duration.ofMillis(Long.parseLong(words.group(2))),
                words.group(3) != null));
    }

    /** The names of {@link #profile}. */
    public static String profiles() {
        return String.join(", ", PROFILES.keySet());
    }

    /** The limits for a kind of network or machine. */
    public static Optional<LossLimits> profile(String name) {
        return Optional.ofNullable(PROFILES.get(name));
    }

    /** The name of the profile that has these limits, if one has. */
    public Optional<String> profileName() {
        return PROFILES.entrySet().stream()
                .filter(profile -> profile.getValue().equals(this))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The same with another time of silence; a connection that was closed may take as large a part of it as before to come back. */
    public LossLimits withSilence(Duration other) {
        double part = silence.isZero() ? 1 : (double) reconnect.toNanos() / silence.toNanos();
        return new LossLimits(other, Duration.ofNanos((long) (other.toNanos() * part)), expendable);
    }
}
