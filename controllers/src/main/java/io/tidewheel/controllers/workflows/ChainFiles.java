package io.tidewheel.controllers.workflows;

import com.google.protobuf.ByteString;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.FilePart;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import io.tidewheel.protocol.wire.Staged;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.chains.ExecutableArgument;
import io.tidewheel.workflow.chains.MadeFile;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a run whose agents share no disk. Every chain has them below one folder of its own; what it does not make itself is fetched
 * before it begins, and what it has made is brought away when it has succeeded.
 */
final class ChainFiles {
    /** Where a chain has its files, counted from its own folder. */
    static final String FOLDER = "files";

    private static final String OF_USER = FOLDER + "/in/";

    private final FileAddresses addresses;
    private final long run;
    private final Map<String, StagedFile> ofUser = new HashMap<>();

    /**
     * @param run after which files are named
     * @param ofUser what came with the workflow
     */
    ChainFiles(FileAddresses addresses, long run, List<StagedFile> ofUser) {
        this.addresses = addresses;
        this.run = run;
        for (var file : ofUser) this.ofUser.put(file.getValue(), file);
    }

    /** The command with the names that files have in the chain's folder. */
    PlannedExecutable local(PlannedExecutable executable) {
        var arguments = new ArrayList<ExecutableArgument>(executable.arguments().size());
        for (var argument : executable.arguments()) arguments.add(local(argument));
        return executable.with(arguments);
    }

    private ExecutableArgument local(ExecutableArgument argument) {
        return comesWithWorkflow(argument) ? argument.with(path(file(argument))) : argument;
    }

    private boolean comesWithWorkflow(ExecutableArgument argument) {
        var type = argument.dataType();
        return argument.direction() == Direction.INPUT
                && !DataType.isPlain(type)
                && !type.equals(DataType.STRING)
                && ofUser.containsKey(argument.value());
    }

    private StagedFile file(ExecutableArgument argument) {
        var file = ofUser.get(argument.value());
        if (file == null) throw new IllegalStateException("no file came for '%s'".formatted(argument.value()));
        return file;
    }

    private static String path(StagedFile file) {
        var value = file.getValue();
        while (value.endsWith("/")) value = value.substring(0, value.length() - 1);
        var name = value.substring(value.lastIndexOf('/') + 1);
        boolean usable = !name.isEmpty() && !name.equals(".") && !name.equals("..");
        return OF_USER + hash(file.getSha256()).hex() + "/" + (usable ? name : "input");
    }

    /** Adds what the chain fetches and brings. */
    void addTo(Work.Builder work, PlannedChain chain, Instant now) {
        var wishes = new LinkedHashMap<String, StageIn>();
        for (var executable : chain.executables()) {
            for (var argument : executable.arguments()) {
                if (comesWithWorkflow(argument)) fetch(file(argument), wishes, now);
            }
            for (var input : executable.inputs()) {
                boolean whole = input.dataType().equals(DataType.DIRECTORY);
                for (var file : input.files()) fetch(file, whole, wishes, now);
            }
        }
        for (var wish : wishes.values()) {
            if (wish.getUnpack() || !isInside(wish.getPath(), wishes)) work.addStageIn(wish);
        }
        for (var executable : chain.executables()) bring(executable, work, now);
    }

    private void fetch(StagedFile file, Map<String, StageIn> wishes, Instant now) {
        var path = path(file);
        wishes.put(
                path,
                StageIn.newBuilder()
                        .setPath(path)
                        .setUrl(addresses.fetching(new ObjectName(file.getObject()), now))
                        .setSha256(file.getSha256())
                        .setExecutable(file.getExecutable())
                        .setUnpack(file.getFolder())
                        .build());
    }

    private void fetch(MadeFile file, boolean whole, Map<String, StageIn> wishes, Instant now) {
        if (!(file.keptAt() instanceof KeptFile kept)) return;
        if (whole && kept instanceof KeptFile.Inside inside) {
            var archive = inside.archive();
            wishes.computeIfAbsent(
                    archive.path(),
                    path -> StageIn.newBuilder()
                            .setPath(path)
                            .setUrl(addresses.fetching(archive.object(), now))
                            .setSha256(bytes(archive.sha256()))
                            .setUnpack(true)
                            .build());
            return;
        }
        wishes.computeIfAbsent(file.path(), path -> wish(path, kept, now));
    }

