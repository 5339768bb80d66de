package io.tidewheel.workflow;

/** What is handed to a parameter of a service or macro. */
public record ActionInput(String id, Source source, SourcePlace place) {
    /** Where the value comes from. */
    public sealed interface Source {
        /** Known when the variable is. */
        record FromVariable(String variable) implements Source {}

        /** Stands in the file. */
        record Literal(Object value) implements Source {}
    }
}
