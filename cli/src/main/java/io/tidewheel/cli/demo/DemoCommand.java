package io.tidewheel.cli.demo;

import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.fleet.FleetPlans;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.verbs.ChildAgents;
import io.tidewheel.cli.verbs.PlayedRuns;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.StartFailure;
import io.tidewheel.server.host.TidewheelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel demo}. */
@Command(
        name = "demo",
        description = {
            "A tour of about a minute: thousands of tiny tasks, an iterative job whose worker is slowed half-way, a"
                    + " workflow whose machines are made on demand, and an agent that is killed.",
            "Everything happens on this machine, in a folder of its own that is removed afterwards."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel demo", "  tidewheel demo --tasks 100000", "  tidewheel demo --keep"})
public final class DemoCommand extends CliCommand {
    private static final int AGENTS = 3;
    private static final int SLOTS = 2;

    @Option(names = "--tasks", paramLabel = "N", description = "How many tiny tasks (20000).")
    private int tasks = 20_000;

    @Option(
            names = "--keep",
            description = "Keep the server and its folder afterwards, to look around; Ctrl-C ends both.")
    private boolean keep;

    public DemoCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (tasks < 1 || tasks > 1_000_000) throw CliError.usage("--tasks is from 1 to 1,000,000, but " + tasks);
        var folder = Files.createTempDirectory("tidewheel-demo-");
        try {
            return play(folder);
        } finally {
            if (keep) say("kept: " + folder);
            else remove(folder);
        }
    }

    private int play(Path folder) throws IOException, InterruptedException {
        var setups = Files.writeString(folder.resolve("setups.yaml"), OnDemandDemo.SETUPS);
        var config = common.config()
                .flag(ConfigKey.AGENT_SLOTS, Integer.toString(SLOTS))
                .flag(ConfigKey.FLEET_SETUPS, setups.toString())
                .flag(ConfigKey.FLEET_BUDGET, OnDemandDemo.BUDGET)
                .flag(ConfigKey.FLEET_INTERVAL, OnDemandDemo.INTERVAL);
        try (var server = TidewheelServer.start(settings(config, folder))) {
            return play(config, server, folder);
        } catch (StartFailure failure) {
            throw new CliError(ExitCodes.ERROR, String.valueOf(failure.getMessage()));
        }
    }

    private ServerSettings settings(Config config, Path folder) {
        var console = common.console();
        var fleet = new FleetPlans(
                        new ConfiguredPlugins(config, folder),
                        config,
                        folder,
                        ChildAgents.program(),
                        console.environment())
                .plan();
        return ServerSettings.local(folder.resolve("data"))
                .withBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withReplays(new PlayedRuns(PolicyCatalogue.standard()))
                .withFleet(fleet.orElseThrow());
    }

    private int play(Config config, TidewheelServer server, Path folder)
            throws IOException, InterruptedException, StartFailure {
        var tokenFile = folder.resolve("data").resolve("admin.token");
        var token = Config.secret(tokenFile);
        say("A server listens on %s and keeps everything in %s.".formatted(server.url(), folder));
        say("Look at it meanwhile, signed in at once: %s/#token=%s".formatted(server.url(), token));
        try (var children = new ChildAgents(common.console());
                var client = TidewheelClient.connect(server.url(), token);
                var api = ApiClients.open(
                        common, new ServerTarget.Remote(server.url(), Optional.of(token), Optional.empty()))) {
            children.beQuiet();
            var agents = new ArrayList<Process>();
            children.share(AGENTS);
            for (int i = 1; i <= AGENTS; i++)
                agents.add(children.start(config, server.url(), server.agentToken(), "demo-" + i));
            say("%d agents start, each a process of its own, %d slots each.".formatted(AGENTS, SLOTS));
            var demo = new DemoServer(common.console(), api, client, agents, folder);
            demo.await("the agents did not come", () -> present(demo) >= AGENTS);
            boolean good = play(demo);
            say("");
            say(
                    good
                            ? "Everything was done, and nothing twice. Try it yourself: tidewheel run --array 1-100 --"
                                    + " echo {}"
                            : "That is not what should have happened.");
            if (keep) stay(server, tokenFile);
            return good ? ExitCodes.OK : ExitCodes.ERROR;
        }
    }

    private boolean play(DemoServer demo) throws IOException, InterruptedException {
        var acts = List.of(
                new TinyTasks(tasks),
                new SlowedJob(8_000, Duration.ofSeconds(12)),
                new OnDemandDemo(12),
                new KilledAgent(60, Duration.ofMillis(300)));
        boolean good = true;
        for (int i = 0; i < acts.size(); i++) good &= acts.get(i).play(demo, i + 1);
        return good;
    }

    private static int present(DemoServer demo) {
        int count = 0;
        for (var agent : demo.api().get("/agents").path("items")) if (JsonText.number(agent, "slots") > 0) count++;
        return count;
    }

    private void stay(TidewheelServer server, Path tokenFile) throws InterruptedException {
        say("The server stays; its dashboard: %s/#token=%s".formatted(server.url(), Config.secret(tokenFile)));
        say("Ctrl-C ends it.");
        server.awaitStop();
    }

    private void say(String line) {
        common.console().out().println(line);
        common.console().out().flush();
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
