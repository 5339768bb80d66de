package io.tidewheel.model;

import java.util.List;

/** Some runs of a list, and how many the whole list has. */
public record RunPage(long total, List<RunRecord> runs) {
    public RunPage {
        runs = List.copyOf(runs);
    }
}
