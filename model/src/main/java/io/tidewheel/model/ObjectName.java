package io.tidewheel.model;

import java.util.regex.Pattern;

/**
 * What an object is called: one or more parts of letters, digits and {@code . _ = -}, with slashes between them. No part begins with a dot,
 * so that no name can be taken for a way out of a folder.
 */
public record ObjectName(String text) implements Comparable<ObjectName> {
    public static final int LONGEST = 500;
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_=-][A-Za-z0-9._=-]{0,119}");

    public ObjectName {
        boolean fine = text.length() <= LONGEST;
        for (var part : text.split("/", -1)) fine &= PART.matcher(part).matches();
        if (!fine) {
            throw new IllegalArgumentException(
                    "'%s' is not the name of an object: it has at most %d characters, in parts of at most 120 letters, digits and . _ = - with slashes between them, and no part begins with a dot"
                            .formatted(shown(text), LONGEST));
        }
    }

    private static String shown(String text) {
        var printable = text.replaceAll("[^ -~]", "?");
        return printable.length() <= 100 ? printable : printable.substring(0, 100) + "...";
    }

    @Override
    public int compareTo(ObjectName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
