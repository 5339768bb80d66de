package io.tidewheel.agent.runtime;

/** Exceptions and texts as one line for people. */
public final class OneLine {
    private static final int LONGEST = 1_000;

    private OneLine() {}

    public static String of(Throwable thrown) {
        var text = thrown.getMessage();
        var kind = thrown.getClass().getName();
        return of(text == null || text.isBlank() ? kind : kind + ": " + text);
    }

    /** Control characters, line ends among them, become blanks; what is too long is cut. */
    public static String of(String text) {
        var line = new StringBuilder(Math.min(text.length(), LONGEST));
        for (int i = 0; i < text.length() && line.length() < LONGEST; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString().strip();
    }
}
