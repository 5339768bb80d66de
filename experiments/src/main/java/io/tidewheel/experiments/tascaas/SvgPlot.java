package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A picture with two axes, as SVG without scripts. */
final class SvgPlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 310;
    private static final int LEFT = 66;
    private static final int RIGHT = 16;
    private static final int LEGEND_ROW = 15;
    private static final int BOTTOM = 44;
    private static final double LETTER = 6.4;

    /** How a series is drawn. */
    private enum Style {
        LINE,
        STEPS,
        DASHED,
        DOTS,
        CROSSES,
        BARS
    }

    record Point(double x, double y, String label) {
        Point(double x, double y) {
            this(x, y, "");
        }
    }

    private record Series(String name, String colour, Style style, List<Point> points) {}

    private final String xName;
    private final String yName;
    private final List<Series> series = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private double leastY;

    /** @param xName what the axis shows, with its unit */
    SvgPlot(String xName, String yName) {
        this.xName = xName;
        this.yName = yName;
    }

    SvgPlot line(String name, String colour, List<Point> points) {
        return with(name, colour, Style.LINE, points);
    }

    SvgPlot steps(String name, String colour, List<Point> points) {
        return with(name, colour, Style.STEPS, points);
    }

    SvgPlot dashed(String name, String colour, List<Point> points) {
        return with(name, colour, Style.DASHED, points);
    }

    SvgPlot dots(String name, String colour, List<Point> points) {
        return with(name, colour, Style.DOTS, points);
    }

    SvgPlot crosses(String name, String colour, List<Point> points) {
        return with(name, colour, Style.CROSSES, points);
    }

    /** Bars of all such series stand side by side at x = 0, 1, 2, ... */
    SvgPlot bars(String name, String colour, List<Point> points) {
        return with(name, colour, Style.BARS, points);
    }

    /** Names instead of numbers at x = 0, 1, 2, ... */
    SvgPlot named(List<String> places) {
        names.addAll(places);
        return this;
    }

    /** The vertical axis begins here instead of at zero. */
    SvgPlot from(double y) {
        leastY = y;
        return this;
    }

    private SvgPlot with(String name, String colour, Style style, List<Point> points) {
        series.add(new Series(name, colour, style, List.copyOf(points)));
        return this;
    }

    String svg() {
        var svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">%n"
                .formatted(WIDTH, HEIGHT));
        axes(svg);
        for (var each : series) draw(svg, each);
        legend(svg);
        return svg.append("</svg>\n").toString();
    }

    private double mostX() {
        if (!names.isEmpty()) return names.size();
        return Math.max(1e-9, extreme(true));
    }

    private double mostY() {
        return Math.max(leastY + 1e-9, extreme(false) + (extreme(false) - leastY) * 0.05);
    }

    private double extreme(boolean horizontal) {
        return series.stream()
                .flatMap(each -> each.points.stream())
                .mapToDouble(point -> horizontal ? point.x : point.y)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
    }

    private double x(double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * value / mostX();
    }

    private double y(double value) {
        double height = HEIGHT - top() - BOTTOM;
        return HEIGHT - BOTTOM - height * (Math.clamp(value, leastY, mostY()) - leastY) / (mostY() - leastY);
    }

    private void axes(StringBuilder svg) {
        double step = step(mostY() - leastY);
        for (double value = Math.ceil(leastY / step) * step; value <= mostY(); value += step) {
            svg.append("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%3$s\"/>"
                    .formatted(LEFT, WIDTH - RIGHT, number(y(value))));
            text(svg, LEFT - 6, y(value) + 4, "end", shown(value));
        }
        if (names.isEmpty()) numbersBelow(svg);
        else namesBelow(svg);
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, "middle", xName);
        svg.append("<text transform=\"translate(14 %s) rotate(-90)\" text-anchor=\"middle\">%s</text>%n"
                .formatted(number((top() + HEIGHT - BOTTOM) / 2.0), escaped(yName)));
    }

    private void numbersBelow(StringBuilder svg) {
        double step = step(mostX());
        for (int i = 0; i * step <= mostX(); i++)
            text(svg, x(i * step), HEIGHT - BOTTOM + 16, "middle", shown(i * step));
    }

    private void namesBelow(StringBuilder svg) {
        for (int i = 0; i < names.size(); i++) text(svg, x(i + 0.5), HEIGHT - BOTTOM + 16, "middle", names.get(i));
    }

    private void legend(StringBuilder svg) {
        double x = LEFT;
        double y = 9;
        for (var each : series) {
            if (x > LEFT && x + width(each) > WIDTH) {
                x = LEFT;
                y += LEGEND_ROW;
            }
            svg.append("<rect x=\"%s\" y=\"%s\" width=\"10\" height=\"10\" fill=\"%s\"/>"
                    .formatted(number(x), number(y), each.colour));
            text(svg, x + 14, y + 9, "start", each.name);
            x += width(each);
        }
    }

    private static double width(Series each) {
        return 30 + LETTER * each.name.length();
    }

    /** Where the picture begins, below the names of the series. */
    private double top() {
        double all = series.stream().mapToDouble(SvgPlot::width).sum();
        // A row is never filled to the last letter.
        return 20 + LEGEND_ROW * Math.ceil(all / (0.85 * (WIDTH - LEFT)));
    }

    private void draw(StringBuilder svg, Series each) {
        switch (each.style) {
            case LINE -> path(svg, each, false, "");
            case DASHED -> path(svg, each, false, " stroke-dasharray=\"6 4\"");
            case STEPS -> path(svg, each, true, "");
            case DOTS ->
                marks(
                        svg,
                        each,
                        "<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\""
                                + " fill-opacity=\"0.75\"><title>%s</title></circle>%n");
            case CROSSES ->
                marks(
                        svg,
                        each,
                        "<path d=\"M%s %sm-4 -4l8 8m0 -8l-8 8\" stroke=\"%s\" stroke-width=\"1.6\""
                                + " fill=\"none\"><title>%s</title></path>%n");
            case BARS -> bars(svg, each);
        }
    }

    private void path(StringBuilder svg, Series each, boolean steps, String more) {
        var path = new StringBuilder();
        boolean pen = false;
        for (var point : each.points) {
            // A gap in the data is a gap in the line.
            if (!Double.isFinite(point.y)) {
                pen = false;
                continue;
            }
            if (pen && steps) path.append('H').append(number(x(point.x)));
            path.append(pen ? 'L' : 'M').append(number(x(point.x))).append(' ').append(number(y(point.y)));
            pen = true;
        }
        svg.append("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s/>%n"
                .formatted(path, each.colour, more));
    }

    private void marks(StringBuilder svg, Series each, String shape) {
        for (var point : each.points) {
            svg.append(shape.formatted(
                    number(x(names.isEmpty() ? point.x : point.x + 0.5)),
                    number(y(point.y)),
                    each.colour,
                    escaped(point.label)));
        }
    }

    private void bars(StringBuilder svg, Series each) {
        var beside = series.stream().filter(one -> one.style == Style.BARS).toList();
        double width = 0.8 / beside.size();
        double shift = 0.1 + width * beside.indexOf(each);
        for (var point : each.points) {
            double from = x(point.x + shift);
            double to = x(point.x + shift + width * 0.92);
            svg.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"><title>%s</title></rect>%n"
                    .formatted(
                            number(from),
                            number(y(point.y)),
                            number(to - from),
                            number(y(leastY) - y(point.y)),
                            each.colour,
                            escaped(point.label)));
        }
    }

    /** A round number, such that there are between four and ten of them. */
    private static double step(double range) {
        double step = Math.pow(10, Math.floor(Math.log10(Math.max(1e-9, range))));
        if (range / step < 2) return step / 5;
        return range / step < 5 ? step / 2 : step;
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
        svg.append("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>%n"
                .formatted(number(x), number(y), anchor, escaped(words)));
    }

    private static String shown(double value) {
        if (Math.abs(value) >= 1e6) return String.format(Locale.ROOT, "%.1f M", value / 1e6);
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String number(double value) {
        var text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
