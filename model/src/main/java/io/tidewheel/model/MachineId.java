package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/** The name of a machine, chosen before it is made, so that making it twice makes one. Fit to be a host's name. */
public record MachineId(String name) implements Comparable<MachineId> {
    public static final int MAX_LENGTH = 63;

    public MachineId {
        if (!isOne(name)) {
            throw new IllegalArgumentException(
                    "'%s' is not the id of a machine: 1 to %d small letters, digits and - within"
                            .formatted(name, MAX_LENGTH));
        }
    }

    public static boolean isOne(String name) {
        // By hand: it is asked for every agent at every look, and a pattern takes ten times as long.
        int length = name.length();
        if (length == 0 || length > MAX_LENGTH || name.charAt(0) == '-' || name.charAt(length - 1) == '-') return false;
        for (int i = 0; i < length; i++) {
            char letter = name.charAt(i);
            boolean fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
            if (!fits) return false;
        }
        return true;
    }

    /**
     * The machine that an agent runs on, going by the agent's name: the first agent of a machine has its name, the others have a number
     * in brackets after it.
     */
    public static String ofAgent(String agentName) {
        int bracket = agentName.indexOf('[');
        return bracket < 0 ? agentName : agentName.substring(0, bracket);
    }

    /** The name of the n-th agent of this machine, counted from 1. */
    public String agentName(int number) {
        return number == 1 ? name : "%s[%d]".formatted(name, number);
    }

    @Override
    public int compareTo(MachineId other) {
        return name.compareTo(other.name);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MachineId that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
