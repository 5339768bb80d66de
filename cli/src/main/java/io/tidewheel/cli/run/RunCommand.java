package io.tidewheel.cli.run;

import io.tidewheel.cli.Common;
import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Options;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.RunId;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code tidewheel run}. */
public final class RunCommand extends Verb {
    private final RunOptions options = new RunOptions();
    private final OptionSpec slots =
            Options.value("N", "How many tasks run at a time when there is no server (processors).", "--slots");
    private final OptionSpec detach = Options.flag("Print the run's number and return; needs a server.", "--detach");
    private final OptionSpec wait = Options.flag("Wait for the end (this is the default).", "--wait", "--watch");
    private final OptionSpec timeout = Options.value(
            "TIME", "Wait no longer; ends with code 8.", Duration.class, new Values.OfDuration(), "--timeout");
    private final OptionSpec logs =
            Options.flag("Print the output of all tasks, each line with its task's number.", "--logs");

    private final OptionSpec resume = Options.value(
            "RUN", "Go on with a run that was left unfinished in the data folder, instead of a new one.", "--resume");

    private RunCommand(Console console) {
        super(console);
    }

    /** The command with its options; made without annotations, because this one has to start fast. */
    public static CommandLine with(Console console) {
        var run = new RunCommand(console);
        var spec = CommandSpec.wrapWithoutInspection(run).name("run");
        run.options.addTo(spec);
        spec.addOption(run.slots)
                .addOption(run.detach)
                .addOption(run.wait)
                .addOption(run.timeout)
                .addOption(run.logs)
                .addOption(run.resume);
        spec.usageMessage()
                .customSynopsis("tidewheel run [OPTIONS] [--] CMD...")
                .description(
                        "Runs a command, an array of them, one per line of a file, or an iterative job.",
                        "Without a server it works on its own: it keeps the run in the data folder, runs it on this"
                                + " machine and leaves nothing running.",
                        "A single command's output is passed on as it is, and so is its exit code.")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  tidewheel run -- echo hello",
                        "  tidewheel run --array 1-1000 --retries 2 -- ./simulate --seed {}",
                        "  ls *.png | tidewheel run --each-line - -- convert {} -resize 50%% small/{}",
                        "  tidewheel run --iterations 1e9 --target 2h --max-partitions 10 -- ./simulate");
        // What follows the program's name is the program's, also if it looks like an option of ours.
        return new CommandLine(spec).setStopAtPositional(true);
    }

    @Override
    public Integer call() throws InterruptedException {
        common.config().flag(Key.RUN_SLOTS, Options.text(slots));
        boolean detached = Options.isGiven(detach);
        if (detached && Options.isGiven(wait)) {
            throw Trouble.usage("--detach and --wait exclude each other: give one of them");
        }
        var target = common.server();
        var patience = Optional.ofNullable(Options.converted(timeout, Duration.class));
        var way = new Way(common.format(), detached, patience, Options.isGiven(logs));
        if (Options.text(resume).isPresent())
            return resumed(target, way, Options.text(resume).get());
        boolean here = !(target instanceof Target.Remote remote) || remote.isThisMachine();
        var wanted = Wanted.read(options, common.console(), here);
        boolean reads = options.iterations().isEmpty() && wanted.readsInput();
        if (!reads && wanted.lines().isEmpty()) CommandInput.ignore(common.console());
        if (options.iterations().isPresent()) return job(target, wanted, way);
        if (options.jobOption().isPresent()) {
            throw Trouble.usage(
                    "%s belongs to iterative jobs: say how many iterations there are"
                            .formatted(options.jobOption().get()),
                    "example: tidewheel run --iterations 1e9 --target 2h -- ./sim");
        }
        if (target instanceof Target.Remote remote) return new RemoteRun(common.console(), remote, wanted, way).run();
        if (detached || options.fields().held()) throw needsServer(detached ? "--detach" : "--hold");
        return here(new Doing.New(wanted), way);
    }

    private int job(Target target, Wanted wanted, Way way) throws InterruptedException {
        if (!wanted.isSingle()) {
            throw Trouble.usage("--iterations excludes --array and --each-line: a job makes its tasks itself");
        }
        if (target instanceof Target.Remote remote) {
            try (var api = Apis.open(remote)) {
                return new JobRun(common.console(), api, way, false).run(options, wanted);
            }
        }
        if (way.detach() || options.fields().held()) throw needsServer(way.detach() ? "--detach" : "--hold");
        try (var api = Apis.openWithAgent(common, common.config().dataFolder())) {
            return new JobRun(common.console(), api, way, true).run(options, wanted);
        }
    }

    private int resumed(Target target, Way way, String run) throws InterruptedException {
        if (!run.matches("[1-9]\\d{0,17}")) {
            throw Trouble.usage("--resume: '%s' is not the number of a run".formatted(run), "example: --resume 12");
        }
        if (target instanceof Target.Remote remote) {
            throw Trouble.usage(
                    "--resume is for runs that nobody works on, but the server at %s works on its own"
                            .formatted(remote.url()),
                    "watch the run with: tidewheel watch " + run);
        }
        if (!options.command().isEmpty()) {
            throw Trouble.usage(
                    "--resume goes on with what run %s was told to do: leave the command out".formatted(run));
        }
        return here(new Doing.Resumed(new RunId(Long.parseLong(run))), way);
    }

    /** Does a run of the data folder that nobody works on, here and now. */
    public static int resume(Common common, long run) throws InterruptedException {
        var way = new Way(common.format(), false, Optional.empty(), false);
        var doing = new Doing.Resumed(new RunId(run));
        return new EmbeddedRun(
                        common.console(), common.config(), common.config().dataFolder(), doing, way)
                .run();
    }

    private int here(Doing doing, Way way) throws InterruptedException {
        return new EmbeddedRun(
                        common.console(), common.config(), common.config().dataFolder(), doing, way)
                .run();
    }

    /** What cannot be done without somebody who stays. */
    public static Trouble needsServer(String flag) {
        return new Trouble(
                Exit.UNREACHABLE,
                flag + " needs a server that goes on when this command has ended, and none runs here",
                "start one with: tidewheel server start",
                "or name one with: --server URL --token-file FILE");
    }
}
