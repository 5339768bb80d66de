package io.tidewheel.server.endpoints.rest.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What the agents did in the course of time: for each slot of an agent a row, and in each row what can be seen at a given width. Pure, and
 * never larger than the picture, however many chains there were.
 *
 * @param rows in the order of the agents
 * @param waiting for each column how many chains waited
 * @param running for each column how many ran
 */
public record TimelineRows(
        double from, double to, int width, List<Row> rows, List<Double> waiting, List<Double> running) {
    /** What is closer together than this, in columns, is drawn as one. */
    private static final double NEAR = 0.5;

    /**
     * One slot of an agent.
     *
     * @param number of the slot, from 0
     */
    public record Row(int agent, int number, List<Segment> segments) {}

    /**
     * Chains of one kind that follow each other closely; places are columns.
     *
     * @param index of the first
     */
    public record Segment(double from, double to, int service, TimelineBar.Kind kind, int chains, int index) {}

    public TimelineRows {
        rows = List.copyOf(rows);
        waiting = List.copyOf(waiting);
        running = List.copyOf(running);
    }

    /**
     * Draws.
     *
     * @param from the second at the left edge
     * @param to the second at the right edge, after {@code from}
     * @param slots how many rows each agent may have at most
     */
    public static TimelineRows of(List<TimelineBar> bars, List<Integer> slots, double from, double to, int width) {
        double scale = width / (to - from);
        var byAgent = new TreeMap<Integer, List<TimelineBar>>();
        var waiting = new double[width + 2];
        var running = new double[width + 2];
        for (var bar : bars) {
            count(waiting, (bar.added() - from) * scale, (bar.from() - from) * scale, width);
            count(running, (bar.from() - from) * scale, (bar.to() - from) * scale, width);
            if (bar.to() >= from && bar.from() <= to && bar.agent() >= 0)
                byAgent.computeIfAbsent(bar.agent(), _ -> new ArrayList<>()).add(bar);
        }
        var rows = new ArrayList<Row>();
        byAgent.forEach((agent, theirs) -> rows.addAll(rows(agent, theirs, slots.get(agent), from, scale, width)));
        return new TimelineRows(from, to, width, rows, summed(waiting, width), summed(running, width));
    }

    /** Adds one to all columns between two places, and to those at the edges as much as is covered. */
    private static void count(double[] changes, double from, double to, int width) {
        step(changes, Math.clamp(from, 0, width), 1);
        step(changes, Math.clamp(to, 0, width), -1);
    }

    private static void step(double[] changes, double place, int by) {
        int column = (int) place;
        double inside = place - column;
        changes[column] += by * (1 - inside);
        changes[column + 1] += by * inside;
    }

    private static List<Double> summed(double[] changes, int width) {
        var sums = new ArrayList<Double>(width);
        double sum = 0;
        for (int i = 0; i < width; i++) {
            sum += changes[i];
            sums.add(Math.max(0, Math.rint(sum * 100) / 100));
        }
        return sums;
    }

    private static List<Row> rows(int agent, List<TimelineBar> bars, int slots, double from, double scale, int width) {
        var rows = new ArrayList<List<Segment>>();
        var ends = new double[Math.max(1, slots)];
        Arrays.fill(ends, Double.NEGATIVE_INFINITY);
        bars.sort(Comparator.comparingDouble(TimelineBar::from).thenComparingInt(TimelineBar::index));
        for (var bar : bars) {
            int row = firstFree(ends, bar.from());
            double begin = Math.max(bar.from(), ends[row]);
            ends[row] = Math.max(ends[row], bar.to());
            while (rows.size() <= row) rows.add(new ArrayList<>());
            draw(rows.get(row), bar, (begin - from) * scale, (Math.max(begin, bar.to()) - from) * scale, width);
        }
        var drawn = new ArrayList<Row>();
        for (int i = 0; i < rows.size(); i++) drawn.add(new Row(agent, i, rows.get(i)));
        return drawn;
    }

    /** The first that is free, else the one that is free soonest: reports of what is short come late. */
    private static int firstFree(double[] ends, double at) {
        int soonest = 0;
        for (int i = 0; i < ends.length; i++) {
            if (ends[i] <= at) return i;
            if (ends[i] < ends[soonest]) soonest = i;
        }
        return soonest;
    }

    private static void draw(List<Segment> row, TimelineBar bar, double from, double to, int width) {
        double begin = Math.clamp(from, 0, width);
        double end = Math.clamp(to, begin, width);
        var last = row.isEmpty() ? null : row.getLast();
        if (last == null || !fits(last, bar, begin, end)) {
            row.add(new Segment(begin, end, bar.service(), bar.kind(), 1, bar.index()));
            return;
        }
        boolean worse = bar.kind().compareTo(last.kind()) > 0;
        row.set(
                row.size() - 1,
                new Segment(
                        last.from(),
                        Math.max(last.to(), end),
                        last.service(),
                        worse ? bar.kind() : last.kind(),
                        last.chains() + 1,
                        worse ? bar.index() : last.index()));
    }

    private static boolean fits(Segment last, TimelineBar bar, double begin, double end) {
        if (begin - last.to() >= NEAR) return false;
        boolean alike = last.service() == bar.service() && last.kind() == bar.kind();
        boolean tiny = end - begin < NEAR && last.to() - last.from() < NEAR;
        // Two that can be told apart stay apart, however alike they are.
        return tiny ? end - last.from() < 1 || alike : alike && (end - begin < NEAR || last.to() - last.from() < NEAR);
    }
}
