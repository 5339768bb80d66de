package io.tidewheel.workflow.text;

import io.tidewheel.workflow.Complaint;
import java.util.List;
import java.util.Optional;

/**
 * What came out of reading a text.
 *
 * @param value what could be read, also if there are complaints; empty if nothing could
 * @param complaints all that is wrong, in the order of the text; whoever wants to use the value must see that there are none
 * @param warnings what works, but should be written in another way
 */
public record ReadResult<T>(Optional<T> value, List<Complaint> complaints, List<Complaint> warnings) {
    public ReadResult {
        complaints = complaints.stream().sorted(Complaint.IN_ORDER).toList();
        warnings = warnings.stream().sorted(Complaint.IN_ORDER).toList();
    }

    static <T> ReadResult<T> of(T value) {
        return new ReadResult<>(Optional.of(value), List.of(), List.of());
    }

    static <T> ReadResult<T> refused(Complaint complaint) {
        return new ReadResult<>(Optional.empty(), List.of(complaint), List.of());
    }

    public boolean isFine() {
        return complaints.isEmpty() && value.isPresent();
    }

    /** The value of a text that is known to be right. */
    public T orThrow() {
        if (!isFine()) throw new IllegalArgumentException("cannot be read: " + complaints);
        return value.orElseThrow();
    }
}
