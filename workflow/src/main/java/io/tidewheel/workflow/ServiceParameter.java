package io.tidewheel.workflow;

import java.util.Optional;

/**
 * A parameter of a service.
 *
 * @param preset the value that a parameter with cardinality 1..1 has when none is given; {@code default} in files
 * @param label stands before the value on the command line; empty for none
 * @param fileSuffix ends the names of output files; empty for none
 */
public record ServiceParameter(
        String id,
        String name,
        String description,
        Direction direction,
        Cardinality cardinality,
        String dataType,
        Optional<Object> preset,
        String fileSuffix,
        String label,
        SourcePlace place) {
    /** The same with another type of data. */
    public ServiceParameter withDataType(String other) {
        return new ServiceParameter(
                id, name, description, direction, cardinality, other, preset, fileSuffix, label, place);
    }
}
