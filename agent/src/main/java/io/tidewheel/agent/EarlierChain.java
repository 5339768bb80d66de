package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.ChainRunner.Origin;
import io.tidewheel.agent.files.FileReplica;
import io.tidewheel.agent.files.FileRoom;
import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.agent.files.StopCheck;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.ReuseInput;
import io.tidewheel.protocol.wire.ReuseOutput;
import io.tidewheel.protocol.wire.Staged;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;

/**
 * An earlier chain that did the same as this one. Its files are taken if all inputs have the content they had then and all that it made is
 * still as it was; otherwise it says what is not. Lives as long as the chain runs.
 */
final class EarlierChain {
    private static final int SHOWN_BYTES = 4;

    private final ChainRunner.Place place;
    private final Reuse reuse;
    private final FileSearch search;
    private final List<FileFacts> inputs = new ArrayList<>();
    private final List<Collected> outputs = new ArrayList<>();
    private final List<Staged> staged = new ArrayList<>();

    /** Thrown where it is found out that nothing can be taken. */
    private static final class Miss extends Exception {
        private static final long serialVersionUID = 1;

        Miss(String why) {
            super(why, null, false, false);
        }
    }

    EarlierChain(ChainRunner.Place place) {
        this.place = place;
        this.reuse = place.chain().work.getReuse();
        this.search = new FileSearch(place.scratch()::path, true, this::checkpoint, FileRoom.OF_CHAIN);
    }

    /** Puts the files in their places, or tells why not: then nothing of them is left there. */
    Origin take() {
        if (!reuse.getMiss().isEmpty()) return new Origin("", reuse.getMiss());
        try {
            for (var input : reuse.getInputsList()) check(input);
            for (var output : reuse.getOutputsList()) check(output);
            for (var output : reuse.getOutputsList()) put(output);
            return new Origin(reuse.getOrigin(), "");
        } catch (Miss found) {
            return missed(String.valueOf(found.getMessage()));
        } catch (IOException | IllegalArgumentException error) {
            return missed(
                    "the files of chain %s could not be taken: %s".formatted(reuse.getOrigin(), OneLine.of(error)));
        }
    }

    /** The commands must not write into files that an earlier run has, too. */
    private Origin missed(String why) {
        var untouched = new ArrayList<String>();
        for (var output : reuse.getOutputsList()) {
            for (var file : output.getFilesList()) {
                try {
                    FileReplica.withdraw(path(output.getFrom(), file), path(output.getTo(), file));
                } catch (IOException | IllegalArgumentException error) {
                    untouched.add(OneLine.of(error));
                }
            }
        }
        return new Origin("", untouched.isEmpty() ? why : why + "; " + untouched.getFirst());
    }

    private Path path(String top, FileFacts file) throws IOException {
        var path = search.resolve(top);
        return file.getPath().isEmpty() ? path : path.resolve(file.getPath());
    }

    List<FileFacts> inputs() {
        return inputs;
    }

    List<Collected> outputs() {
        return outputs;
    }

    /** What is now kept for this chain, where no disk is shared. */
    List<Staged> staged() {
        return staged;
    }

    private void check(ReuseInput input) throws IOException, Miss {
        var found = found(input.getPath());
        compare("input", input.getPath(), input.getFilesList(), found);
        inputs.addAll(found);
    }

    private void check(ReuseOutput output) throws IOException, Miss {
        if (output.getMissing() || isKept(output)) return;
        compare("output", output.getFrom(), output.getFilesList(), found(output.getFrom()));
    }

    private List<FileFacts> found(String path) throws IOException {
        var inside = search.filesIn(path);
        return inside.isPresent()
                ? inside.get()
                : search.file(path).map(List::of).orElse(List.of());
    }

    /** @param now with whole paths */
    private static void compare(String what, String top, List<FileFacts> then, List<FileFacts> now) throws Miss {
        var there = new HashMap<String, FileFacts>();
        for (var file : now) there.put(file.getPath(), file);
        for (var before : then) {
            var path = joined(top, before.getPath());
            var file = there.remove(path);
            if (file == null) throw new Miss("%s %s is gone".formatted(what, path));
            if (!file.getSha256().equals(before.getSha256()))
                throw new Miss("%s %s changed: sha256 %s -> %s"
                        .formatted(what, path, shown(before.getSha256()), shown(file.getSha256())));
        }
        if (!there.isEmpty())
            throw new Miss(
                    "%s %s is new".formatted(what, there.keySet().iterator().next()));
    }

    private static String joined(String top, String path) {
        if (path.isEmpty()) return top;
        return top.endsWith("/") ? top + path : top + "/" + path;
    }

    private static String shown(ByteString hash) {
        if (hash.isEmpty()) return "none";
        return HexFormat.of().formatHex(hash.toByteArray(), 0, Math.min(SHOWN_BYTES, hash.size())) + "..";
    }

    private static boolean isKept(ReuseOutput output) {
        return !output.getUrl().isEmpty();
    }

    /** What the earlier chain brought away is taken as if this one had brought it. */
    private void keep(ReuseOutput output) throws IOException {
        checkpoint();
        for (var wish : place.chain().work.getStageOutList()) {
            if (!wish.getName().equals(output.getName())) continue;
            var hash = Sha256.of(output.getStaged().getSha256().toByteArray());
            place.files()
                    .transfers()
                    .copy(
                            place.files().address(output.getUrl()),
                            place.files().address(wish.getUrl()),
                            hash,
                            this::checkpoint);
            staged.add(output.getStaged().toBuilder().setPath(wish.getPath()).build());
        }
    }

    private void put(ReuseOutput output) throws IOException {
        if (isKept(output)) keep(output);
        boolean onDisk = !isKept(output);
        var from = search.resolve(output.getFrom());
        var to = search.resolve(output.getTo());
        boolean inPlace = !onDisk || from.equals(to);
        if (!inPlace) FileReplica.clear(to, output.getFolder());
        var collected = Collected.newBuilder()
                .setName(output.getName())
                .setCommand(output.getCommand())
                .setMissing(output.getMissing())
                .setStore(output.getStore());
        for (var file : output.getFilesList()) {
            checkpoint();
            if (!inPlace)
                FileReplica.put(
                        path(output.getFrom(), file),
                        path(output.getTo(), file),
                        place.facts().mark());
            collected.addFiles(file.toBuilder().setPath(joined(output.getTo(), file.getPath())));
        }
        outputs.add(collected.build());
    }

    private void checkpoint() throws StopCheck.GivenUp {
        if (place.stop().isFlipped() || place.limits().left(place.nanos().getAsLong()) == 0) {
            throw new StopCheck.GivenUp("the chain is to end");
        }
    }
}