    private StageIn wish(String path, KeptFile kept, Instant now) {
        var wish = StageIn.newBuilder()
                .setPath(path)
                .setSha256(bytes(kept.sha256()))
                .setExecutable(kept.executable());
        return switch (kept) {
            case KeptFile.Whole whole ->
                wish.setUrl(addresses.fetching(whole.object(), now)).build();
            case KeptFile.Inside inside ->
                wish.setUrl(addresses.fetching(inside.archive().object(), now))
                        .setPart(
                                FilePart.newBuilder().setOffset(inside.offset()).setSize(inside.size()))
                        .build();
        };
    }

    /** Whether it comes with a folder that is fetched as a whole. */
    private static boolean isInside(String path, Map<String, StageIn> wishes) {
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            var above = wishes.get(path.substring(0, end));
            if (above != null && above.getUnpack()) return true;
        }
        return false;
    }

    private void bring(PlannedExecutable executable, Work.Builder work, Instant now) {
        for (var output : executable.outputs()) {
            boolean folder = output.dataType().equals(DataType.DIRECTORY);
            work.addStageOut(StageOut.newBuilder()
                    .setPath(output.path())
                    .setName(output.variable())
                    .setUrl(addresses.adding(RunObjectNames.place(output.store(), run), now))
                    .setFolder(folder)
                    .setAdd(true)
                    // What must be there was looked for when its command had ended.
                    .setOptional(!folder));
        }
    }

    /**
     * What a chain has made, by variable, and where it is kept now. What an agent has not brought, or tells of in a way that makes no sense, has
     * no more than its name: whoever needs it will miss it.
     */
    Map<String, List<?>> made(Outcome outcome) {
        var brought = new HashMap<String, Staged>();
        for (var staged : outcome.getStagedList()) brought.put(staged.getName(), staged);
        var made = new HashMap<String, List<?>>();
        for (var collected : outcome.getCollectedList()) {
            var staged = brought.get(collected.getName());
            made.put(
                    collected.getName(),
                    staged != null && isSound(collected, staged) ? files(collected, staged) : names(collected));
        }
        return made;
    }

    private static List<String> names(Collected collected) {
        return collected.getFilesList().stream().map(FileFacts::getPath).toList();
    }

    /** Other agents will be told to write files under these names, so that none may lead out of a chain's folder. */
    private static boolean isSound(Collected collected, Staged staged) {
        boolean sound = isInFolder(staged.getPath()) && staged.getSha256().size() == Sha256.BYTES;
        if (staged.getFolder()) sound &= staged.getOffsetsCount() == collected.getFilesCount();
        for (var file : collected.getFilesList())
            sound &= isInFolder(file.getPath()) && file.getSha256().size() == Sha256.BYTES;
        return sound;
    }

    private static boolean isInFolder(String path) {
        if (!path.startsWith(FOLDER + "/") || path.indexOf('\0') >= 0) return false;
        for (var part : path.split("/", -1)) if (part.equals("..") || part.equals(".")) return false;
        return true;
    }

    private List<MadeFile> files(Collected collected, Staged staged) {
        var hash = hash(staged.getSha256());
        var object = RunObjectNames.of(collected.getStore(), run, hash);
        var files = new ArrayList<MadeFile>(collected.getFilesCount());
        if (!staged.getFolder()) {
            for (var file : collected.getFilesList())
                files.add(new MadeFile(file.getPath(), new KeptFile.Whole(object, hash, file.getExecutable())));
            return files;
        }
        var archive = new KeptFile.Archive(staged.getPath(), object, hash);
        for (int i = 0; i < collected.getFilesCount(); i++)
            files.add(inside(archive, collected.getFiles(i), staged.getOffsets(i)));
        return files;
    }

    private static MadeFile inside(KeptFile.Archive archive, FileFacts file, long offset) {
        return new MadeFile(
                file.getPath(),
                new KeptFile.Inside(archive, offset, file.getSize(), hash(file.getSha256()), file.getExecutable()));
    }

    /** Where something that a chain of the run has brought can be fetched. */
    String fetching(boolean store, Staged staged, Instant now) {
        return addresses.fetching(RunObjectNames.of(store, run, hash(staged.getSha256())), now);
    }

    private static Sha256 hash(ByteString bytes) {
        return Sha256.of(bytes.toByteArray());
    }

    private static ByteString bytes(Sha256 hash) {
        return ByteString.copyFrom(hash.bytes());
    }
}
