package io.tidewheel.workflow.text;

import org.jspecify.annotations.Nullable;

/** The way from the top of a file to a place in it. Put into words only when somebody complains, because a file has many places. */
public final class Trail {
    private final @Nullable Trail before;
    private final String name;
    private final int index;
    private final String note;

    private Trail(@Nullable Trail before, String name, int index, String note) {
        this.before = before;
        this.name = name;
        this.index = index;
        this.note = note;
    }

    public static Trail of(String root) {
        return new Trail(null, root, -1, "");
    }

    public Trail to(String name) {
        return new Trail(this, name, -1, "");
    }

    public Trail to(String name, int itemIndex) {
        return new Trail(this, name, itemIndex, "");
    }

    /** @param what the thing there is, in words: {@code execute cp} */
    public Trail to(String name, int itemIndex, String what) {
        return new Trail(this, name, itemIndex, what);
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
