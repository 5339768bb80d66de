package io.tidewheel.workflow.chains;

import java.util.regex.Pattern;

/** The rounds of loops that stand behind the names of actions and variables: {@code a$3$0+1}. */
public final class RoundNames {
    /** A name may itself contain dollar signs, as those from macros do; and behind an action may stand the partition of a job. */
    private static final Pattern ROUNDS = Pattern.compile("(\\$([0-9][0-9.+]*|~[a-z2-7]{20}))*(\\$p[0-9]{1,9})?$");

    private RoundNames() {}

    /** A name without the rounds behind it. */
    public static String without(String name) {
        var rounds = ROUNDS.matcher(name);
        int from = name.indexOf('$');
        return from >= 0 && rounds.find(from) ? name.substring(0, rounds.start()) : name;
    }
}
