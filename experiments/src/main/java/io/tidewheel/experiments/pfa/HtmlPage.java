package io.tidewheel.experiments.pfa;

import java.util.List;

/** One HTML file that needs nothing else: headings, paragraphs, tables and pictures, in the order in which they are added. */
final class HtmlPage {
    private static final String HEAD = """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>TITLE</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; color: #1c2733; max-width: 1080px; margin: 2em auto; padding: 0 1em; }
        h1, h2 { line-height: 1.2; } h2 { margin-top: 2em; }
        table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
        th, td { padding: .2em .7em; border-bottom: 1px solid #dfe5ea; text-align: right; }
        th:first-child, td:first-child { text-align: left; } td.text { text-align: left; }
        svg { max-width: 100%; height: auto; } .scroll { overflow-x: auto; }
        .yes { color: #0a7a3c; } .no { color: #b3261e; }
        @media (prefers-color-scheme: dark) { body { background: #12181f; color: #dbe4ec; }
          th, td { border-color: #2c3a47; } .yes { color: #4cc38a; } .no { color: #ff8a80; } svg text { fill: #dbe4ec; } }
        </style></head><body>
        """;

    private final StringBuilder text = new StringBuilder();

    HtmlPage(String title) {
        text.append(HEAD.replace("TITLE", escaped(title)));
        text.append("<h1>").append(escaped(title)).append("</h1>\n");
    }

    HtmlPage heading(String words) {
        text.append("<h2>").append(escaped(words)).append("</h2>\n");
        return this;
    }

    HtmlPage paragraph(String words) {
        text.append("<p>").append(escaped(words)).append("</p>\n");
        return this;
    }

    /** Cells that say yes or no are coloured. */
    HtmlPage table(List<String> titles, List<List<String>> rows) {
        text.append("<div class=\"scroll\"><table><thead><tr>");
        for (var title : titles) text.append("<th>").append(escaped(title)).append("</th>");
        text.append("</tr></thead><tbody>\n");
        for (var row : rows) {
            text.append("<tr>");
            for (var cell : row) text.append(cell(cell)).append(escaped(cell)).append("</td>");
            text.append("</tr>\n");
        }
        text.append("</tbody></table></div>\n");
        return this;
    }

    private static String cell(String words) {
        if (words.equals("yes") || words.equals("no")) return "<td class=\"" + words + "\">";
        return words.matches("[-+]?[0-9][0-9.,/]*( ?(%|s|ms))?") ? "<td>" : "<td class=\"text\">";
    }

    HtmlPage picture(String svg) {
        text.append("<figure>").append(svg).append("</figure>\n");
        return this;
    }

    String html() {
        return text + "</body></html>\n";
    }

    static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
