package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
    private static final int PAGE = 1_000;

    private final Archive archive;
    private final Path folder;
    private final boolean alone;

    /** How the runs that name their files after the same run stand together. */
    private static final class Line {
        boolean needed;
        boolean succeeded;

        /** What failed may be retried; but if one of them succeeded, the others need not be. */
        boolean isDone() {
            return succeeded && !needed;
        }
    }

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
        var lines = lines(folders);
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

    /** By the run after which files are named; from the first of them on, since retries come later. */
    private Map<Long, Line> lines(SortedMap<Long, Path> folders) {
        var lines = new HashMap<Long, Line>();
        for (long before = Long.MAX_VALUE; ; ) {
            var page = archive.runs(RunFilter.ALL, before, PAGE);
            for (var run : page) {
                if (run.id().number() < folders.firstKey()) return lines;
                boolean matters = folders.containsKey(run.id().number())
                        || run.spec().retryOf().isPresent();
                if (matters && run.spec().kind() == RunKind.WORKFLOW) add(lines, run);
            }
            if (page.size() < PAGE) return lines;
            before = page.getLast().id().number();
        }
    }

    private void add(Map<Long, Line> lines, RunRecord run) {
        var document = document(run.id());
        long name = document.getNamingRun() == 0 ? run.id().number() : document.getNamingRun();
        var line = lines.computeIfAbsent(name, _ -> new Line());
        line.succeeded |= run.state() == RunState.SUCCEEDED;
        // Results among the temporary files would go with them; a run with hashes may be resumed until it is forgotten.
        line.needed |= !run.state().isFinal()
                || document.getReuse()
                || !normal(document.getTmpPath()).equals(folder)
                || normal(document.getOutPath()).startsWith(folder);
    }

    private WorkflowDocument document(RunId run) {
        try {
            return WorkflowDocument.parseFrom(archive.document(run).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    private static void remove(Path top) throws IOException {
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException trouble) throws IOException {
                if (trouble instanceof NoSuchFileException)
                    return FileVisitResult.CONTINUE; // another server was faster
                throw trouble;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException trouble) throws IOException {
                if (trouble != null) throw trouble;
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
