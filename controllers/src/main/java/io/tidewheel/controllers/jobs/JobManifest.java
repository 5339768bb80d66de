package io.tidewheel.controllers.jobs;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What each partition really did, as a small JSON text that a merge step, or a person, can read. */
public final class JobManifest {
    private JobManifest() {}

    public static byte[] of(long run, JobView view) {
        var text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "{\"run\": %d, \"iterations\": %d, \"stored\": %d, \"complete\": %b, \"partitions\": [",
                run,
                view.goal().iterations(),
                view.stored(),
                view.complete()));
        String separator = "\n  ";
        for (var part : view.partitions()) {
            boolean counts = part.state().equals("STORED");
            text.append(separator)
                    .append(String.format(
                            Locale.ROOT,
                            "{\"partition\": %d, \"task\": %d, \"state\": \"%s\", \"iterations\": %d, \"agent\":"
                                    + " \"%s\"}",
                            part.index(),
                            part.chain(),
                            part.state(),
                            counts ? part.done() : 0,
                            part.site().replaceAll("[\"\\\\\\p{Cntrl}]", "?")));
            separator = ",\n  ";
        }
        return text.append("\n]}\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
