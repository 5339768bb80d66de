package io.tidewheel.cli;

import io.tidewheel.cli.demo.DemoCommand;
import io.tidewheel.cli.run.RunCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.verbs.AgentCommand;
import io.tidewheel.cli.verbs.AuditCommand;
import io.tidewheel.cli.verbs.BackupCommand;
import io.tidewheel.cli.verbs.BalanceCommand;
import io.tidewheel.cli.verbs.ChangeRuns;
import io.tidewheel.cli.verbs.ConfigCommand;
import io.tidewheel.cli.verbs.DashboardCommand;
import io.tidewheel.cli.verbs.ExplainCommand;
import io.tidewheel.cli.verbs.LogsCommand;
import io.tidewheel.cli.verbs.LsCommand;
import io.tidewheel.cli.verbs.MachineCommand;
import io.tidewheel.cli.verbs.NotifierCommand;
import io.tidewheel.cli.verbs.PluginCommand;
import io.tidewheel.cli.verbs.ReplayCommand;
import io.tidewheel.cli.verbs.ReportCommand;
import io.tidewheel.cli.verbs.RestoreCommand;
import io.tidewheel.cli.verbs.ResultsCommand;
import io.tidewheel.cli.verbs.RetryCommand;
import io.tidewheel.cli.verbs.ServerCommand;
import io.tidewheel.cli.verbs.ShowCommand;
import io.tidewheel.cli.verbs.SiteCommand;
import io.tidewheel.cli.verbs.SourceTreeCommand;
import io.tidewheel.cli.verbs.StatusCommand;
import io.tidewheel.cli.verbs.SubmitCommand;
import io.tidewheel.cli.verbs.TokenCommand;
import io.tidewheel.cli.verbs.TopCommand;
import io.tidewheel.cli.verbs.WaitCommand;
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
        verbs.put("audit", AuditCommand::with);
        verbs.put("backup", BackupCommand::new);
        verbs.put("restore", RestoreCommand::new);
        verbs.put("notifier", NotifierCommand::with);
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
