package io.tidewheel.cli.verbs;

import io.tidewheel.cli.demo.DemoCommand;
import io.tidewheel.cli.run.RunCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.workflows.ImportCommand;
import io.tidewheel.cli.workflows.LintCommand;
import io.tidewheel.cli.workflows.PlanCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The commands there are, in the order in which help lists them. Naming one does not load it. */
public final class CommandCatalogue {
    private CommandCatalogue() {}

    public static Map<String, Function<Console, Object>> all() {
        var verbs = new LinkedHashMap<String, Function<Console, Object>>();
        verbs.put("run", RunCommand::with);
        verbs.put("submit", SubmitCommand::with);
        verbs.put("lint", LintCommand::new);
        verbs.put("plan", PlanCommand::new);
        verbs.put("import", ImportCommand::new);
        verbs.put("ls", LsCommand::new);
        verbs.put("status", StatusCommand::new);
        verbs.put("show", ShowCommand::new);
        verbs.put("results", ResultsCommand::new);
        verbs.put("logs", LogsCommand::new);
        verbs.put("wait", WaitCommand.Wait::new);
        verbs.put("watch", WaitCommand.Watch::new);
        verbs.put("cancel", ChangeRuns.Cancel::new);
        verbs.put("kill", ChangeRuns.Kill::new);
        verbs.put("close", ChangeRuns.Close::new);
        verbs.put("retry", RetryCommand::new);
        verbs.put("hold", ChangeRuns.Hold::new);
        verbs.put("release", ChangeRuns.Release::new);
        verbs.put("priority", ChangeRuns.Priority::new);
        verbs.put("budget", ChangeRuns.Budget::new);
        verbs.put("explain", ExplainCommand::new);
        verbs.put("report", ReportCommand::new);
        verbs.put("replay", ReplayCommand::new);
        verbs.put("top", TopCommand::new);
        verbs.put("dashboard", DashboardCommand::new);
        verbs.put("ui", DashboardCommand.Ui::new);
        verbs.put("server", ServerCommand::with);
        verbs.put("agent", AgentCommand::with);
        verbs.put("machine", MachineCommand::with);
        verbs.put("site", SiteCommand::with);
        verbs.put("token", TokenCommand::with);
        verbs.put("plugin", PluginCommand::with);
        verbs.put("config", ConfigCommand::with);
        verbs.put("completion", CompletionCommand::new);
        verbs.put("balance", BalanceCommand::with);
        verbs.put("demo", DemoCommand::new);
        verbs.put("bench", _ -> SourceTreeCommand.bench());
        verbs.put("lab", _ -> SourceTreeCommand.lab());
        return verbs;
    }
}
