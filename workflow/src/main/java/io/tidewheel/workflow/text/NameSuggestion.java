package io.tidewheel.workflow.text;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Guesses what somebody meant who wrote a name that nobody knows. */
public final class NameSuggestion {
    private static final int MOST_COMPARED = 2_000;
    private static final int MOST_LISTED = 12;

    private NameSuggestion() {}

    /** {@code did you mean 'x'?}, or else the names there are. */
    public static String among(String word, Collection<String> known, String ofWhat) {
        var near = nearest(word, known);
        if (near != null) return "did you mean '%s'?".formatted(near);
        if (known.isEmpty()) return ofWhat + ": there are none";
        if (known.size() > MOST_LISTED) return "%s are for example %s".formatted(ofWhat, listed(known));
        return "%s are %s".formatted(ofWhat, listed(known));
    }

    private static String listed(Collection<String> known) {
        var names = known.stream();
        return String.join(
                ", ",
                (known.size() > MOST_COMPARED ? names : names.sorted())
                        .limit(MOST_LISTED)
                        .toList());
    }

    private static @Nullable String nearest(String word, Collection<String> known) {
        int best = (word.length() <= 3 ? 1 : Math.clamp(word.length() / 3, 2, 3)) + 1;
        String found = null;
        int compared = 0;
        for (var other : known) {
            if (++compared > MOST_COMPARED) break;
            if (Math.abs(other.length() - word.length()) > best) continue;
            int distance = distance(word, other);
            // Of several the first in the alphabet, because sets have no order of their own.
            if (distance < best || (distance == best && found != null && other.compareTo(found) < 0)) {
                best = distance;
                found = other;
            }
        }
        return found;
    }

    /** How many letters must be changed, added or taken away; capital letters do not count. */
    private static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                boolean same = Character.toLowerCase(from.charAt(i - 1)) == Character.toLowerCase(to.charAt(j - 1));
                int cost = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + (same ? 0 : 1));
                diagonal = row[j];
                row[j] = cost;
            }
        }
        return row[to.length()];
    }
}
