package io.tidewheel.agent.files;

import com.google.protobuf.ByteString;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.FileFacts;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds files by the names a chain has for them, and tells their sizes and, if asked, their hashes. */
public final class FileSearch {
    private static final int PIECE_BYTES = 256 << 10;

    private final Folder folder;
    private final boolean hashes;
    private final StopCheck checkpoint;
    private FileRoom room;

    /** Where relative names start; made when it is first asked for. */
    @FunctionalInterface
    public interface Folder {
        Path path() throws IOException;
    }

    public FileSearch(Folder folder, boolean hashes, StopCheck checkpoint, FileRoom room) {
        this.folder = folder;
        this.hashes = hashes;
        this.checkpoint = checkpoint;
        this.room = room;
    }

    /** What is left to be told. */
    public FileRoom room() {
        return room;
    }

    /** The path that a name stands for. */
    public Path resolve(String name) throws IOException {
        var path = Path.of(name);
        return path.isAbsolute() ? path : folder.path().resolve(path);
    }

    /** What is there under a name, be it a file or something else; empty if nothing is. */
    public Optional<FileFacts> file(String name) throws IOException {
        checkpoint.pass();
        var path = resolve(name);
        return Files.exists(path) ? Optional.of(facts(name, path)) : Optional.empty();
    }

    /** All regular files in a folder and below, sorted by path; empty if there is no folder of that name. */
    public Optional<List<FileFacts>> filesIn(String name) throws IOException {
        checkpoint.pass();
        var top = resolve(name);
        if (!Files.isDirectory(top)) return Optional.empty();
        var told = new ArrayList<FileFacts>();
        // The folder itself may be a link.
        var root = top.toRealPath();
        for (var path : list(root)) {
            var shown = Path.of(name).resolve(root.relativize(path)).toString();
            if (shown.indexOf('\uFFFD') >= 0) throw new IOException(notReadable(shown));
            told.add(facts(shown, path));
        }
        return Optional.of(told);
    }

    /** Links to files count as files; links to folders are not followed, so that no loop is. */
    private List<Path> list(Path root) throws IOException {
        var paths = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                checkpoint.pass();
                if (attributes.isRegularFile() || (attributes.isSymbolicLink() && Files.isRegularFile(file))) {
                    if (paths.size() > room.files()) return FileVisitResult.TERMINATE; // the count will be refused
                    paths.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                checkpoint.pass();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
                if (error instanceof NoSuchFileException) return FileVisitResult.CONTINUE; // gone meanwhile
                throw error;
            }
        });
        paths.sort(null);
        return paths;
    }

    private FileFacts facts(String name, Path path) throws IOException {
        checkpoint.pass();
        var attributes = Files.readAttributes(path, BasicFileAttributes.class);
        var facts = FileFacts.newBuilder().setPath(name);
        if (attributes.isRegularFile()) {
            facts.setSize(attributes.size());
            if (hashes)
                facts.setSha256(ByteString.copyFrom(hash(path, checkpoint).bytes()))
                        .setExecutable(Files.isExecutable(path));
        }
        var told = facts.build();
        room = room.less(told);
        return told;
    }

    /** The hash of the content of a file. */
    public static Sha256 hash(Path path, StopCheck checkpoint) throws IOException {
        var sum = new Sha256.Sum();
        var piece = new byte[PIECE_BYTES];
        try (var in = Files.newInputStream(path)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                sum.add(piece, 0, count);
                checkpoint.pass();
            }
        }
        return sum.take();
    }

    private static String notReadable(String shown) {
        return "the file name '%s' is not in the agent's encoding: use names in UTF-8, and start the agent with LANG=C.UTF-8"
                .formatted(shown);
    }
}
