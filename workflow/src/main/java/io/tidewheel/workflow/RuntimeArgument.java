package io.tidewheel.workflow;

/** An argument for the runtime of a service, such as an option of a container engine. {@code label} and {@code value} are empty for none. */
public record RuntimeArgument(
        String id, String name, String description, String dataType, String label, String value) {}
