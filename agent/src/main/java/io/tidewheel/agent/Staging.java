package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.files.FileReplica;
import io.tidewheel.agent.files.FileRoom;
import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.agent.files.FileTransfers;
import io.tidewheel.agent.files.FolderArchive;
import io.tidewheel.agent.files.StopCheck;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import io.tidewheel.protocol.wire.Staged;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fetches what a chain reads before its commands begin, and brings away what they made, where no disk is shared. */
final class Staging {
    /** Between tries: a server that is restarted must not cost a chain its work. */
    private static final long[] PAUSES = {200_000_000, 1_000_000_000, 5_000_000_000L};

    private final ChainRunner.Place place;
    private final List<Staged> brought = new ArrayList<>();

    Staging(ChainRunner.Place place) {
        this.place = place;
    }

    /** A success if there was nothing to do. */
    CommandEnd fetch() {
        for (var wish : place.chain().work.getStageInList()) {
            try {
                repeatedly(() -> fetch(wish));
            } catch (StopCheck.GivenUp _) {
                return givenUp();
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.notStarted(
                        126, "its input '%s' could not be fetched: %s".formatted(wish.getPath(), text(error)));
            }
        }
        return CommandEnd.SUCCESS;
    }

    private void fetch(StageIn wish) throws IOException {
        var target = search().resolve(wish.getPath());
        // Other agents had a say in relative names, so that these must not lead out of the chain's own folder.
        if (!Path.of(wish.getPath()).isAbsolute()
                && !target.normalize().startsWith(place.scratch().path().normalize()))
            throw new FileTransfers.Refused("its name leads out of the chain's folder");
        var folder = target.getParent();
        if (folder != null) Files.createDirectories(folder);
        // Beside its place first: others who share the folder see it whole or not at all.
        var draft = beside(target, "");
        try {
            transfers().fetch(address(wish.getUrl()), part(wish), draft, expected(wish), this::checkpoint);
            if (wish.getExecutable()) FolderArchive.makeExecutable(draft);
            if (wish.getUnpack()) unpack(draft, target);
            else Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private FileSearch search() {
        return new FileSearch(place.scratch()::path, false, this::checkpoint, FileRoom.OF_CHAIN);
    }

    private Path beside(Path target, String ending) {
        return target.resolveSibling(
                target.getFileName() + ".tidewheel-" + place.facts().mark() + ending);
    }

    private void unpack(Path archive, Path target) throws IOException {
        var draft = beside(target, ".d");
        try {
            FolderArchive.unpack(archive, draft, this::checkpoint);
            FileReplica.clear(target, false);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileReplica.clear(draft, false);
        }
    }

    private static Optional<FileTransfers.Part> part(StageIn wish) {
        if (!wish.hasPart()) return Optional.empty();
        return Optional.of(new FileTransfers.Part(
                wish.getPart().getOffset(), wish.getPart().getSize()));
    }

    private static Optional<Sha256> expected(StageIn wish) {
        return wish.getSha256().isEmpty()
                ? Optional.empty()
                : Optional.of(Sha256.of(wish.getSha256().toByteArray()));
    }

    /**
     * A success if there was nothing to do.
     *
     * @param collected what the commands have made
     */
    CommandEnd bring(List<Collected> collected) {
        for (var wish : place.chain().work.getStageOutList()) {
            try {
                repeatedly(() -> bring(wish, collected));
            } catch (StopCheck.GivenUp _) {
                return givenUp();
            } catch (IOException | IllegalArgumentException error) {
                return CommandEnd.of(
                        Ending.ERROR,
                        "its output '%s' (%s) could not be brought away: %s"
                                .formatted(wish.getName(), wish.getPath(), text(error)));
            }
        }
        return CommandEnd.SUCCESS;
    }

    private void bring(StageOut wish, List<Collected> collected) throws IOException {
        var path = search().resolve(wish.getPath());
        if (wish.getOptional() && !Files.exists(path)) return;
        if (wish.getFolder()) bringFolder(wish, path, collected);
        else if (Files.isRegularFile(path)) brought.add(send(path, wish).build());
        else throw new FileTransfers.Refused("there is no such file");
    }

    private Staged.Builder send(Path file, StageOut wish) throws IOException {
        var target = new FileTransfers.Target(address(wish.getUrl()), wish.getAdd());
        var sent = transfers().bring(file, target, this::checkpoint);
        return Staged.newBuilder()
                .setName(wish.getName())
                .setPath(wish.getPath())
                .setSize(sent.size())
                .setSha256(ByteString.copyFrom(sent.sha256().bytes()));
    }

    private void bringFolder(StageOut wish, Path folder, List<Collected> collected) throws IOException {
        if (!Files.isDirectory(folder)) throw new FileTransfers.Refused("there is no such folder");
        var archive = beside(folder, ".tar");
        try {
            var offsets = FolderArchive.pack(folder, archive, this::checkpoint);
            brought.add(send(archive, wish)
                    .setFolder(true)
                    .addAllOffsets(offsets(wish, offsets, collected))
                    .build());
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    private static List<Long> offsets(StageOut wish, Map<String, Long> offsets, List<Collected> collected)
            throws IOException {
        var found = new ArrayList<Long>();
        var top = wish.getPath().endsWith("/") ? wish.getPath() : wish.getPath() + "/";
        for (var output : collected) {
            if (!output.getName().equals(wish.getName())) continue;
            for (var file : output.getFilesList()) {
                var inside = file.getPath().startsWith(top) ? file.getPath().substring(top.length()) : "";
                var offset = offsets.get(inside);
                if (offset == null) throw new FileTransfers.Refused("its file '%s' is gone".formatted(file.getPath()));
                found.add(offset);
            }
        }
        return found;
    }

    List<Staged> brought() {
        return brought;
    }

    private FileTransfers transfers() {
        return place.files().transfers();
    }

    private URI address(String url) {
        return place.files().address(url);
    }

    private interface Step {
        void take() throws IOException;
    }

    /** What was refused will be refused again; all else may pass. */
    private void repeatedly(Step step) throws IOException {
        for (int tried = 0; ; tried++) {
            try {
                checkpoint();
                step.take();
                return;
            } catch (StopCheck.GivenUp | FileTransfers.Refused last) {
                throw last;
            } catch (IOException error) {
                if (tried == PAUSES.length) throw error;
                long now = place.nanos().getAsLong();
                long left = place.limits().left(now);
                place.stop().sleep(now, Math.min(PAUSES[tried], left), place.nanos());
            }
        }
    }

    private void checkpoint() throws StopCheck.GivenUp {
        if (place.stop().isFlipped() || place.limits().left(place.nanos().getAsLong()) == 0) {
            throw new StopCheck.GivenUp("the chain is to end");
        }
    }

    private CommandEnd givenUp() {
        if (place.stop().isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request");
        var end = place.limits().over();
        return end.saying(end.message() + " while its files were on their way");
    }

    private static String text(Exception error) {
        return error instanceof FileTransfers.Refused ? "" + error.getMessage() : OneLine.of(error);
    }
}
