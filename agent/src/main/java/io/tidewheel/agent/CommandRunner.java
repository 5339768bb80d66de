package io.tidewheel.agent;

import io.tidewheel.agent.files.FileRoom;
import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.agent.files.StopCheck;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.CommandEnd.Usage;
import io.tidewheel.agent.runtime.CommandStep;
import io.tidewheel.agent.runtime.ExtensionRuntimeProvider;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.agent.runtime.ParameterArguments;
import io.tidewheel.agent.runtime.RuntimeNames;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.agent.runtime.TaskFacts;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.CommandRecord;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.RetryRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command of a chain: makes its folders, tries it as often as it may be tried, and collects what it made. The limits are nested:
 * the deadline around all tries and the delays between them, in it each try, in it the time without output.
 */
final class CommandRunner {
    private static final String STOPPED_BEFORE = "stopped on request before it was started";

    private final ChainRunner.Place place;
    private final Command command;
    private final int position;
    /** Whether nothing is done before it: then it counts from the start of the chain, and the slot's own work does not prolong it. */
    private final boolean beginsWithChain;

    private final long beganNanos;
    /** The time limits of the chain, and those of all tries of this command together. */
    private final AttemptTimeLimits around;

    private FileRoom room;
    private List<FileFacts> inputs = List.of();
    private List<Collected> collected = List.of();
    private Usage usage = Usage.NONE;
    private int attempts;

    CommandRunner(ChainRunner.Place place, int position, FileRoom room) {
        this.place = place;
        this.command = place.chain().work.getCommands(position);
        this.position = position;
        this.room = room;
        this.beginsWithChain = position == 0 && place.chain().work.getStageInCount() == 0 && !hashesInputs();
        this.beganNanos =
                beginsWithChain ? place.limits().startedNanos() : place.nanos().getAsLong();
        this.around = place.limits().around(command, beganNanos);
    }

    /** Runs the command and answers how it ended, with what all its tries used. */
    CommandEnd run() {
        var end = tryAll();
        return end.with(usage, end.result());
    }

    private CommandEnd tryAll() {
        RetryPolicy policy;
        try {
            policy = policy(command.getRetry());
        } catch (IllegalArgumentException impossible) {
            return CommandEnd.notStarted(126, "its retry rule makes no sense: " + impossible.getMessage());
        }
        var end = hashInputs();
        while (end == null) {
            var last = tryOnce();
            usage = usage.plus(last.usage());
            end = mayBeTriedAgain(last, policy) ? pause(last, policy.delayAfter(attempts)) : last;
        }
        return end;
    }

    private boolean mayBeTriedAgain(CommandEnd last, RetryPolicy policy) {
        return !last.isSuccess()
                && !last.cancels()
                && last.ending() != Ending.CANCELLED
                && policy.allowsAnother(attempts)
                && around.left(place.nanos().getAsLong()) > 0;
    }

    /** Waits until the next try is due. Answers the end if there will be none; one that would begin too late is not waited for. */
    private @Nullable CommandEnd pause(CommandEnd last, Duration delay) {
        long now = place.nanos().getAsLong();
        if (delay.toNanos() >= around.left(now)) {
            return around.over().saying("there is no time left for another try; the last one " + last.message());
        }
        place.stop().sleep(now, delay.toNanos(), place.nanos());
        if (!place.stop().isFlipped()) return null;
        return CommandEnd.of(Ending.CANCELLED, "stopped on request between two tries; the last one " + last.message());
    }

    private CommandEnd tryOnce() {
        if (place.stop().isFlipped()) return CommandEnd.of(Ending.CANCELLED, STOPPED_BEFORE);
        attempts++;
        long now = isFirst() ? beganNanos : place.nanos().getAsLong();
        var limits = place.limits().ofTry(command, beganNanos, now);
        place.output().begin(limits, marker());
        var error = makeFolders();
        if (error != null) return error;
        var end = start(limits);
        if (!end.isSuccess() || command.getCollectCount() == 0) return end;
        var failure = collect();
        return failure == null ? end : failure.with(end.usage(), end.result());
    }

