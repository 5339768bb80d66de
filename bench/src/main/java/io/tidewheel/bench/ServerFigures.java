package io.tidewheel.bench;

import java.util.Map;
import java.util.TreeMap;

/** What a server says about itself under {@code /metrics}. */
public final class ServerFigures {
    private static final String PLACEMENT = "tidewheel_engine_placement_seconds";

    private final Map<String, Double> values;

    private ServerFigures(Map<String, Double> values) {
        this.values = values;
    }

    public static ServerFigures parse(String page) {
        var values = new TreeMap<String, Double>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int blank = line.lastIndexOf(' ');
            if (blank > 0) values.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
        });
        return new ServerFigures(values);
    }

    /** The value of a counter or gauge, with its labels as they are written; 0 if there is none. */
    public double value(String name) {
        return values.getOrDefault(name, 0.0);
    }

    public long succeeded() {
        return (long) value("tidewheel_engine_tasks_finished_total{state=\"succeeded\"}");
    }

    public long unsuccessful() {
        return (long) (value("tidewheel_engine_tasks_finished_total{state=\"failed\"}")
                + value("tidewheel_engine_tasks_finished_total{state=\"cancelled\"}"));
    }

    /** Placing, writing of claims included, for each chain that was leased. */
    public double placementMillisPerChain() {
        return value(PLACEMENT + "_sum") * 1e3 / Math.max(1, value("tidewheel_engine_tasks_started_total"));
    }

    public double placementMillisPerTurn() {
        return value(PLACEMENT + "_sum") * 1e3 / Math.max(1, value(PLACEMENT + "_count"));
    }

    /** The limit of the histogram's range in which the 99th percentile of turns lies, in milliseconds. */
    public double placementMillisP99() {
        double wanted = value(PLACEMENT + "_count") * 0.99;
        double best = Double.POSITIVE_INFINITY;
        for (var entry : values.entrySet()) {
            if (!entry.getKey().startsWith(PLACEMENT + "_bucket{le=\"") || entry.getValue() < wanted) continue;
            var limit = entry.getKey().replaceAll(".*le=\"([^\"]*)\".*", "$1");
            if (!limit.equals("+Inf")) best = Math.min(best, Double.parseDouble(limit) * 1e3);
        }
        return best;
    }
}
