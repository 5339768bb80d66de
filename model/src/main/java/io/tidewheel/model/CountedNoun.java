package io.tidewheel.model;

import java.util.Locale;

/** Things with their number, as people say it: {@code 1 agent}, {@code 2,000 agents}. */
public final class CountedNoun {
    private CountedNoun() {}

    /** @param one the word for one of them, to which an s is added for more */
    public static String of(long number, String one) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : one + "s");
    }

    /** The same with its verb: {@code 1 agent is}, {@code 2,000 agents are}. */
    public static String are(long number, String one) {
        return of(number, one) + (number == 1 ? " is" : " are");
    }
}