    private CommandEnd start(AttemptTimeLimits limits) {
        var name = RuntimeNames.of(command);
        var runtime = place.runtimes().get(name);
        if (runtime == null) return notOffered(name);
        var work = place.chain().work;
        var arguments =
                ParameterArguments.of(command.getArgumentsList(), work.getSubstitute(), place.chain().parameter);
        try (var output =
                new ReadOutput(place.output(), recent(), place.progress().of(position))) {
            return runtime.run(new CommandStep(
                    isFirst(), command, arguments, facts(limits), limits, place.stop(), output, place.scratch()));
        } catch (RuntimeException | Error defect) {
            // A defect of ours, or a machine at its end: this chain fails, its neighbours and the slot go on.
            return CommandEnd.of(Ending.ERROR, "the agent failed to run it: " + OneLine.of(defect));
        }
    }

    /** The reader of the command's output that estimates from the last lines how far it is; empty if no plug-in is asked for that. */
    private Optional<ReadOutput.Reader> recent() {
        var asked = place.runtimes().get(ExtensionRuntimeProvider.NAME);
        if (asked == null || command.getEstimate().isEmpty()) return Optional.empty();
        return Optional.of(lines -> asked.estimate(command.getEstimate(), lines));
    }

    private boolean isFirst() {
        return beginsWithChain && attempts == 1;
    }

    private TaskFacts facts(AttemptTimeLimits limits) {
        if (limits.end() == place.limits().end()) return place.facts();
        return place.facts().until(Instant.EPOCH.plus(place.startedMicros() + limits.end() / 1_000, ChronoUnit.MICROS));
    }

    private static CommandEnd notOffered(String name) {
        var shown = name.isEmpty() ? "that the chain asks for" : "'" + name + "'";
        return CommandEnd.notStarted(
                126,
                "this agent does not offer the runtime " + shown
                        + "; it may be too old for it, or lack a plug-in (tidewheel plugin ls)");
    }

    // Folders and files.

    private @Nullable CommandEnd makeFolders() {
        if (command.getMakeFoldersCount() == 0) return null;
        var search = search(false);
        for (var folder : command.getMakeFoldersList()) {
            try {
                checkpoint();
                Files.createDirectories(search.resolve(folder));
            } catch (StopCheck.GivenUp _) {
                return givenUp();
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.notStarted(
                        126, "its folder '%s' could not be made: %s".formatted(folder, OneLine.of(error)));
            }
        }
        return null;
    }

    private boolean hashesInputs() {
        return place.chain().work.getHashFiles() && command.getInputFilesCount() > 0;
    }

    private @Nullable CommandEnd hashInputs() {
        if (!hashesInputs()) return null;
        var search = search(true);
        var found = new ArrayList<FileFacts>();
        for (var name : command.getInputFilesList()) {
            try {
                var inside = search.filesIn(name);
                if (inside.isPresent()) found.addAll(inside.get());
                else
                    search.file(name)
                            .ifPresent(found::add); // if it is missing, the command will say so in its own words
            } catch (StopCheck.GivenUp _) {
                return givenUp();
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.notStarted(
                        126, "its input '%s' could not be read: %s".formatted(name, OneLine.of(error)));
            }
        }
        inputs = found;
        room = search.room();
        return null;
    }

    /** Null if all is there that must be. */
    private @Nullable CommandEnd collect() {
        var found = new ArrayList<Collected>();
        for (var wish : command.getCollectList()) {
            // A result is fetched by people, who want to know that what they got is what was made.
            var search = search(place.chain().work.getHashFiles() || wish.getStore());
            try {
                if (wish.getKind() == CollectKind.RESULT) copyResult(search, wish);
                var files = files(search, wish);
                if (files.isEmpty() && !mayBeAbsent(wish.getKind())) {
                    return CommandEnd.of(Ending.ERROR, missing(wish));
                }
                found.add(Collected.newBuilder()
                        .setName(wish.getName())
                        .setCommand(position)
                        .addAllFiles(files.orElse(List.of()))
                        .setMissing(files.isEmpty())
                        .setStore(wish.getStore())
                        .build());
            } catch (StopCheck.GivenUp _) {
                return givenUp();
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.of(
                        Ending.ERROR,
                        "its output '%s' (%s) could not be collected: %s"
                                .formatted(wish.getName(), wish.getPath(), OneLine.of(error)));
            }
            room = search.room();
        }
        collected = found;
        return null;
    }

    private static boolean mayBeAbsent(CollectKind kind) {
        return kind == CollectKind.FILE_OR_EMPTY_LIST || kind == CollectKind.RESULT;
    }

