package io.tidewheel.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes things in the format that was asked for. JSON, JSON lines and YAML are the server's own words, unchanged; the rest is for people and spreadsheets. */
public final class ListPrinter {
    private static final int LONGEST_CELL = 44;

    private final Console console;
    private final OutputFormat format;

    public ListPrinter(Console console, OutputFormat format) {
        this.console = console;
        this.format = format;
    }

    /** A list of things. */
    public void list(Iterable<JsonNode> items, List<TableColumn<JsonNode>> columns, Function<JsonNode, String> name) {
        var out = console.out();
        switch (format) {
            case TABLE, WIDE -> table(items, columns);
            case JSON -> {
                var array = JsonText.MAPPER.createArrayNode();
                items.forEach(array::add);
                out.println(pretty(array));
            }
            case JSONL -> items.forEach(item -> out.println(JsonText.MAPPER.writeValueAsString(item)));
            case YAML -> {
                var array = JsonText.MAPPER.createArrayNode();
                items.forEach(array::add);
                out.print(yaml(array));
            }
            case CSV -> CsvText.write(out, items, columns);
            case NAME -> items.forEach(item -> out.println(name.apply(item)));
            case NONE -> {}
        }
        out.flush();
    }

    /** One thing; {@code forPeople} writes it when a person reads. */
    public void one(
            JsonNode item, List<TableColumn<JsonNode>> columns, Function<JsonNode, String> name, Runnable forPeople) {
        var out = console.out();
        switch (format) {
            case TABLE, WIDE -> forPeople.run();
            case JSON -> out.println(pretty(item));
            case YAML -> out.print(yaml(item));
            case JSONL, CSV, NAME, NONE -> list(List.of(item), columns, name);
        }
        out.flush();
    }

    private void table(Iterable<JsonNode> items, List<TableColumn<JsonNode>> columns) {
        var shown = columns.stream()
                .filter(column -> format == OutputFormat.WIDE || !column.wide())
                .toList();
        var rows = new ArrayList<List<String>>();
        items.forEach(item ->
                rows.add(shown.stream().map(column -> cell(column, item)).toList()));
        TextTable.write(
                console,
                shown.stream().map(TableColumn::title).toList(),
                shown.stream().map(TableColumn::right).toList(),
                rows);
    }

    /** A cell of the table, shortened for a person at a terminal; only such a reader is better off with less. */
    private String cell(TableColumn<JsonNode> column, JsonNode item) {
        var text = SafeText.line(column.cell().apply(item));
        boolean whole = format == OutputFormat.WIDE || !console.outIsTerminal() || text.length() <= LONGEST_CELL;
        return whole ? text : text.substring(0, LONGEST_CELL - 3) + "...";
    }

    static String pretty(JsonNode node) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(node);
    }

    static String yaml(JsonNode node) {
        return YAMLMapper.builder()
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                .build()
                .writeValueAsString(node);
    }
}
