package io.tidewheel.server.http.json;

/** Text of a caller's that is repeated to the caller. */
public final class QuotedText {
    private static final int LONGEST = 120;

    private QuotedText() {}

    /** Short, on one line, and without characters that could command a terminal. */
    public static String shown(String text) {
        var shown = new StringBuilder();
        text.codePoints()
                .limit(LONGEST)
                .map(point ->
                        Character.isISOControl(point) || Character.getType(point) == Character.FORMAT ? '?' : point)
                .forEach(shown::appendCodePoint);
        return text.length() > LONGEST ? shown + "..." : shown.toString();
    }
}
