package io.tidewheel.server.sites;

import io.tidewheel.controllers.jobs.CompiledJob;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Actor;
import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.Submission;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.server.objects.ObjectOwners;
import io.tidewheel.server.objects.RunObjects;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes jobs of {@code .config} files: those that are handed in, those that appear among the objects below {@code input/}, and those that are dropped
 * into a folder. The same file gives one job, however often it is seen.
 */
public final class JobFileInbox {
    private static final Logger log = LoggerFactory.getLogger(JobFileInbox.class);
    private static final String INPUT = RunObjects.OF_SITE_JOBS;
    private static final String SEEN = "jobs/seen/";
    private static final String ERRORS = "output/errors/";
    private static final int MOST_PROBLEMS = 1_000;
    private static final int LARGEST_CONFIG = 1 << 20;
    private static final long LARGEST_INPUT = 1L << 40;
    private static final int LONGEST_NAME = 80;
    private static final int PAGE = 10_000;
    /** A file that was changed so lately may be changed again in a moment. */
    private static final Duration STILL_WRITTEN = Duration.ofSeconds(1);
    /** The owner of the jobs that are dropped into the folder: whoever may write there is in charge of the server. */
    public static final Owner OWNER = new Owner("admin");

    private final JobFile.Defaults defaults;
    private final Duration inputWait;
    private final ObjectStore objects;
    private final SiteObjects rows;
    private final JobControllers jobs;
    private final Supplier<Engine> engine;
    private final RandomGenerator random;
    private final Time time;
    private final Path folder;

    /** @param folder plain files that are dropped here become objects below input/ */
    public JobFileInbox(
            TascaasSettings settings,
            ObjectStore objects,
            JobControllers jobs,
            Supplier<Engine> engine,
            RandomGenerator random,
            Time time,
            Path folder) {
        this.defaults = settings.defaults();
        this.inputWait = settings.inputWait();
        this.objects = objects;
        this.rows = new SiteObjects(objects);
        this.jobs = jobs;
        this.engine = engine;
        this.random = random;
        this.time = time;
        this.folder = folder;
    }

    /** Where an owner's input is, so that files of two owners may have the same name. */
    private static String inputOf(Owner owner) {
        return INPUT + RunObjects.folderOf(owner) + "/";
    }

    private static ObjectName seen(Owner owner, String name) {
        return new ObjectName(SEEN + RunObjects.folderOf(owner) + "/" + name);
    }

    /** Keeps a file of an owner as input for that owner's jobs. Throws IllegalArgumentException, with a text for users, if it cannot be. */
    public ObjectFacts keep(Owner owner, String name, byte[] content) {
        var kept = objects.put(
                new ObjectName(inputOf(owner) + name),
                new ByteArrayInputStream(content)::read,
                LARGEST_INPUT,
                Optional.empty());
        // Whoever hands a file in says himself whether it is to become a job.
        if (name.endsWith(".config") && name.indexOf('/') < 0)
            rows.put(seen(owner, name), kept.sha256().hex());
        return kept;
    }

    /**
     * Submits a job. Throws IllegalArgumentException, with a text for users, if it is none.
     *
     * @param key the same key gives the same run
     */
    public CompletableFuture<AcceptedRun> submit(
            String name, String text, Owner owner, Optional<String> key, String request) {
        var file = JobFile.read(name, text, defaults);
        if (name.length() > LONGEST_NAME)
            throw new IllegalArgumentException(
                    "the name of a job file has at most %d characters".formatted(LONGEST_NAME));
        var input = new ObjectName(inputOf(owner) + file.inputFile());
        if (file.inputFile().equals(name)) keep(owner, name, text.getBytes(StandardCharsets.UTF_8));
        if (objects.find(input).isEmpty()) {
            throw new MissingInput("%s: there is no input file '%s': bring it first, or together with the job"
                    .formatted(name, file.inputFile()));
        }
        var id = file.jobId(unique());
        own(owner, id);
        var document = CompiledJob.document(file.size(defaults.mostPartitions()))
                .setForeignId(id)
                .setInputObject(input.text())
                .build();
        var spec = new RunSpec(RunKind.JOB, owner, Submission.named(name), request);
        return engine.get().submit(NewRun.growing(spec, jobs.prepare(document), key, false, owner.name()));
    }

    /**
     * Opens a job of our own agents to foreign sites, which get the file as their input. Throws IllegalArgumentException, with a text for users, if
     * the file cannot be kept.
     */
    public JobDocument opened(Owner owner, JobDocument document, String name, Input input) {
        var id = unique() + "_" + name.replaceAll("[^A-Za-z0-9.-]+", "-") + ".config";
        var file = input.name().isEmpty() ? id.replaceFirst("\\.config$", ".json") : JobFile.input(name, input.name());
        keep(owner, file, input.content().bytes());
        own(owner, id);
        return document.toBuilder()
                .setForeignId(id)
                .setInputObject(inputOf(owner) + file)
                .build();
    }

    /** Notes that the results that sites bring for the job from now on are the owner's. */
    private void own(Owner owner, String job) {
        rows.put(ObjectOwners.markOf(owner, job), "owner");
    }

    /**
     * A file for all partitions at sites.
     *
     * @param name empty for one that nobody has to know
     */
    public record Input(String name, Payload content) {}

