package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.LongSupplier;

/** Where the folders of chains are made: one folder for one life of the agent, for nobody else to look into. */
public final class ScratchRoot {
    private final Path root;

    private ScratchRoot(Path root) {
        this.root = root;
    }

    /** Makes the folder; its last part contains the session, so that whoever finds it knows whose it was. */
    public static ScratchRoot open(Path parent, String session) throws IOException {
        Files.createDirectories(parent);
        var root = parent.toRealPath().resolve("tidewheel-" + session);
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        if (parent.getFileSystem().supportedFileAttributeViews().contains("posix")) Files.createDirectory(root, owner);
        else Files.createDirectory(root);
        return new ScratchRoot(root);
    }

    public Path root() {
        return root;
    }

    /** A folder for the chains of one slot. */
    public ScratchFolder folder(String slot, LongSupplier nanos) {
        return new ScratchFolder(root, slot, nanos);
    }

    public void close() throws IOException {
        FolderRemoval.of(root);
    }
}
