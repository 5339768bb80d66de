package io.tidewheel.cli.run;

import io.tidewheel.agent.AgentSettings;
import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CommonOptions;
import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.text.Console;
import io.tidewheel.client.ClientException;
import io.tidewheel.client.ClientLinks;
import io.tidewheel.client.ClientOptions;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.protocol.links.LinkFeature;
import io.tidewheel.protocol.links.QueueLinks;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A run on a server. If this process goes, the run goes on; if the server is restarted meanwhile, nothing is lost and nothing seen twice. */
final class RemoteRun {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** All of a single command's output comes to us; so much of each stream stays with the run. */
    private static final long KEPT_OUTPUT = AgentSettings.DEFAULT_KEEP_OUTPUT_BYTES;

    private final Console console;
    private final ServerTarget.Remote server;
    private final QueueLinks links;
    private RunDraft draft;
    private final DisplayOptions display;
    private final RunProgress progress = new RunProgress();
    private final ClientRun seen;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long run;

    RemoteRun(CommonOptions common, ServerTarget.Remote server, RunDraft draft, DisplayOptions display) {
        this.console = common.console();
        this.server = server;
        this.links = common.links(server);
        this.draft = draft;
        this.display = display;
        this.seen = new ClientRun(console, display, progress);
    }

    int run() throws InterruptedException {
        bringInput();
        var hook = new Thread(this::interrupted, "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try (var client =
                TidewheelClient.connect(ClientLinks.to(links), ClientOptions.DEFAULT.withPatience(PATIENCE))) {
            var opened = (passesOutput()
                                    && links.offer()
                                            .refusal(LinkFeature.OfQueue.PASSED_OUTPUT)
                                            .isEmpty()
                            ? passing()
                            : draft)
                    .open(client, display.detach());
            run = opened.id();
            if (!display.detach()) return follow(opened);
            add(opened);
            return detached();
        } catch (ClientException failed) {
            throw trouble(failed);
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    /** How much of each output stream stays with the run. */
    private long kept() {
        return draft.keptOutput(KEPT_OUTPUT);
    }

    private void bringInput() {
        if (!console.inIsGiven() || !draft.readsInput()) return;
        try (var api = api()) {
            draft = CommandInput.brought(console, draft, api);
        }
    }

    /** Whether the command's output is ours. */
    private boolean passesOutput() {
        return draft.isSingle() && display.format().isForPeople() && !display.detach();
    }

    private RunDraft passing() {
        return draft.with(draft.passing(kept()));
    }

    private void add(TaskRun opened) {
        try {
            seen.fill(opened, draft);
        } catch (UncheckedIOException unreadable) {
            throw CliError.usage(
                    String.valueOf(unreadable.getMessage()),
                    "what came before has been submitted; end it with: tidewheel cancel " + run);
        }
    }

    private int detached() {
        console.out().println(run);
        console.note("watch it with: tidewheel watch " + run);
        return ExitCodes.OK;
    }

    private int follow(TaskRun opened) throws InterruptedException {
        var failure = new AtomicReference<@Nullable Throwable>();
        var ended = new CountDownLatch(1);
        var output = new PassedOutput(console, run, kept(), ended::countDown);
        if (passesOutput()) output.start(this::api);
        var summary = seen.follow(opened).whenComplete((_, failed) -> {
            if (failed != null) failure.set(failed);
            ended.countDown();
        });
        if (draft.isSingle() ? !await(ended) : !awaitMany(opened, ended)) return timedOut();
        if (summary.isCompletedExceptionally())
            throw new IllegalStateException("the run could not be followed", failure.get());
        if (!output.awaitEnd()) {
            interrupted();
            return ExitCodes.BROKEN_PIPE;
        }
        if (!display.format().isForPeople()) {
            try (var api = api()) {
                RunDataOutput.run(api, console, display.format(), run);
            }
        }
        if (passesOutput()) RunEndSummary.tellKept(console, run, progress, kept());
        if (draft.isSingle()) RunEndSummary.tellCommand(console, run, progress);
        else RunEndSummary.tell(console, run, progress);
        return draft.isSingle() ? RunEndSummary.commandExitCode(progress) : RunEndSummary.exitCode(progress);
    }

    /** Shows how far it is, and, if that is wanted, what the tasks print; false if it took too long. */
    private boolean awaitMany(TaskRun opened, CountDownLatch ended) throws InterruptedException {
        if (!display.logs() || !display.format().isForPeople()) {
            try (var _ = ProgressDisplay.show(console, "run " + run, () -> seen.numbers(opened))) {
                add(opened);
                return await(ended);
            }
        }
        try (var api = api()) {
            var logs = new FollowedLogs(console, api, run);
            logs.start();
            try (var _ = ProgressDisplay.show(console, "run " + run, () -> seen.numbers(opened))) {
                add(opened);
                if (!await(ended)) return false;
            }
            logs.awaitEnd();
            return true;
        }
    }

    private boolean await(CountDownLatch ended) throws InterruptedException {
        if (display.timeout().isEmpty()) {
            ended.await();
            return true;
        }
        return ended.await(display.timeout().get().toNanos(), TimeUnit.NANOSECONDS);
    }

    private int timedOut() {
        console.err()
                .println("tidewheel: run %d is still going; wait for it with: tidewheel wait %d".formatted(run, run));
        return ExitCodes.TIMED_OUT;
    }

    private ApiClient api() {
        return ApiClients.open(server, links);
    }

    private CliError trouble(ClientException failed) {
        var text = String.valueOf(failed.getMessage());
        return switch (failed) {
            case ClientException.Refused refused
            when refused.isAboutPermission() ->
                new CliError(ExitCodes.DENIED, text, "name a file with a suitable token with --token-file FILE");
            case ClientException.Refused refused ->
                draft.advised(ClientRun.refused(refused.code(), text), server.url());
            case ClientException.Unreachable _ ->
                new CliError(
                        ExitCodes.UNREACHABLE, text, "is the server running? start one with: tidewheel server start");
            default -> new CliError(ExitCodes.ERROR, text);
        };
    }

    private void interrupted() {
        if (over.getCount() == 0 || run == 0) return;
        console.err().println();
        console.err()
                .println("run %d goes on; come back to it with: tidewheel watch %d, end it with: tidewheel cancel %d"
                        .formatted(run, run, run));
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return; // it is running
        }
    }
}
