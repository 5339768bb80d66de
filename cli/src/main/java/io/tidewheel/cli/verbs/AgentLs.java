package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.text.Column;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Shown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel agent ls}. */
@Command(
        name = "ls",
        description = "Lists the agents that are present.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel agent ls", "  tidewheel agent ls -o json"})
final class AgentLs extends Verb {
    AgentLs(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = Apis.openServer(common, "agents belong to a server")) {
            new Listing(common.console(), format)
                    .list(
                            api.get("/agents").path("items"),
                            columns(Instant.now()),
                            agent -> RunColumns.text(agent, "name"));
        }
        return Exit.OK;
    }

    static List<Column<JsonNode>> columns(Instant now) {
        return List.of(
                Column.of("NAME", agent -> RunColumns.text(agent, "name")),
                Column.of("HOST", agent -> RunColumns.text(agent, "host")),
                Column.of("STATE", agent -> RunColumns.text(agent, "state")),
                Column.number("SLOTS", agent -> RunColumns.text(agent, "slots")),
                Column.number("HOLDS", agent -> RunColumns.text(agent, "holds")),
                Column.<JsonNode>number("BUSY", AgentLs::busy).exactly(agent -> RunColumns.text(agent, "utilisation")),
                Column.<JsonNode>number("FINISHED", agent -> Shown.count(Json.number(agent, "finished")))
                        .exactly(agent -> RunColumns.text(agent, "finished")),
                Column.moment("SINCE", agent -> RunColumns.text(agent, "since"), now),
                Column.of("CAPABILITIES", agent -> RunColumns.list(agent, "capabilities")),
                Column.of("HAS", agent -> amounts(agent.path("has"))),
                Column.<JsonNode>of("LEFT", agent -> amounts(agent.path("left")))
                        .onlyWide(),
                Column.<JsonNode>of("SESSION", agent -> RunColumns.text(agent, "session"))
                        .onlyWide());
    }

    /** What has no limit is not named. */
    private static String amounts(JsonNode amounts) {
        var parts = new ArrayList<String>();
        amounts.properties().forEach(each -> parts.add(amount(each.getKey(), each.getValue())));
        return String.join(", ", parts);
    }

    private static String amount(String name, JsonNode value) {
        if (name.equals("memory")) return name + " " + Shown.bytes(value.asLong());
        double count = value.asDouble();
        return name + " " + (count == (long) count ? Long.toString((long) count) : Double.toString(count));
    }

    private static String busy(JsonNode agent) {
        return agent.has("utilisation") ? Math.round(100 * Json.decimal(agent, "utilisation")) + "%" : "";
    }
}