    /** Copies the result file so that it is whole under its name or not there: the program that reads it may be on another machine. */
    private void copyResult(FileSearch search, Collect wish) throws IOException {
        var result = place.scratch().path().resolve(ScratchFolder.RESULT_FILE);
        if (!Files.isRegularFile(result, LinkOption.NOFOLLOW_LINKS)) return;
        var target = search.resolve(wish.getPath());
        var half = target.resolveSibling(target.getFileName() + ".part");
        Files.copy(result, half, StandardCopyOption.REPLACE_EXISTING);
        Files.move(half, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Optional<List<FileFacts>> files(FileSearch search, Collect wish) throws IOException {
        return switch (wish.getKind()) {
            case FILE, FILE_OR_EMPTY_LIST, RESULT -> search.file(wish.getPath()).map(List::of);
            case DIRECTORY -> search.filesIn(wish.getPath());
            case UNRECOGNIZED -> throw new IOException("this agent does not know its kind; it is too old for it");
        };
    }

    private static String missing(Collect wish) {
        var kind = wish.getKind() == CollectKind.DIRECTORY ? "folder" : "file";
        return "it succeeded, but its output '%s' is missing: there is no %s '%s'"
                .formatted(wish.getName(), kind, wish.getPath());
    }

    private FileSearch search(boolean hashes) {
        return new FileSearch(place.scratch()::path, hashes, this::checkpoint, room);
    }

    private void checkpoint() throws StopCheck.GivenUp {
        if (place.stop().isFlipped() || around.left(place.nanos().getAsLong()) == 0) {
            throw new StopCheck.GivenUp("the chain is to end");
        }
    }

    private CommandEnd givenUp() {
        if (place.stop().isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request");
        var end = around.over();
        return end.saying(end.message() + " while its files were looked at");
    }

    // What is told of it.

    FileRoom room() {
        return room;
    }

    List<FileFacts> inputs() {
        return inputs;
    }

    List<Collected> collected() {
        return collected;
    }

    CommandRecord record(CommandEnd end) {
        long from = place.startedMicros() + (beganNanos - place.limits().startedNanos()) / 1_000;
        long lasted = (place.nanos().getAsLong() - beganNanos) / 1_000;
        return CommandRecord.newBuilder()
                .setLabel(command.getLabel())
                .setAttempts(attempts)
                .setExitCode(end.exitCode())
                .setSignal(end.signal())
                .setStartedMicros(from)
                .setFinishedMicros(from + lasted)
                .setUserCpuMicros(usage.userMicros())
                .setSystemCpuMicros(usage.systemMicros())
                .setPeakMemoryBytes(usage.peakMemoryBytes())
                .build();
    }

    /** What went wrong, and with what, if there is more than one thing that it could be. */
    String explain(CommandEnd end) {
        var who = name();
        var tries = attempts > 1 ? " (try " + attempts + ")" : "";
        return (who.isEmpty() || end.ending() == Ending.CANCELLED ? "" : who + ": ") + end.message() + tries;
    }

    private String name() {
        int count = place.chain().work.getCommandsCount();
        var label = OneLine.of(command.getLabel());
        if (count == 1) return label;
        var place = "command %d of %d".formatted(position + 1, count);
        return label.isEmpty() ? place : label + " (" + place + ")";
    }

    /** The line that tells, in the log, whose output follows; empty if there is no doubt. */
    private String marker() {
        boolean named =
                place.chain().work.getCommandsCount() > 1 && !command.getLabel().isEmpty();
        if (!named && attempts == 1) return "";
        var who = name();
        var what = attempts == 1 ? who : (who.isEmpty() ? "" : who + ", ") + "try " + attempts;
        return "--- " + what + " ---\n";
    }

    private static RetryPolicy policy(RetryRule rule) {
        return new RetryPolicy(
                rule.getMaxAttempts() == 0 ? 1 : rule.getMaxAttempts(),
                delay(rule.getDelayMillis()),
                Math.max(1, rule.getExponentialBackoff()),
                rule.getMaxDelayMillis() == 0 ? RetryPolicy.LONGEST : delay(rule.getMaxDelayMillis()));
    }

    private static Duration delay(long millis) {
        long longest = RetryPolicy.LONGEST.toMillis();
        return Duration.ofMillis(millis < 0 ? longest : Math.min(millis, longest));
    }
}
