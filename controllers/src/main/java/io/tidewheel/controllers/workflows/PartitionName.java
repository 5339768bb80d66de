package io.tidewheel.controllers.workflows;

import java.util.Optional;
import java.util.regex.Pattern;

/** A partition of a job inside of a workflow, as its chain is called: {@code simulate$p3}, in a loop {@code simulate$1$p3}. */
record PartitionName(String job, int number) {
    private static final Pattern NAME = Pattern.compile("(.+)\\$p([0-9]{1,9})");

    static String name(String job, int number) {
        return job + "$p" + number;
    }

    /** Empty for what cannot be one; what can be one is one if there is such a job. */
    static Optional<PartitionName> of(String chain) {
        var parts = NAME.matcher(chain);
        return parts.matches()
                ? Optional.of(new PartitionName(parts.group(1), Integer.parseInt(parts.group(2))))
                : Optional.empty();
    }
}
