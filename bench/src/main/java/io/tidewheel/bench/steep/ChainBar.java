package io.tidewheel.bench.steep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One chain in the timeline.
 *
 * @param set the name of the capability set that it required
 * @param from in seconds since the beginning
 */
record ChainBar(String agent, String set, double from, double to) {
    /**
     * The bars of an agent that does one chain at a time. The server notes the end of several chains at the same moment if they were
     * reported together; they were done one after the other, the last of them right before.
     */
    static List<ChainBar> oneAtATime(List<ChainBar> ofAgent) {
        var sorted = new ArrayList<>(ofAgent);
        sorted.sort(Comparator.comparingDouble(ChainBar::to).reversed());
        var result = new ArrayList<ChainBar>();
        double end = Double.POSITIVE_INFINITY;
        for (var bar : sorted) {
            double to = Math.min(bar.to, end);
            double from = to - (bar.to - bar.from);
            result.add(new ChainBar(bar.agent, bar.set, from, to));
            end = from;
        }
        return result.reversed();
    }
}
