package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
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
final class AgentLs extends CliCommand {
    AgentLs(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        try (var api = ApiClients.openServer(common, "agents belong to a server")) {
            new ListPrinter(common.console(), format)
                    .list(
                            api.get("/agents").path("items"),
                            columns(Instant.now()),
                            agent -> RunColumns.text(agent, "name"));
        }
        return ExitCodes.OK;
    }

    static List<TableColumn<JsonNode>> columns(Instant now) {
        return List.of(
                TableColumn.of("NAME", agent -> RunColumns.text(agent, "name")),
                TableColumn.of("HOST", agent -> RunColumns.text(agent, "host")),
                TableColumn.of("SERVER", agent -> RunColumns.text(agent, "server")),
                TableColumn.of("STATE", agent -> RunColumns.text(agent, "state")),
                TableColumn.number("SLOTS", agent -> RunColumns.text(agent, "slots")),
                TableColumn.number("HOLDS", agent -> RunColumns.text(agent, "holds")),
                TableColumn.<JsonNode>number("BUSY", AgentLs::busy)
                        .exactly(agent -> RunColumns.text(agent, "utilisation")),
                TableColumn.<JsonNode>number(
                                "FINISHED", agent -> HumanNumbers.count(JsonText.number(agent, "finished")))
                        .exactly(agent -> RunColumns.text(agent, "finished")),
                TableColumn.moment("SINCE", agent -> RunColumns.text(agent, "since"), now),
                TableColumn.of("CAPABILITIES", agent -> RunColumns.list(agent, "capabilities")),
                TableColumn.of("HAS", agent -> amounts(agent.path("has"))),
                TableColumn.<JsonNode>of("LEFT", agent -> amounts(agent.path("left")))
                        .onlyWide(),
                TableColumn.<JsonNode>of("SESSION", agent -> RunColumns.text(agent, "session"))
                        .onlyWide());
    }

    /** What has no limit is not named. */
    private static String amounts(JsonNode amounts) {
        var parts = new ArrayList<String>();
        amounts.properties().forEach(each -> parts.add(amount(each.getKey(), each.getValue())));
        return String.join(", ", parts);
    }

    private static String amount(String name, JsonNode value) {
        if (name.equals("memory")) return name + " " + HumanNumbers.bytes(value.asLong());
        double count = value.asDouble();
        return name + " " + (count == (long) count ? Long.toString((long) count) : Double.toString(count));
    }

    private static String busy(JsonNode agent) {
        return agent.has("utilisation") ? Math.round(100 * JsonText.decimal(agent, "utilisation")) + "%" : "";
    }
}
