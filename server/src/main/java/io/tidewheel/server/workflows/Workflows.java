package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.engine.Growth;
import io.tidewheel.engine.Refusal;
import io.tidewheel.engine.Submission;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Need;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.server.http.RequestMemory;
import io.tidewheel.server.jobs.Jobs;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.workflows.WorkflowSettings.Source;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.Expansion;
import io.tidewheel.workflow.chains.Naming;
import io.tidewheel.workflow.chains.Outcome;
import io.tidewheel.workflow.chains.Unfolding;
import io.tidewheel.workflow.graph.WorkflowGraph;
import io.tidewheel.workflow.text.TreeText;
import io.tidewheel.workflow.text.WorkflowReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Reads workflows that are submitted, and goes on with those that were accepted before. Safe for many threads. */
public final class Workflows implements Growth.Source {
    /** Characters of text; somebody waits for the drawing. */
    private static final int LARGEST_DRAWN = 4 << 20;
    /** Chains; somebody waits. */
    private static final int MOST_LOOKED_THROUGH = 10_000;
    /** Runs. */
    private static final int MOST_REMEMBERED = 100;

    private final WorkflowSettings settings;
    private final Archive archive;
    private final Optional<RunObjects> objects;
    private final Jobs jobs;
    private final Library library;
    private final Predicate<Need> offered;
    /** What ended runs have not done never changes; to find it, they are unfolded again. */
    private final Map<RunId, List<Outcome.LeftOver>> notDone =
            Collections.synchronizedMap(new LinkedHashMap<RunId, List<Outcome.LeftOver>>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, List<Outcome.LeftOver>> eldest) {
                    return size() > MOST_REMEMBERED;
                }
            });

    /**
     * @param archive where earlier runs are
     * @param objects for runs whose agents share no disk; without it there are none
     * @param jobs where the iterative jobs inside of workflows are looked after
     * @param offered whether an agent that is present, or a machine that could be made, has what is needed; may change at any time
     */
    public Workflows(
            WorkflowSettings settings,
            Archive archive,
            Optional<RunObjects> objects,
            Jobs jobs,
            Predicate<Need> offered) {
        this.settings = settings;
        this.archive = archive;
        this.objects = objects;
        this.jobs = jobs;
        this.library = Library.read(settings.services(), settings.macros(), new ArrayList<>());
        this.offered = offered;
    }

    /**
     * A workflow to be run.
     *
     * @param services files that come with it; they go before those of the server
     * @param strict what nobody offers now is a flaw
     * @param reuse keep hashes, so that later runs can resume this one
     * @param resume look for what earlier runs made; hashes are kept then, too
     * @param resumed where to look; empty if there is no earlier run yet
     * @param staging present if agents share no disk
     * @param rules what is asked of all of its chains
     */
    public record Request(
            Source source,
            List<Source> services,
            List<Source> macros,
            boolean strict,
            boolean reuse,
            boolean resume,
            Optional<RunId> resumed,
            Optional<String> tmpPath,
            Optional<String> outPath,
            Optional<Staging> staging,
            RunRules rules) {}

    /** The files that came with a workflow whose agents share no disk. */
    public record Staging(List<StagedFile> files) {
        public Staging {
            files = List.copyOf(files);
        }
    }

    /**
     * A workflow that can be submitted.
     *
     * @param warnings what should be known, but is no reason to refuse it
     */
    public record Prepared(Workflow workflow, Submission.Planting planting, List<Flaw> warnings) {}

    /** Reads and checks everything. */
    public Prepared prepare(Request request) throws FlawedWorkflow {
        weigh(request);
        var files = new SubmissionCheck.Files(
                request.source, request.services, request.macros, settings.services(), settings.macros());
        var checked = SubmissionCheck.check(
                files,
                new SubmissionCheck.Conditions(
                        true, request.staging.isPresent(), Optional.of(request.rules.joinedTo(offered))));
        var flaws = new ArrayList<>(checked.flaws());
        var warnings = new ArrayList<>(checked.warnings());
        (request.strict ? flaws : warnings).addAll(checked.unplaced());
        if (!flaws.isEmpty()) throw new FlawedWorkflow(flaws);
        var workflow = checked.workflow().orElseThrow();
        var library = checked.library();
        var services = files.allServices();
        var macros = files.allMacros();
        boolean staged = request.staging.isPresent();
        var document = WorkflowDocument.newBuilder()
                .setSource(request.source.text())
                .addAllServices(services.stream().map(Source::text).toList())
                .addAllMacros(macros.stream().map(Source::text).toList())
                .setTmpPath(staged ? ChainFiles.FOLDER : request.tmpPath.orElse(settings.tmpPath()))
                .setOutPath(staged ? ChainFiles.FOLDER : request.outPath.orElse(settings.outPath()))
                .setStaged(staged)
                .setShortRounds(true)
                .addAllServiceFolders(services.stream().map(Source::folder).toList())
                .addAllFiles(request.staging.map(Staging::files).orElse(List.of()))
                .setReuse(request.reuse || request.resume)
                .setResume(request.resume)
                .addAllResumedRuns(request.resumed.map(this::line).orElse(List.of()))
                .addAllRequires(request.rules.joinedTo(requires(workflow, library)))
                .setRules(request.rules.wire())
                .setKeepOutputBytes(request.rules.keepOutputBytes())
                .build();
        var expanded = Expansion.expand(workflow, library.macros());
        // Earlier runs may be large: they are looked through here and not while the engine waits.
        var resumption = resumption(library.services(), document);
        var planting = new Submission.Planting(
                Payload.of(document.toByteArray()),
                run -> growth(run, document, expanded, library.services(), resumption));
        return new Prepared(workflow, planting, warnings);
    }

    /** A short text can stand for very much: what it takes to read it is asked for before it is read. */
    private static void weigh(Request request) {
        RequestMemory.charge(TreeText.weight(request.source.text()));
        for (var file : request.services) RequestMemory.charge(TreeText.weight(file.text()));
        for (var file : request.macros) RequestMemory.charge(TreeText.weight(file.text()));
    }

    /** A run and those that it retried, oldest first: together they have all chains that succeeded. */
    private List<Long> line(RunId run) {
        var line = new ArrayList<>(document(run).getAdoptedRunsList());
        line.add(run.number());
        return line;
    }

    /** What a run was made of. */
    public WorkflowDocument document(RunId run) {
        try {
            return WorkflowDocument.parseFrom(archive.document(run).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    /** The actions of a run and what they wait for; empty if its text is too large to be drawn. */
    public Optional<WorkflowGraph> graph(RunId run) {
        var document = document(run);
        if (document.getSource().length() > LARGEST_DRAWN) return Optional.empty();
        var workflow = WorkflowReader.read(document.getSource()).orThrow();
        var macros = Library.accepted(document).macros();
        return Optional.of(WorkflowGraph.of(Expansion.expand(workflow, macros)));
    }

    /**
     * What a retry of an ended run is made of: the same, but for chains that succeeded, which count as done.
     *
     * @throws IllegalStateException if the run cannot be read any more
     */
    public Submission.Planting retry(RunId run) {
        var old = document(run);
        var document = old.toBuilder()
                .setNamingRun(old.getNamingRun() == 0 ? run.number() : old.getNamingRun())
                .addAdoptedRuns(run.number())
                .build();
        // Nothing of it depends on the number of the new run, so that it is opened before the engine is asked.
        var growth = open(run, document);
        return new Submission.Planting(Payload.of(document.toByteArray()), growth::of);
    }

    private static Set<String> requires(Workflow workflow, Library library) {
        var names = new TreeSet<String>();
        for (var used : ServicesUsed.by(workflow, library.macros())) {
            var service = library.services().get(used);
            if (service != null) names.addAll(service.requires().names());
        }
        return names;
    }

    @Override
    public Growth open(RunId run, RunSpec spec, Payload bytes) {
        try {
            return open(run, WorkflowDocument.parseFrom(bytes.bytes()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    private WorkflowGrowth open(RunId run, WorkflowDocument document) {
        var library = Library.accepted(document);
        var workflow = WorkflowReader.read(document.getSource()).orThrow();
        var expanded = Expansion.expand(workflow, library.macros());
        var resumption = resumption(library.services(), document);
        var growth = growth(run, document, expanded, library.services(), resumption);
        for (long number : document.getAdoptedRunsList()) inherit(growth, new RunId(number));
        return growth;
    }

    /**
     * Actions of an ended run that were never done, with what they waited for or what did not fit: some of them. None if the run is too large to be looked
     * through while somebody waits, or cannot be read any more.
     */
    public List<Outcome.LeftOver> leftOver(RunId run) {
        var known = notDone.get(run);
        if (known != null) return known;
        var found = List.copyOf(findLeftOver(run));
        notDone.put(run, found);
        return found;
    }

    private List<Outcome.LeftOver> findLeftOver(RunId run) {
        if (archive.run(run).map(RunRecord::made).orElse(Integer.MAX_VALUE) > MOST_LOOKED_THROUGH) return List.of();
        try {
            var document = document(run);
            var library = Library.accepted(document);
            var expanded =
                    Expansion.expand(WorkflowReader.read(document.getSource()).orThrow(), library.macros());
            var growth = growth(run, document, expanded, library.services(), Optional.empty(), onlookers());
            for (long number : document.getAdoptedRunsList()) inherit(growth, new RunId(number));
            for (var chain : archive.chains(run, Set.of(), 0, MOST_LOOKED_THROUGH, true)) {
                growth.adopt(chain.id().index(), chain.parameter());
                growth.ended(chain.id().index(), chain.state(), chain.report());
            }
            return growth.leftOver();
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    /** Jobs of a run that is only looked at: nobody works on them. */
    private Jobs onlookers() {
        return new Jobs(
                archive,
                new VirtualTime(Instant.EPOCH),
                () -> {
                    throw new Refusal(Refusal.Kind.UNAVAILABLE, "nothing is done for a run that has ended");
                },
                (_, _) -> {},
                Jobs.Listener.NOBODY,
                false);
    }

    private void inherit(WorkflowGrowth growth, RunId from) {
        if (archive.run(from).isEmpty())
            throw new IllegalStateException(
                    "run %s, of which the rest is to be done, is not there any more".formatted(from));
        EarlierChains.each(archive, from, chain -> growth.inherit(chain.parameter(), chain.report()));
    }

    private WorkflowGrowth growth(
            RunId run,
            WorkflowDocument document,
            Workflow expanded,
            Map<String, Service> services,
            Optional<Resumption> resumption) {
        return growth(run, document, expanded, services, resumption, jobs);
    }

    private WorkflowGrowth growth(
            RunId run,
            WorkflowDocument document,
            Workflow expanded,
            Map<String, Service> services,
            Optional<Resumption> resumption,
            Jobs lookedAfter) {
        var rules = RunRules.of(document);
        long name = namingRun(run, document);
        var naming = new Naming(document.getTmpPath(), document.getOutPath(), "run-" + name, document.getShortRounds());
        var files = document.getStaged() ? Optional.of(files(name, document)) : Optional.<ChainFiles>empty();
        var work = new ChainWork(
                files.isPresent() ? List.of() : List.of(document.getTmpPath(), document.getOutPath()),
                document.getReuse() || document.getStaged(),
                files,
                resumption,
                rules);
        var unfolding = new Unfolding(expanded, services, naming, rules.joinedTo(offered));
        return new WorkflowGrowth(run, unfolding, work, lookedAfter, archive);
    }

    private ChainFiles files(long name, WorkflowDocument document) {
        var kept = objects.orElseThrow(() -> new IllegalStateException(
                "the files of run %d are objects, and this program keeps none".formatted(name)));
        return new ChainFiles(kept, name, document.getFilesList());
    }

    private Optional<Resumption> resumption(Map<String, Service> services, WorkflowDocument document) {
        if (!document.getResume()) return Optional.empty();
        var runs = document.getResumedRunsList().stream().map(RunId::new).toList();
        if (runs.isEmpty())
            return Optional.of(new Resumption(
                    EarlierChains.of(archive, runs),
                    Map.of(),
                    services,
                    Optional.empty(),
                    "there is no earlier run to resume"));
        var last = document(runs.getLast());
        var before = Library.accepted(last).services();
        return Optional.of(new Resumption(
                EarlierChains.of(archive, runs),
                before,
                services,
                last.getStaged() ? Optional.of(files(namingRun(runs.getLast(), last), last)) : Optional.empty(),
                "run %s has no successful chain of the same actions".formatted(runs.getLast())));
    }

    private static long namingRun(RunId run, WorkflowDocument document) {
        return document.getNamingRun() == 0 ? run.number() : document.getNamingRun();
    }

    /** The services and macros that every workflow of this server can use. */
    public Library library() {
        return library;
    }

    /** Where files are kept for agents that share no disk, if they are. */
    public Optional<RunObjects> objects() {
        return objects;
    }

    /** The run after which the files of a workflow run are named: a run that goes on with another uses that one's. */
    public long namingRun(RunId run) {
        var document = document(run);
        return document.getNamingRun() == 0 ? run.number() : document.getNamingRun();
    }

    public WorkflowSettings settings() {
        return settings;
    }
}
