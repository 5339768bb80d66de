package io.tidewheel.cli.progress;

import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.TextBars;
import java.time.Duration;
import java.util.Optional;

/** One line about how far a run is. Pure. */
final class ProgressLine {
    private ProgressLine() {}

    /** The line with a bar, no wider than {@code width} columns. */
    static String bar(String title, ProgressNumbers now, double perSecond, Optional<Duration> left, int width) {
        var facts = facts(now, perSecond, left);
        int room = width - title.length() - facts.length() - 5;
        if (room < 8) return clipped(title + "  " + facts, width - 1);
        int cells = Math.min(room, 40);
        double part = now.size() == 0 ? 0 : (double) now.done() / now.size();
        return title + " " + TextBars.of(part, cells) + " " + facts;
    }

    /** The line without a bar, for logs. */
    static String plain(String title, ProgressNumbers now, double perSecond, Optional<Duration> left) {
        return title + ": " + facts(now, perSecond, left);
    }

    private static String facts(ProgressNumbers now, double perSecond, Optional<Duration> left) {
        var facts = new StringBuilder();
        facts.append(HumanNumbers.count(now.done())).append('/').append(HumanNumbers.count(now.size()));
        if (now.size() > 0)
            facts.append(' ').append(100 * now.done() / now.size()).append('%');
        if (now.failed() > 0) facts.append("  failed ").append(HumanNumbers.count(now.failed()));
        if (now.cancelled() > 0) facts.append("  cancelled ").append(HumanNumbers.count(now.cancelled()));
        if (now.retried() > 0) facts.append("  retried ").append(HumanNumbers.count(now.retried()));
        if (perSecond > 0)
            facts.append("  ").append(HumanNumbers.rate(perSecond)).append("/s");
        left.filter(time -> time.toSeconds() > 0)
                .ifPresent(time -> facts.append("  ETA ").append(HumanNumbers.duration(time)));
        return facts.toString();
    }

    private static String clipped(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(1, width));
    }
}
