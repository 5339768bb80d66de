package io.tidewheel.cli.run;

import io.tidewheel.cli.Common;
import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.config.Key;
import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.text.Console;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidewheel run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a command, an array of them, or one per line of a file.",
            "Without a server it works on its own: it keeps the run in the data folder, runs it on this machine and"
                    + " leaves nothing running.",
            "A single command's output is passed on as it is, and so is its exit code."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel run -- echo hello",
            "  tidewheel run --array 1-1000 --retries 2 -- ./simulate --seed {}",
            "  ls *.png | tidewheel run --each-line - -- convert {} -resize 50%% small/{}"
        })
public final class RunCommand implements Callable<Integer> {
    @Mixin
    private final Common common;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "How many tasks run at a time when there is no server (processors).")
    private @Nullable Integer slots;

    @Option(names = "--detach", description = "Print the run's number and return; needs a server.")
    private boolean detach;

    @Option(
            names = {"--wait", "--watch"},
            description = "Wait for the end (this is the default).")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Wait no longer; ends with code 8.")
    private @Nullable Duration timeout;

    @Option(names = "--logs", description = "Print the output of all tasks, each line with its task's number.")
    private boolean logs;

    public RunCommand(Console console) {
        this.common = new Common(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        common.config().flag(Key.RUN_SLOTS, slots);
        if (detach && wait) throw Trouble.usage("--detach and --wait exclude each other: give one of them");
        var target = common.target();
        boolean here = !(target instanceof Target.Remote remote) || remote.isThisMachine();
        var wanted = Wanted.read(options, common.console(), here);
        var way = new Way(common.format(), detach, Optional.ofNullable(timeout), logs);
        return switch (target) {
            case Target.Folder(var data) -> {
                if (detach || options.held) throw needsServer(detach ? "--detach" : "--hold");
                yield new EmbeddedRun(common.console(), common.config(), data, wanted, way).run();
            }
            case Target.Remote remote -> new RemoteRun(common.console(), remote, wanted, way).run();
        };
    }

    private static Trouble needsServer(String flag) {
        return new Trouble(
                Exit.UNREACHABLE,
                flag + " needs a server that goes on when this command has ended, and none runs here",
                "start one with: tidewheel server start",
                "or name one with: --server URL --token-file FILE");
    }
}
