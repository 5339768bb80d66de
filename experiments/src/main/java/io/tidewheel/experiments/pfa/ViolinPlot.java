package io.tidewheel.experiments.pfa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How values are distributed, as one violin per group: its width says how many there are, a box holds the middle half, a line marks the
 * median and a dot the mean. What is beyond the 99th percentile is cut off, and said.
 */
final class ViolinPlot {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 320;
    private static final int LEFT = 56;
    private static final int TOP = 30;
    private static final int BOTTOM = 60;
    private static final int STEPS = 60;
    private static final double MOST = 0.99;

    @SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
    private record Group(String name, double[] ascending) {}

    private final String title;
    private final String unit;
    private final boolean logarithmic;
    private final List<Group> groups = new ArrayList<>();

    /** @param logarithmic for values that are all above zero */
    ViolinPlot(String title, String unit, boolean logarithmic) {
        this.title = title;
        this.unit = unit;
        this.logarithmic = logarithmic;
    }

    ViolinPlot add(String name, double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        if (sorted.length > 0) groups.add(new Group(name, sorted));
        return this;
    }

    String svg() {
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (var group : groups) {
            low = Math.min(low, scaled(group.ascending[0]));
            high = Math.max(high, scaled(TrialSummary.quantile(group.ascending, MOST)));
        }
        if (groups.isEmpty()) return "";
        if (high <= low) high = low + 1;
        var svg = new StringBuilder(("<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" font-family=\"sans-serif\""
                        + " font-size=\"12\"><title>%s</title>\n")
                .formatted(WIDTH, HEIGHT, WIDTH, HtmlPage.escaped(title)));
        svg.append(text(LEFT, 16, "start", title));
        axis(svg, low, high);
        double each = (double) (WIDTH - LEFT - 10) / groups.size();
        for (int i = 0; i < groups.size(); i++) violin(svg, groups.get(i), LEFT + each * (i + 0.5), each, low, high, i);
        return svg.append("</svg>\n").toString();
    }

    private void axis(StringBuilder svg, double low, double high) {
        for (int i = 0; i <= 5; i++) {
            double at = low + (high - low) * i / 5;
            double y = y(at, low, high);
            svg.append(line(LEFT, y, WIDTH - 10, y, "#8884", 1));
            svg.append(text(LEFT - 6, y + 4, "end", number(logarithmic ? Math.exp(at) : at)));
        }
        svg.append("<text transform=\"translate(12 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n"
                .formatted((HEIGHT - BOTTOM + TOP) / 2, HtmlPage.escaped(unit)));
    }

    private void violin(StringBuilder svg, Group group, double x, double each, double low, double high, int index) {
        double top = Math.min(high, scaled(TrialSummary.quantile(group.ascending, MOST)));
        double bottom = scaled(group.ascending[0]);
        var density = density(group, bottom, top);
        double most = Arrays.stream(density).max().orElse(1);
        var right = new StringBuilder();
        var left = new StringBuilder();
        for (int i = 0; i <= STEPS; i++) {
            double y = y(bottom + (top - bottom) * i / STEPS, low, high);
            double half = most == 0 ? 0 : density[i] / most * each * 0.42;
            right.append(point(x + half, y));
            left.insert(0, point(x - half, y));
        }
        svg.append("<polygon points=\"%s%s\" fill=\"%s\" fill-opacity=\".35\" stroke=\"%s\"/>\n"
                .formatted(right, left, StepCurves.color(index), StepCurves.color(index)));
        double first = y(scaled(TrialSummary.quantile(group.ascending, 0.25)), low, high);
        double third = y(scaled(TrialSummary.quantile(group.ascending, 0.75)), low, high);
        double median = y(scaled(TrialSummary.quantile(group.ascending, 0.5)), low, high);
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"%.1f\" fill=\"%s\"/>%n",
                x - 4,
                third,
                Math.max(0.5, first - third),
                StepCurves.color(index)));
        svg.append(line(x - 9, median, x + 9, median, "#fff", 2.5))
                .append(line(x - 9, median, x + 9, median, "#000", 1));
        double mean = Arrays.stream(group.ascending).average().orElse(0);
        svg.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#000\" stroke=\"#fff\"/>%n",
                x,
                y(Math.min(high, scaled(mean)), low, high)));
        svg.append(text(x, HEIGHT - BOTTOM + 18, "middle", group.name));
        svg.append(text(x, HEIGHT - BOTTOM + 34, "middle", "mean " + number(mean)));
    }

    /** By a kernel as wide as Silverman's rule says. */
    private double[] density(Group group, double bottom, double top) {
        var values = Arrays.stream(group.ascending).map(this::scaled).toArray();
        double mean = Arrays.stream(values).average().orElse(0);
        double variance = Arrays.stream(values)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElse(0);
        double width = Math.max((top - bottom) / 100, 1.06 * Math.sqrt(variance) * Math.pow(values.length, -0.2));
        var density = new double[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            double at = bottom + (top - bottom) * i / STEPS;
            for (double value : values) {
                double distance = (value - at) / Math.max(width, 1e-12);
                if (Math.abs(distance) < 4) density[i] += Math.exp(-distance * distance / 2);
            }
        }
        return density;
    }

    private double scaled(double value) {
        return logarithmic ? Math.log(Math.max(value, 1e-9)) : value;
    }

    private static double y(double value, double low, double high) {
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM);
    }

    static String number(double value) {
        return String.format(
                Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    }

    static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f ", x, y);
    }

    static String line(double x1, double y1, double x2, double y2, String color, double width) {
        return String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
                x1,
                y1,
                x2,
                y2,
                color,
                width);
    }

    static String text(double x, double y, String anchor, String words) {
        return String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                HtmlPage.escaped(words));
    }
}
