package io.tidewheel.bench.steep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws who did what when: a lane for each agent, a bar for each chain, coloured by what it required. SVG in one HTML page, without scripts. */
final class SteepTimeline {
    private static final int WIDTH = 1_100;
    private static final int LEFT = 150;
    private static final int TOP = 24;
    /** Bars of one colour that are nearer than this many pixels are drawn as one. */
    private static final double TOO_NEAR = 0.4;

    private SteepTimeline() {}

    static String page(String title, List<AgentRow> lanes, String table) {
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
            <style>
            body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
            pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto }
            svg text { font: 11px system-ui, sans-serif; fill: #444 }
            .key { display: inline-block; margin-right: 1.2em }
            .key i { display: inline-block; width: .9em; height: .9em; margin-right: .3em }
            </style></head><body>
            <h1>%1$s</h1>
            <p>One lane per agent, one bar per chain, coloured by the capabilities it required. A cross marks an agent that was killed.</p>
            <p>%2$s</p>
            %3$s
            <pre>%4$s</pre>
            </body></html>
            """.formatted(escaped(title), legend(), svg(lanes), escaped(table));
    }

    private static String legend() {
        var text = new StringBuilder();
        for (var set : CapabilitySet.ALL)
            text.append("<span class=\"key\"><i style=\"background:%s\"></i>%s</span>"
                    .formatted(set.colour(), escaped(set.name())));
        return text.toString();
    }

    static String svg(List<AgentRow> lanes) {
        double end = lanes.stream().mapToDouble(SteepTimeline::end).max().orElse(0);
        double perSecond = (WIDTH - LEFT - 10) / Math.max(1e-3, end);
        // Many agents get thin lanes without names, so that the picture stays one picture.
        double height = Math.clamp(2_000.0 / Math.max(1, lanes.size()), 2, 18);
        int bottom = (int) Math.ceil(TOP + lanes.size() * height);
        var svg = new StringBuilder(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%1$d\" role=\"img\">%n"
                        .formatted(WIDTH, bottom + 24));
        axis(svg, end, perSecond, bottom);
        for (int i = 0; i < lanes.size(); i++) lane(svg, lanes.get(i), TOP + i * height, height, perSecond);
        return svg.append("</svg>").toString();
    }

    private static double end(AgentRow lane) {
        double last = lane.bars().stream().mapToDouble(ChainBar::to).max().orElse(0);
        return Double.isNaN(lane.killed()) ? last : Math.max(last, lane.killed());
    }

    private static void axis(StringBuilder svg, double end, double perSecond, int bottom) {
        double step = step(end);
        for (int i = 0; i * step <= end; i++) {
            double x = LEFT + i * step * perSecond;
            svg.append(
                    "<line x1=\"%s\" x2=\"%1$s\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/><text x=\"%1$s\" y=\"%d\" text-anchor=\"middle\">%s s</text>%n"
                            .formatted(number(x), TOP - 6, bottom, bottom + 16, number(i * step)));
        }
    }

    /** A round number of seconds, such that there are about ten of them. */
    static double step(double end) {
        double step = Math.pow(10, Math.floor(Math.log10(Math.max(1e-3, end))));
        if (end / step < 2) return step / 5;
        return end / step < 5 ? step / 2 : step;
    }

    private static void lane(StringBuilder svg, AgentRow lane, double top, double height, double perSecond) {
        double bar = height > 6 ? height - 4 : height * 0.8;
        if (height >= 10) {
            svg.append("<text x=\"%d\" y=\"%s\" text-anchor=\"end\">%s</text>%n"
                    .formatted(LEFT - 6, number(top + height * 0.7), escaped(lane.agent())));
        }
        shapes(lane.bars(), top, bar, perSecond)
                .forEach((set, path) -> svg.append("<path fill=\"%s\" d=\"%s\"/>%n".formatted(colour(set), path)));
        if (!Double.isNaN(lane.killed())) {
            double x = LEFT + lane.killed() * perSecond;
            svg.append("<path stroke=\"#c00\" stroke-width=\"2\" d=\"M%s %sl8 8m0 -8l-8 8\"/>%n"
                    .formatted(number(x - 4), number(top + bar / 2 - 4)));
        }
    }

    /** The outline of all bars of each colour. */
    private static Map<String, String> shapes(List<ChainBar> bars, double top, double height, double perSecond) {
        var paths = new LinkedHashMap<String, StringBuilder>();
        int i = 0;
        while (i < bars.size()) {
            var first = bars.get(i);
            double from = first.from() * perSecond;
            double to = first.to() * perSecond;
            // Bars that are wide enough to be told apart keep a gap.
            boolean narrow = to - from < 3;
            i++;
            while (narrow
                    && i < bars.size()
                    && bars.get(i).set().equals(first.set())
                    && bars.get(i).from() * perSecond - to < TOO_NEAR)
                to = bars.get(i++).to() * perSecond;
            double width = Math.max(0.3, to - from - (narrow ? 0 : 1));
            paths.computeIfAbsent(first.set(), _ -> new StringBuilder())
                    .append("M%s %sh%sv%sh-%sz"
                            .formatted(number(LEFT + from), number(top), number(width), number(height), number(width)));
        }
        var result = new LinkedHashMap<String, String>();
        paths.forEach((set, path) -> result.put(set, path.toString()));
        return result;
    }

    private static String colour(String set) {
        return CapabilitySet.ALL.stream()
                .filter(each -> each.name().equals(set))
                .findFirst()
                .map(CapabilitySet::colour)
                .orElse("#888");
    }

    private static String number(double value) {
        var text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
