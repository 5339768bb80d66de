package io.tidewheel.controllers.workflows;

import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.ArgumentNote;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.TimeLimit;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.Timeout;
import io.tidewheel.workflow.chains.ExecutableArgument;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.chains.PlannedExecutable.PlannedOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes the chains of workflows as agents understand them. */
final class ChainWork {
    /** The runtimes of services, and what agents call them. */
    static final Map<String, Runtime> RUNTIMES = Map.of(
            "other", Runtime.PROCESS,
            "docker", Runtime.CONTAINER,
            "noop", Runtime.NOOP,
            "sleep", Runtime.SLEEP);

    private final List<String> sharedFolders;
    private final boolean hashFiles;
    private final Optional<ChainFiles> files;
    private final Optional<ResumedChains> resumption;
    private final RunRules rules;
    private final SiteAdapters adapters;

    /**
     * @param sharedFolders folders that containers see under the same names
     * @param files if agents share no disk
     * @param resumption where to look for what was done before
     * @param adapters those that the workflow was accepted with
     */
    ChainWork(
            List<String> sharedFolders,
            boolean hashFiles,
            Optional<ChainFiles> files,
            Optional<ResumedChains> resumption,
            RunRules rules,
            SiteAdapters adapters) {
        this.adapters = adapters;
        this.rules = rules;
        this.sharedFolders = List.copyOf(sharedFolders);
        this.hashFiles = hashFiles;
        this.files = files;
        this.resumption = resumption;
    }

    LaneSpec lane(PlannedChain chain, String kind) {
        return rules.lane(chain, kind);
    }

    /** Empty if it is not known yet what earlier runs have for it: the run is stirred when it is. */
    Optional<Payload> body(RunId run, PlannedChain chain, Instant now) {
        if (resumption.isEmpty()) return Optional.of(Payload.of(work(chain, now).toByteArray()));
        var earlier = resumption.get();
        return earlier.find(run, chain).map(found -> {
            var work = work(chain, now);
            var reuse = earlier.of(found, chain, work, now);
            return Payload.of(work.toBuilder().setReuse(reuse).build().toByteArray());
        });
    }

    /** How the iterations were shared out is chance, so that a partition is never the same as one of an earlier run. */
    Payload body(PlannedChain job, int partition, PartitionOrder part, Instant now) {
        var command = job.job().orElseThrow().partition().apply(partition);
        var work = work(job.with(List.of(command)), now).toBuilder().setPart(part);
        if (resumption.isPresent())
            work.setReuse(ChainComparison.miss("the partitions of an iterative job are always run anew"));
        return Payload.of(work.build().toByteArray());
    }

    private Work work(PlannedChain chain, Instant now) {
        var builder = Work.newBuilder().setHashFiles(hashFiles).setKeepOutputBytes(rules.keepOutputBytes());
        for (int i = 0; i < chain.executables().size(); i++) {
            var executable = chain.executables().get(i);
            var command = command(files.map(staged -> staged.local(executable)).orElse(executable));
            builder.addCommands(adapters.watched(adapters.adapted(command, chain, i), executable));
        }
        adapters.lastCommand(chain).ifPresent(builder::addCommands);
        files.ifPresent(staged -> staged.addTo(builder, chain, now));
        return builder.build();
    }

    /** What a chain has made, by variable. */
    Map<String, ? extends List<?>> found(Outcome outcome) {
        if (files.isPresent()) return files.get().made(outcome);
        var found = new HashMap<String, List<?>>(adapters.found(outcome));
        for (var collected : outcome.getCollectedList()) {
            found.put(
                    collected.getName(),
                    collected.getFilesList().stream().map(FileFacts::getPath).toList());
        }
        return found;
    }

    private Command command(PlannedExecutable executable) {
        if (!adapters.knowsRuntime(executable.runtime()))
            throw new IllegalStateException("no agent knows the runtime " + executable.runtime());
        var runtime = RUNTIMES.getOrDefault(executable.runtime(), Runtime.PLUGIN);
        var command = Command.newBuilder()
                .setRuntime(runtime)
                .setLabel(executable.service() + " (" + executable.id() + ")")
                .setMergeStderr(true);
        var line = executable.commandLine();
        switch (runtime) {
            case CONTAINER -> {
                command.setImage(executable.path()).addAllArguments(line.subList(1, line.size()));
                addEngineOptions(command, executable);
            }
            case SLEEP -> command.setSleepMicros(sleepMicros(executable));
            default -> command.addAllArguments(line);
        }
        for (var argument : executable.arguments()) command.addNotes(note(argument, runtime));
        if (!executable.retries().equals(RetryPolicy.NEVER)) command.setRetry(RuleCodec.rule(executable.retries()));
        limit(executable.limits().maxRuntime()).ifPresent(command::setMaxRuntime);
        limit(executable.limits().maxInactivity()).ifPresent(command::setMaxInactivity);
        limit(executable.limits().deadline()).ifPresent(command::setDeadline);
        addFiles(command, executable);
        return command.build();
    }

