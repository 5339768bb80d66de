package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.CommonOptions;
import io.tidewheel.cli.options.OptionBuilder;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SubmissionField;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code tidewheel run}. */
public final class RunCommand extends CliCommand {
    private final RunFlags options = new RunFlags();
    private final OptionSpec slots =
            OptionBuilder.value("N", "How many tasks run at a time when there is no server (processors).", "--slots");
    private final OptionSpec detach =
            OptionBuilder.flag("Print the run's number and return; needs a server.", "--detach");
    private final OptionSpec wait = OptionBuilder.flag("Wait for the end (this is the default).", "--wait", "--watch");
    private final OptionSpec timeout = OptionBuilder.value(
            "TIME", "Wait no longer; ends with code 8.", Duration.class, new OptionValues.OfDuration(), "--timeout");
    private final OptionSpec logs =
            OptionBuilder.flag("Print the output of all tasks, each line with its task's number.", "--logs");

    private final OptionSpec resume = OptionBuilder.value(
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
        common.config().flag(ConfigKey.RUN_SLOTS, OptionBuilder.text(slots));
        boolean detached = OptionBuilder.isGiven(detach);
        if (detached && OptionBuilder.isGiven(wait)) {
            throw CliError.usage("--detach and --wait exclude each other: give one of them");
        }
        var target = common.server();
        var patience = Optional.ofNullable(OptionBuilder.converted(timeout, Duration.class));
        var display = new DisplayOptions(common.format(), detached, patience, OptionBuilder.isGiven(logs));
        if (OptionBuilder.text(resume).isPresent())
            return resumed(target, display, OptionBuilder.text(resume).get());
        boolean here = !(target instanceof ServerTarget.Remote remote) || remote.isThisMachine();
        var draft = RunDraft.read(options, common.console(), here);
        boolean reads = !options.isJob() && draft.readsInput();
        if (!reads && draft.lines().isEmpty()) CommandInput.ignore(common.console());
        if (options.isJob()) return job(target, draft, display);
        if (options.jobOption().isPresent()) {
            throw CliError.usage(
                    "%s belongs to iterative jobs: say how many iterations there are"
                            .formatted(options.jobOption().get()),
                    "example: tidewheel run --iterations 1e9 --target 2h -- ./sim");
        }
        if (target instanceof ServerTarget.Remote remote) return new RemoteRun(common, remote, draft, display).run();
        if (detached || options.fields().isGiven(SubmissionField.HELD))
            throw needsServer(detached ? "--detach" : "--held");
        return here(new EmbeddedWork.New(draft), display);
    }

    private int job(ServerTarget target, RunDraft draft, DisplayOptions display) throws InterruptedException {
        if (!draft.isSingle()) {
            throw CliError.usage("--iterations excludes --array and --each-line: a job makes its tasks itself");
        }
        if (target instanceof ServerTarget.Remote remote) {
            try (var api = ApiClients.open(common, remote)) {
                return new JobRun(common.console(), api, display, false).run(options, draft);
            }
        }
        if (display.detach() || options.fields().isGiven(SubmissionField.HELD))
            throw needsServer(display.detach() ? "--detach" : "--held");
        try (var api = ApiClients.openWithAgent(common, common.config().dataFolder())) {
            return new JobRun(common.console(), api, display, true).run(options, draft);
        }
    }

    private int resumed(ServerTarget target, DisplayOptions display, String run) throws InterruptedException {
        if (!run.matches("[1-9]\\d{0,17}")) {
            throw CliError.usage("--resume: '%s' is not the number of a run".formatted(run), "example: --resume 12");
        }
        if (target instanceof ServerTarget.Remote remote) {
            throw CliError.usage(
                    "--resume is for runs that nobody works on, but the server at %s works on its own"
                            .formatted(remote.url()),
                    "watch the run with: tidewheel watch " + run);
        }
        if (!options.command().isEmpty()) {
            throw CliError.usage(
                    "--resume goes on with what run %s was told to do: leave the command out".formatted(run));
        }
        return here(new EmbeddedWork.Resumed(new RunId(Long.parseLong(run))), display);
    }

    /** Does a run of the data folder that nobody works on, here and now. */
    public static int resume(CommonOptions common, long run) throws InterruptedException {
        var display = new DisplayOptions(common.format(), false, Optional.empty(), false);
        var doing = new EmbeddedWork.Resumed(new RunId(run));
        return new EmbeddedRun(
                        common.console(), common.config(), common.config().dataFolder(), doing, display)
                .run();
    }

    private int here(EmbeddedWork doing, DisplayOptions display) throws InterruptedException {
        return new EmbeddedRun(
                        common.console(), common.config(), common.config().dataFolder(), doing, display)
                .run();
    }

    /** What cannot be done without somebody who stays. */
    public static CliError needsServer(String flag) {
        return new CliError(
                ExitCodes.UNREACHABLE,
                flag + " needs a server that goes on when this command has ended, and none runs here",
                "start one with: tidewheel server start",
                "or name one with: --server URL --token-file FILE");
    }
}
