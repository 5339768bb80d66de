package io.tidewheel.server.workflows;

import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.model.Archive;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the temporary files of workflow runs that nobody needs any more. It looks at what is there each time and remembers nothing, so
 * that it may be interrupted anywhere. Touches only folders of runs right inside the server's own folder, and follows no links.
 */
public final class TemporaryFiles {
    private static final Logger log = LoggerFactory.getLogger(TemporaryFiles.class);
    private static final Pattern FOLDER = Pattern.compile("run-([1-9][0-9]{0,17})");

    private final Archive archive;
    private final Path folder;
    private final boolean alone;

    /** @param data the server's data folder: only what is in there is surely not shared with another store */
    public TemporaryFiles(Archive archive, WorkflowSettings settings, Path data) {
        this.archive = archive;
        this.folder = normal(settings.tmpPath());
        this.alone = folder.startsWith(data.toAbsolutePath().normalize());
    }

    private static Path normal(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }

    /** Removes what can be removed now, and tells of which runs. */
    public List<RunId> sweep() throws IOException {
        var removed = new ArrayList<RunId>();
        if (!Files.isDirectory(folder)) return removed;
        // First the folders, then the runs: whatever has a folder is in the archive, unless it was forgotten.
        var folders = folders();
        if (folders.isEmpty()) return removed;
        var newest = archive.runs(RunFilter.ALL, Long.MAX_VALUE, 1);
        if (newest.isEmpty()) return removed;
        var lines = RunLineage.of(archive, new TreeSet<>(folders.keySet()), this::keeps);
        for (var entry : folders.entrySet()) {
            var run = new RunId(entry.getKey());
            var line = lines.get(run.number());
            boolean isForgotten =
                    alone && run.number() <= newest.getFirst().id().number();
            if (line == null ? !isForgotten : !line.isDone()) continue;
            remove(entry.getValue());
            removed.add(run);
        }
        if (!removed.isEmpty()) log.info("removed the temporary files of {} workflow runs", removed.size());
        return removed;
    }

    private SortedMap<Long, Path> folders() throws IOException {
        var found = new TreeMap<Long, Path>();
        try (var inside = Files.newDirectoryStream(folder)) {
            for (var path : inside) {
                var name = FOLDER.matcher(path.getFileName().toString());
                if (name.matches() && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    found.put(Long.parseLong(name.group(1)), path);
            }
        }
        return found;
    }

    /** Results among the temporary files would go with them; a run with hashes may be resumed until it is forgotten. */
    private boolean keeps(WorkflowDocument document) {
        return document.getReuse()
                || !normal(document.getTmpPath()).equals(folder)
                || normal(document.getOutPath()).startsWith(folder);
    }

    private static void remove(Path top) throws IOException {
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
                if (error instanceof NoSuchFileException) return FileVisitResult.CONTINUE; // another server was faster
                throw error;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error) throws IOException {
                if (error != null) throw error;
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