    private static ArgumentNote note(ExecutableArgument argument, Runtime runtime) {
        var note = ArgumentNote.newBuilder()
                .setParameter(argument.id())
                .setOutput(argument.direction() == Direction.OUTPUT)
                .setWords(runtime == Runtime.SLEEP ? 0 : words(argument));
        if (!argument.variable().equals(argument.id())) note.setVariable(argument.variable());
        if (note.getWords() == 0) note.setValue(argument.value());
        return note.build();
    }

    private static int words(ExecutableArgument argument) {
        var line = new ArrayList<String>(2);
        argument.appendTo(line);
        return line.size();
    }

    private void addEngineOptions(Command.Builder command, PlannedExecutable executable) {
        for (var argument : executable.runtimeArguments()) {
            if (!argument.label().isEmpty()) command.addEngineOptions(argument.label());
            if (!argument.value().isEmpty()) command.addEngineOptions(argument.value());
        }
        boolean saysWhenToPull = executable.runtimeArguments().stream()
                .anyMatch(argument -> (argument.label() + argument.value()).startsWith("--pull"));
        if (!saysWhenToPull) command.addEngineOptions("--pull=" + (isPinned(executable.path()) ? "missing" : "always"));
        for (var folder : sharedFolders) {
            command.addEngineOptions("-v");
            command.addEngineOptions(folder + ":" + folder);
        }
    }

    /** An image that is named by its digest, or by a tag other than {@code latest}, does not change. */
    static boolean isPinned(String image) {
        if (image.contains("@")) return true;
        int colon = image.lastIndexOf(':');
        boolean hasTag = colon > image.lastIndexOf('/');
        return hasTag && !image.substring(colon + 1).equals("latest");
    }

    private static long sleepMicros(PlannedExecutable executable) {
        double seconds = executable
                .sleepSeconds()
                .orElseThrow(
                        () -> new IllegalStateException("%s: 'seconds' is not a number".formatted(executable.id())));
        return (long) (seconds * 1e6);
    }

    private static void addFiles(Command.Builder command, PlannedExecutable executable) {
        var folders = new TreeSet<String>();
        for (var output : executable.outputs()) {
            boolean isFolder = DataType.asNamed(output.dataType()).equals(DataType.DIRECTORY);
            folders.add(isFolder ? output.path() : parent(output.path()));
            if (DataType.isAdaptedBySite(output.dataType())) continue; // its adapter says what it is
            command.addCollect(collect(output, isFolder));
        }
        folders.remove("");
        command.addAllMakeFolders(folders);
        command.addAllInputFiles(inputFiles(executable));
    }

    /** What its results depend on: files from variables, files named in the text, and the program itself. */
    private static Set<String> inputFiles(PlannedExecutable executable) {
        var files = new LinkedHashSet<String>();
        for (var input : executable.inputs()) {
            if (input.path().startsWith("/")) files.add(input.path());
        }
        for (var argument : executable.arguments()) {
            if (argument.direction() == Direction.INPUT && namesFile(argument)) files.add(argument.value());
        }
        if (executable.runtime().equals("other") && executable.path().startsWith("/")) files.add(executable.path());
        return files;
    }

    private static boolean namesFile(ExecutableArgument argument) {
        var type = argument.dataType();
        return argument.value().startsWith("/") && !DataType.isPlain(type) && !type.equals(DataType.STRING);
    }

    /** A program that does not make what it should is not our business, unless somebody waits for the list of files. */
    private static Collect collect(PlannedOutput output, boolean isFolder) {
        return Collect.newBuilder()
                .setName(output.variable())
                .setPath(output.path())
                .setKind(kind(output, isFolder))
                .setStore(output.store())
                .build();
    }

    private static CollectKind kind(PlannedOutput output, boolean isFolder) {
        if (output.dataType().equals(DataType.PARTS)) return CollectKind.RESULT;
        return isFolder ? CollectKind.DIRECTORY : CollectKind.FILE_OR_EMPTY_LIST;
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "" : path.substring(0, slash);
    }

    private static Optional<TimeLimit> limit(Optional<Timeout> timeout) {
        return timeout.map(given -> TimeLimit.newBuilder()
                .setMillis(Math.max(1, given.limit().toMillis()))
                .setFails(given.errorOnTimeout())
                .build());
    }
}
