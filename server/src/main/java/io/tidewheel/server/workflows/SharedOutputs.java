package io.tidewheel.server.workflows;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Set;

/**
 * Results of workflows on a disk that the server shares with its agents. What a task calls its output is a claim: only a regular file is handed out
 * that really is below the folder of the run in the folder that the server is set to keep results in, whatever links lead where.
 */
public final class SharedOutputs {
    private final Path folder;

    /** @param folder where the server keeps results, with a folder for each run */
    public SharedOutputs(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** What there is to be said of a result. */
    public sealed interface Output {
        /**
         * The result can be handed out.
         *
         * @param inside where it really is in the server's folder
         * @param name what it is called in the folder of its run
         */
        record Here(Path inside, String name, long size) implements Output {}

        /** The result cannot be handed out, for this reason. */
        record Elsewhere(String reason) implements Output {}
    }

    /** @param run whose folder it must be in: that after which the files of the run are named */
    public Output find(long run, String path) {
        try {
            return find(Path.of("run-" + run), Path.of(path));
        } catch (InvalidPathException | SecurityException noPath) {
            return new Output.Elsewhere("its name is no path on this server");
        } catch (NoSuchFileException gone) {
            return new Output.Elsewhere(
                    "it is gone, or on a disk that this server does not share with the agent that made it");
        } catch (AccessDeniedException closed) {
            return new Output.Elsewhere("this server may not read it");
        } catch (IOException error) {
            return new Output.Elsewhere("this server cannot read it (%s)".formatted(reason(error)));
        }
    }

    private static String reason(IOException error) {
        var reason = error instanceof FileSystemException known ? known.getReason() : error.getMessage();
        return reason == null ? error.getClass().getSimpleName() : reason;
    }

    private Output find(Path ofRun, Path path) throws IOException {
        var own = folder.resolve(ofRun);
        var said = path.normalize();
        if (!said.startsWith(own) || said.equals(own))
            return new Output.Elsewhere(
                    "it is not below %s, from where alone this server hands out results of the run".formatted(own));
        var root = folder.toRealPath();
        var real = said.toRealPath();
        if (!real.startsWith(root.resolve(ofRun)))
            return new Output.Elsewhere(
                    "a link leads out of %s, from where alone this server hands out results of the run".formatted(own));
        var inside = root.relativize(real);
        try (var content = open(inside)) {
            return new Output.Here(inside, own.relativize(said).toString(), content.size());
        }
    }

    /** Opens the content of a result. A link that somebody has put in its place meanwhile is not followed. */
    public SeekableByteChannel open(Output.Here output) throws IOException {
        return open(output.inside);
    }

    private SeekableByteChannel open(Path inside) throws IOException {
        var root = folder.toRealPath();
        try (var top = Files.newDirectoryStream(root)) {
            if (top instanceof SecureDirectoryStream<Path> secure) return open(secure, inside);
        }
        throw new IOException("the folders of this system cannot be entered one by one");
    }

    private static SeekableByteChannel open(SecureDirectoryStream<Path> above, Path inside) throws IOException {
        var first = inside.getName(0);
        if (inside.getNameCount() == 1) return file(above, first);
        try (var next = above.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
            return open(next, inside.subpath(1, inside.getNameCount()));
        }
    }

    /** Opens a regular file. Nothing else is opened: a pipe would make the reader wait for ever. */
    private static SeekableByteChannel file(SecureDirectoryStream<Path> above, Path name) throws IOException {
        var view = above.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().isRegularFile())
            throw new FileSystemException(name.toString(), null, "it is no regular file");
        return above.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }
}
