package io.tidewheel.workflow.chains;

import java.util.List;

/**
 * A result of the workflow: an output with {@code store: true} whose chain has succeeded.
 *
 * @param variable as the file calls it
 * @param instance the variable with its rounds
 */
public record StoredResult(String variable, String instance, List<String> paths) {
    public StoredResult {
        paths = List.copyOf(paths);
    }
}
