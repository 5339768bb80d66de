package io.tidewheel.experiments.pfa;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Curves over time that are constant between their points. */
final class StepCurves {
    private static final List<String> COLORS =
            List.of("#2f6fb0", "#d1495b", "#2e933c", "#b0712f", "#7b4ab8", "#008b8b", "#8a8a00", "#555f6b");
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 230;
    private static final int LEFT = 50;
    private static final int TOP = 40;
    private static final int BOTTOM = 30;

    @SuppressWarnings("ArrayRecordComponent") // many numbers, never compared as a whole, and nobody changes them
    private record Curve(String name, double[] x, double[] y, boolean filled) {}

    private final String title;
    private final String unit;
    private final List<Curve> curves = new ArrayList<>();

    StepCurves(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    static String color(int index) {
        return COLORS.get(index % COLORS.size());
    }

    /** @param filled as an area, behind the others */
    StepCurves add(String name, double[] x, double[] y, boolean filled) {
        curves.add(new Curve(name, x.clone(), y.clone(), filled));
        return this;
    }

    String svg() {
        double right = 1e-9;
        double high = 1e-9;
        for (var curve : curves) {
            for (double x : curve.x) right = Math.max(right, x);
            for (double y : curve.y) high = Math.max(high, y);
        }
        var svg = new StringBuilder(("<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" font-family=\"sans-serif\""
                        + " font-size=\"12\"><title>%s</title>\n")
                .formatted(WIDTH, HEIGHT, WIDTH, HtmlPage.escaped(title)));
        svg.append(ViolinPlot.text(LEFT, 14, "start", title));
        for (int i = 0; i <= 4; i++) {
            double y = y(high * i / 4, high);
            svg.append(ViolinPlot.line(LEFT, y, WIDTH - 10, y, "#8884", 1));
            svg.append(ViolinPlot.text(LEFT - 6, y + 4, "end", ViolinPlot.number(high * i / 4)));
        }
        for (int i = 0; i <= 8; i++) {
            double x = x(right * i / 8, right);
            svg.append(ViolinPlot.text(x, HEIGHT - BOTTOM + 16, "middle", ViolinPlot.number(right * i / 8)));
        }
        svg.append(ViolinPlot.text(WIDTH - 10, HEIGHT - 2, "end", unit));
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, curves.get(i), i, right, high);
            double at = LEFT + 180.0 * i;
            svg.append(ViolinPlot.line(at, 28, at + 22, 28, color(i), 3));
            svg.append(ViolinPlot.text(at + 28, 32, "start", curves.get(i).name));
        }
        return svg.append("</svg>\n").toString();
    }

    private void curve(StringBuilder svg, Curve curve, int index, double right, double high) {
        var points = new StringBuilder();
        if (curve.filled) points.append(ViolinPlot.point(x(curve.x[0], right), y(0, high)));
        for (int i = 0; i < curve.x.length; i++) {
            if (i > 0) points.append(ViolinPlot.point(x(curve.x[i], right), y(curve.y[i - 1], high)));
            points.append(ViolinPlot.point(x(curve.x[i], right), y(curve.y[i], high)));
        }
        if (curve.filled) points.append(ViolinPlot.point(x(curve.x[curve.x.length - 1], right), y(0, high)));
        svg.append(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"%s\" fill-opacity=\".25\" stroke=\"%s\" stroke-width=\"1.3\"/>%n",
                points,
                curve.filled ? color(index) : "none",
                color(index)));
    }

    private static double x(double value, double right) {
        return LEFT + value / right * (WIDTH - LEFT - 10);
    }

    private static double y(double value, double high) {
        return HEIGHT - BOTTOM - value / high * (HEIGHT - TOP - BOTTOM);
    }
}
