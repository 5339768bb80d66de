package io.tidewheel.experiments.pfa;

import io.tidewheel.experiments.pfa.PfaReport.Finding;
import java.util.List;

/** A part of the report that is a table with a few words. */
public record ReportChapter(
        String title, String text, List<String> titles, List<List<String>> rows, List<Finding> findings) {
    public ReportChapter {
        titles = List.copyOf(titles);
        rows = List.copyOf(rows);
        findings = List.copyOf(findings);
    }
}
