package io.tidewheel.workflow.chains;

/**
 * The rounds of loops that stand behind the names of actions and variables: {@code a$3$0+1}, long ones as {@code a$~HASH}. A name may itself
 * contain dollar signs, as those from macros do; and behind an action may stand the partition of a job: {@code a$3$p0}. Read from the end,
 * once: names are as long as people like.
 */
public final class RoundNames {
    private static final int HASH_LETTERS = 20;
    private static final int MOST_DIGITS = 9;

    private RoundNames() {}

    /** A name without the rounds behind it, and without the partition behind these. */
    public static String without(String name) {
        int end = withoutPartition(name).length();
        return name.substring(0, begin(name, end));
    }

    /** A name without the partition behind it. */
    public static String withoutPartition(String name) {
        int dollar = name.lastIndexOf('$');
        boolean isOne = dollar >= 0
                && name.startsWith("p", dollar + 1)
                && isAll(name, dollar + 2, name.length(), RoundNames::isDigit)
                && name.length() - dollar - 2 <= MOST_DIGITS;
        return isOne ? name.substring(0, dollar) : name;
    }

    /** Where the rounds begin that end there; just there, if none do. */
    private static int begin(String name, int end) {
        int begin = end;
        for (int dollar = name.lastIndexOf('$', begin - 1);
                dollar >= 0 && isRound(name, dollar + 1, begin);
                dollar = name.lastIndexOf('$', begin - 1)) {
            begin = dollar;
        }
        return begin;
    }

    private static boolean isRound(String name, int from, int to) {
        if (from == to) return false;
        if (name.charAt(from) == '~')
            return to - from == HASH_LETTERS + 1 && isAll(name, from + 1, to, RoundNames::isOfHash);
        return isDigit(name.charAt(from)) && isAll(name, from, to, RoundNames::isOfRound);
    }

    private static boolean isAll(String name, int from, int to, LetterTest test) {
        if (from >= to) return false;
        for (int i = from; i < to; i++) if (!test.holds(name.charAt(i))) return false;
        return true;
    }

    private interface LetterTest {
        boolean holds(char letter);
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean isOfRound(char letter) {
        return isDigit(letter) || letter == '.' || letter == '+';
    }

    private static boolean isOfHash(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '2' && letter <= '7');
    }
}
