package io.tidewheel.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the words that somebody may have meant: few letters wrong, missing, too many or swapped. */
final class SimilarWords {
    private static final int MOST = 3;

    private SimilarWords() {}

    static List<String> to(String word, Collection<String> known) {
        int limit = word.length() <= 3 ? 1 : 2;
        return known.stream()
                .filter(other -> distance(word, other) <= limit || (word.length() >= 3 && other.startsWith(word)))
                .sorted(Comparator.comparing((String other) -> !other.startsWith(word))
                        .thenComparingInt(other -> distance(word, other))
                        .thenComparing(other -> other))
                .limit(MOST)
                .toList();
    }

    /** How many single changes lead from one to the other; two neighbours that change places are one change. */
    static int distance(String from, String to) {
        var rows = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) rows[i][0] = i;
        for (int j = 0; j <= to.length(); j++) rows[0][j] = j;
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + change);
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                rows[i][j] = swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
            }
        }
        return rows[from.length()][to.length()];
    }
}
