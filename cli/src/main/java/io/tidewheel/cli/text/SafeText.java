package io.tidewheel.cli.text;

/** Makes text of strangers harmless: names and output may contain sequences that move the cursor, retitle a terminal, or worse. */
public final class SafeText {
    private SafeText() {}

    /** For one line: every control character becomes visible. */
    public static String line(String text) {
        if (text.chars().noneMatch(SafeText::isHarmful) && text.indexOf('\n') < 0 && text.indexOf('\t') < 0)
            return text;
        var safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> append(safe, c, false));
        return safe.toString();
    }

    /** For many lines: line ends and tabs stay. */
    public static String lines(String text) {
        if (text.chars().noneMatch(SafeText::isHarmful)) return text;
        var safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> append(safe, c, true));
        return safe.toString();
    }

    private static void append(StringBuilder safe, int c, boolean many) {
        if (c == '\n' || c == '\t') {
            if (many) safe.appendCodePoint(c);
            else safe.append(' ');
        } else if (c < 0x20) {
            safe.append('^').append((char) (c + 0x40));
        } else if (c == 0x7f) {
            safe.append("^?");
        } else if (isHarmful(c)) {
            safe.append("\\u%04x".formatted(c));
        } else {
            safe.appendCodePoint(c);
        }
    }

    /** Control characters, and those that turn the direction of writing and so can make a text look like another. */
    private static boolean isHarmful(int c) {
        if (c == '\n' || c == '\t') return false;
        return c < 0x20
                || (c >= 0x7f && c < 0xa0)
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x2028
                || c == 0x2029;
    }
}
