package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.plugins.PluginFolder;
import io.tidewheel.cli.plugins.PluginKinds;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.TableColumn;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginFault;
import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tidewheel plugin}. */
@Command(
        name = "plugin",
        description = "Lists what is built in and what plug-ins offer.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel plugin ls", "  tidewheel plugin ls --plugins /opt/tidewheel/plugins"})
public final class PluginCommand extends CommandGroup {
    /** The command with all its subcommands. */
    public static CommandLine with(Console console) {
        return new CommandLine(new PluginCommand()).addSubcommand(new PluginList(console));
    }

    /** {@code tidewheel plugin ls}. */
    @Command(
            name = "ls",
            description = {
                "Lists what is built in and what plug-ins offer, and which plug-ins cannot be used and why.",
                "With -o wide also what can be set about each."
            },
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel plugin ls -o wide", "  tidewheel plugin ls --plugins build/plugins -o json"})
    static final class PluginList extends CliCommand {
        private static final List<TableColumn<JsonNode>> COLUMNS = List.of(
                TableColumn.of("KIND", row -> RunColumns.text(row, "kind")),
                TableColumn.of("NAME", row -> RunColumns.text(row, "name")),
                TableColumn.of("STATE", row -> RunColumns.text(row, "state")),
                TableColumn.of("FROM", row -> RunColumns.text(row, "from")),
                TableColumn.of("DESCRIPTION", row -> RunColumns.text(row, "description")),
                TableColumn.<JsonNode>of("CLASS", row -> RunColumns.text(row, "class"))
                        .onlyWide(),
                TableColumn.of("SETTINGS", PluginList::settings).onlyWide(),
                TableColumn.of("SHA-256", PluginList::hashes));

        @Option(names = "--plugins", paramLabel = "DIR", description = "The folder with the plug-ins (plugins).")
        private @Nullable Path plugins;

        @Option(
                names = "--trusted-plugins",
                paramLabel = "FILE",
                description = "The SHA-256 of every jar that may be loaded as a plug-in; others are refused (any jar).")
        private @Nullable Path trustedPlugins;

        PluginList(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            var config = common.config()
                    .flag(ConfigKey.PLUGINS_FOLDER, plugins)
                    .flag(ConfigKey.PLUGINS_TRUSTED, trustedPlugins);
            var catalogue = PluginFolder.list(config, common.console().folder());
            var rows = new ArrayList<JsonNode>();
            for (var kind : PluginKinds.ALL) addKind(rows, catalogue, kind);
            catalogue.faults().forEach(fault -> rows.add(row(fault)));
            new ListPrinter(common.console(), common.format())
                    .list(rows, COLUMNS, row -> RunColumns.text(row, "kind") + "." + RunColumns.text(row, "name"));
            return ExitCodes.OK;
        }

        private static <P extends PluginProvider> void addKind(
                List<JsonNode> rows, PluginCatalogue catalogue, PluginKind<P> kind) {
            catalogue.all(kind).forEach(plugin -> rows.add(row(plugin)));
            catalogue.faults(kind).forEach(fault -> rows.add(row(fault)));
        }

        private static JsonNode row(LoadedPlugin<?> plugin) {
            var provider = plugin.provider();
            var row = JsonText.object()
                    .put("kind", plugin.kind().name())
                    .put("name", provider.name())
                    .put("state", "ok")
                    .put("from", plugin.source().name())
                    .put("class", provider.getClass().getName())
                    .put("description", provider.description());
            addHashes(row, plugin.source().isBuiltIn() ? "" : plugin.source().name());
            var settings = row.putArray("settings");
            for (var setting : provider.settings()) {
                var each = settings.addObject()
                        .put("name", plugin.prefix() + setting.name())
                        .put("form", setting.form().name())
                        .put("meaning", setting.meaning());
                setting.usual().ifPresent(usual -> each.put("default", usual));
            }
            return row;
        }

        private static JsonNode row(PluginFault fault) {
            var row = JsonText.object()
                    .put("kind", fault.kind())
                    .put("name", "")
                    .put("state", "error")
                    .put("from", fault.source())
                    .put("class", fault.provider())
                    .put("description", fault.problem());
            addHashes(row, fault.source().equals(PluginSource.BUILT_IN) ? "" : fault.source());
            row.putArray("settings");
            return row;
        }

        /** Adds the hashes of all jars of a plug-in to its row; none for what is built in. */
        private static void addHashes(ObjectNode row, String plugin) {
            var jars = row.putArray("jars");
            if (plugin.isEmpty()) return;
            PluginFolder.hashes(Path.of(plugin))
                    .forEach((jar, hash) -> jars.addObject().put("jar", jar).put("sha256", hash));
        }

        private static String hashes(JsonNode row) {
            return StreamSupport.stream(row.get("jars").spliterator(), false)
                    .map(jar -> RunColumns.text(jar, "sha256"))
                    .collect(Collectors.joining(" "));
        }

        private static String settings(JsonNode row) {
            return StreamSupport.stream(row.get("settings").spliterator(), false)
                    .map(setting -> RunColumns.text(setting, "name"))
                    .collect(Collectors.joining(" "));
        }
    }
}
