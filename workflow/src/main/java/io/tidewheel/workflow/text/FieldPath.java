package io.tidewheel.workflow.text;

import org.jspecify.annotations.Nullable;

/** The way from the top of a file to a place in it. Put into words only when somebody complains, because a file has many places. */
public final class FieldPath {
    private final @Nullable FieldPath before;
    private final String name;
    private final int index;
    private final String note;

    private FieldPath(@Nullable FieldPath before, String name, int index, String note) {
        this.before = before;
        this.name = name;
        this.index = index;
        this.note = note;
    }

    public static FieldPath of(String root) {
        return new FieldPath(null, root, -1, "");
    }

    public FieldPath to(String name) {
        return new FieldPath(this, name, -1, "");
    }

    public FieldPath to(String name, int itemIndex) {
        return new FieldPath(this, name, itemIndex, "");
    }

    /** @param what the thing there is, in words: {@code execute cp} */
    public FieldPath to(String name, int itemIndex, String what) {
        return new FieldPath(this, name, itemIndex, what);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (before != null) {
            before.write(text);
            text.append("->");
        }
        text.append(name);
        if (index >= 0) text.append('[').append(index).append(']');
        if (!note.isEmpty()) text.append('(').append(note).append(')');
    }
}
