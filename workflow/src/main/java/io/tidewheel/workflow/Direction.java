package io.tidewheel.workflow;

/** Whether a parameter takes something in or gives something out. */
public enum Direction {
    INPUT,
    OUTPUT;

    @Override
    public String toString() {
        return this == INPUT ? "input" : "output";
    }
}
