package io.tidewheel.experiments.seeded;

/**
 * A mistake that somebody could make.
 *
 * @param story what was not thought of
 * @param type the class with the mistake
 * @param right the text of its source, which occurs once
 * @param wrong what somebody writes instead
 */
public record SeededBug(String name, String story, String type, String right, String wrong) {
    /** Where the source is, below the sources' root. */
    String file() {
        var folder = type.split("\\.", -1)[2];
        return "%s/src/main/java/%s.java".formatted(folder, type.replace('.', '/'));
    }

    /** The source with the mistake in it. */
    String in(String source) {
        int at = source.indexOf(right);
        if (at < 0 || source.indexOf(right, at + 1) >= 0) {
            throw new IllegalStateException(
                    "the seeded bug '%s' belongs where %s says once: %s; say anew in SeededBugs where that is"
                            .formatted(name, file(), right));
        }
        return source.substring(0, at) + wrong + source.substring(at + right.length());
    }
}