    private String unique() {
        var bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Looks once for new files. */
    public void look() {
        try {
            takeFiles();
        } catch (IOException failed) {
            log.warn("files in {} could not be taken: {}", folder, failed.toString());
        }
        takeUnowned();
        // Others hand their files in with a token, and say themselves what is to become a job.
        each(inputOf(OWNER), (name, found) -> {
            if (name.endsWith(".config")) take(name, found);
        });
    }

    /** Looks at all files of one folder, however many there are. */
    private void each(String place, BiConsumer<String, ObjectFacts> step) {
        for (var page = objects.list(place, Optional.empty(), PAGE);
                !page.isEmpty();
                page = objects.list(place, Optional.of(page.getLast().name()), PAGE)) {
            for (var found : page) {
                var name = found.name().text().substring(place.length());
                if (name.indexOf('/') < 0) step.accept(name, found);
            }
        }
    }

    /** What was put beside the folders of owners, by whoever has the object store in hand, is the administrator's. */
    private void takeUnowned() {
        each(INPUT, (name, found) -> {
            var own = new ObjectName(inputOf(OWNER) + name);
            boolean known = objects.find(own)
                    .map(facts -> facts.sha256().equals(found.sha256()))
                    .orElse(false);
            if (!known) objects.copy(found.name(), own);
        });
    }

    /** A file that is still being written is taken when it has stopped growing: whoever moves it in is served at once. */
    private void takeFiles() throws IOException {
        if (!Files.isDirectory(folder)) return;
        try (var files = Files.newDirectoryStream(folder, file -> Files.isRegularFile(file))) {
            for (var file : files) {
                var name = String.valueOf(file.getFileName());
                boolean fresh = Files.getLastModifiedTime(file)
                        .toInstant()
                        .isAfter(time.instant().minus(STILL_WRITTEN));
                if (fresh || name.startsWith(".") || name.endsWith(".rejected")) continue;
                takeFile(file, name);
            }
        }
    }

    private void takeFile(Path file, String name) throws IOException {
        try (var content = Files.newInputStream(file)) {
            objects.put(new ObjectName(inputOf(OWNER) + name), content::read, LARGEST_INPUT, Optional.empty());
        } catch (IllegalArgumentException wrong) {
            log.warn("{} is not taken: {}", file, wrong.getMessage());
            Files.move(file, file.resolveSibling(name + ".rejected"));
            return;
        }
        Files.delete(file);
    }

    /** A job file that is right but for its input, which is not there. */
    private static final class MissingInput extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private MissingInput(String text) {
            super(text);
        }
    }

    /** Something that is wrong with a file, so that it has not become a job. */
    public record Fault(String file, String text, Instant at) {}

    /** What is wrong with files that were dropped or put among the objects, until they are mended. */
    public List<Fault> faults() {
        var faults = new ArrayList<Fault>();
        for (var each : objects.list(ERRORS, Optional.empty(), MOST_PROBLEMS)) {
            var file = each.name().text().substring(ERRORS.length()).replaceFirst("[.]txt$", "");
            faults.add(new Fault(file, rows.text(each.name()).strip(), each.since()));
        }
        return faults;
    }

    private static ObjectName error(String name) {
        return new ObjectName(ERRORS + name + ".txt");
    }

    private void missed(String name, MissingInput wrong) {
        if (objects.find(error(name)).isPresent()) return;
        complain(name, "%s (it was waited for, for %d s)".formatted(wrong.getMessage(), inputWait.toSeconds()));
    }

    /** Where operators look, and where whoever brought the file does. */
    private void complain(String name, String why) {
        log.warn("{} is no job: {}", name, why);
        rows.put(error(name), why + "\n");
        try {
            var _ = engine.get().note(Actor.anyone("sites"), "refuse", "file " + name, why);
        } catch (Refusal unavailable) {
            log.debug("that {} is no job is not audited: {}", name, unavailable.getMessage());
        }
    }

    /** What was made of it before it could be marked as seen is not made again. */
    private AcceptedRun accepted(String name, ObjectFacts found) {
        var key = "config-%s-%s".formatted(found.sha256().hex(), name);
        var known = engine.get().known(OWNER, key).join();
        return known.orElseGet(() -> submit(name, rows.text(found.name()), OWNER, Optional.of(key), "")
                .join());
    }

    private void take(String name, ObjectFacts found) {
        var mark = seen(OWNER, name);
        var hash = found.sha256().hex();
        if (objects.find(mark).isPresent() && rows.text(mark).equals(hash)) return;
        try {
            if (found.size() > LARGEST_CONFIG)
                throw new IllegalArgumentException(name + " is too large for a job file");
            log.info("{} has become run {}", name, accepted(name, found).run());
            objects.delete(error(name));
        } catch (MissingInput wrong) {
            // It may come yet, even after it was missed for so long.
            if (found.since().plus(inputWait).isBefore(time.instant())) missed(name, wrong);
            return;
        } catch (IllegalArgumentException wrong) {
            complain(name, String.valueOf(wrong.getMessage()));
        } catch (UncheckedIOException | CompletionException later) {
            log.warn("{} will be looked at again: {}", name, later.getMessage());
            return;
        }
        rows.put(mark, hash);
    }
}
