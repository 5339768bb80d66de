package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.RunController;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.server.http.RequestMemory;
import io.tidewheel.server.jobs.JobControllers;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.workflows.WorkflowSettings.Source;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.FileNaming;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.chains.WorkflowOutcome;
import io.tidewheel.workflow.graph.WorkflowGraph;
import io.tidewheel.workflow.text.SourceTreeReader;
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
public final class WorkflowControllers implements RunController.ControllerSource {
    /** Characters of text; somebody waits for the drawing. */
    private static final int LARGEST_DRAWN = 4 << 20;
    /** Chains; somebody waits. */
    private static final int MOST_LOOKED_THROUGH = 10_000;
    /** Runs. */
    private static final int MOST_REMEMBERED = 100;

    private final WorkflowSettings settings;
    private final Archive archive;
    private final Optional<RunObjects> objects;
    private final JobControllers jobs;
    private final ServiceLibrary library;
    private final Predicate<RequiredResources> offered;
    /** What ended runs have not done never changes; to find it, they are unfolded again. */
    private final Map<RunId, List<WorkflowOutcome.LeftOver>> notDone =
            Collections.synchronizedMap(new LinkedHashMap<RunId, List<WorkflowOutcome.LeftOver>>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, List<WorkflowOutcome.LeftOver>> eldest) {
                    return size() > MOST_REMEMBERED;
                }
            });

    /**
     * @param archive where earlier runs are
     * @param objects for runs whose agents share no disk; without it there are none
     * @param jobs where the iterative jobs inside of workflows are looked after
     * @param offered whether an agent that is present, or a machine that could be made, has what is needed; may change at any time
     */
    public WorkflowControllers(
            WorkflowSettings settings,
            Archive archive,
            Optional<RunObjects> objects,
            JobControllers jobs,
            Predicate<RequiredResources> offered) {
        this.settings = settings;
        this.archive = archive;
        this.objects = objects;
        this.jobs = jobs;
        this.library = ServiceLibrary.read(settings.services(), settings.macros(), new ArrayList<>());
        this.offered = offered;
    }

    /**
     * A workflow to be run.
     *
     * @param services files that come with it; they go before those of the server
     * @param strict what nobody offers now is a complaint
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
    public record Prepared(Workflow workflow, NewRun.Planting planting, List<FileComplaint> warnings) {}

    /** Reads and checks everything. */
    public Prepared prepare(Request request) throws WorkflowRejected {
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
        if (!flaws.isEmpty()) throw new WorkflowRejected(flaws);
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
        var expanded = MacroExpansion.expand(workflow, library.macros());
        // Earlier runs may be large: they are looked through here and not while the engine waits.
        var resumption = resumption(library.services(), document);
        var planting = new NewRun.Planting(
                Payload.of(document.toByteArray()),
                run -> growth(run, document, expanded, library.services(), resumption));
        return new Prepared(workflow, planting, warnings);
    }

    /** A short text can stand for very much: what it takes to read it is asked for before it is read. */
    private static void weigh(Request request) {
        RequestMemory.charge(SourceTreeReader.weight(request.source.text()));
        for (var file : request.services) RequestMemory.charge(SourceTreeReader.weight(file.text()));
        for (var file : request.macros) RequestMemory.charge(SourceTreeReader.weight(file.text()));
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
        var macros = ServiceLibrary.accepted(document).macros();
        return Optional.of(WorkflowGraph.of(MacroExpansion.expand(workflow, macros)));
    }

    /**
     * What a retry of an ended run is made of: the same, but for chains that succeeded, which count as done.
     *
     * @throws IllegalStateException if the run cannot be read any more
     */
    public NewRun.Planting retry(RunId run) {
        var old = document(run);
        var document = old.toBuilder()
                .setNamingRun(old.getNamingRun() == 0 ? run.number() : old.getNamingRun())
                .addAdoptedRuns(run.number())
                .build();
        // Nothing of it depends on the number of the new run, so that it is opened before the engine is asked.
        var controller = open(run, document);
        return new NewRun.Planting(Payload.of(document.toByteArray()), controller::of);
    }

    private static Set<String> requires(Workflow workflow, ServiceLibrary library) {
        var names = new TreeSet<String>();
        for (var used : ServicesUsed.by(workflow, library.macros())) {
            var service = library.services().get(used);
            if (service != null) names.addAll(service.requires().names());
        }
        return names;
    }

    @Override
    public RunController open(RunId run, RunSpec spec, Payload bytes) {
        try {
            return open(run, WorkflowDocument.parseFrom(bytes.bytes()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    private WorkflowController open(RunId run, WorkflowDocument document) {
        var library = ServiceLibrary.accepted(document);
        var workflow = WorkflowReader.read(document.getSource()).orThrow();
        var expanded = MacroExpansion.expand(workflow, library.macros());
        var resumption = resumption(library.services(), document);
        var controller = growth(run, document, expanded, library.services(), resumption);
        for (long number : document.getAdoptedRunsList()) inherit(controller, new RunId(number));
        return controller;
    }

    /**
     * Actions of an ended run that were never done, with what they waited for or what did not fit: some of them. None if the run is too large to be looked
     * through while somebody waits, or cannot be read any more.
     */
    public List<WorkflowOutcome.LeftOver> leftOver(RunId run) {
        var known = notDone.get(run);
        if (known != null) return known;
        var found = List.copyOf(findLeftOver(run));
        notDone.put(run, found);
        return found;
    }

    private List<WorkflowOutcome.LeftOver> findLeftOver(RunId run) {
        if (archive.run(run).map(RunRecord::made).orElse(Integer.MAX_VALUE) > MOST_LOOKED_THROUGH) return List.of();
        try {
            var document = document(run);
            var library = ServiceLibrary.accepted(document);
            var expanded = MacroExpansion.expand(
                    WorkflowReader.read(document.getSource()).orThrow(), library.macros());
            var controller = growth(run, document, expanded, library.services(), Optional.empty(), onlookers());
            for (long number : document.getAdoptedRunsList()) inherit(controller, new RunId(number));
            for (var chain : archive.chains(run, Set.of(), 0, MOST_LOOKED_THROUGH, true)) {
                controller.adopt(chain.id().index(), chain.parameter());
                controller.ended(chain.id().index(), chain.state(), chain.report());
            }
            return controller.leftOver();
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    /** Jobs of a run that is only looked at: nobody works on them. */
    private JobControllers onlookers() {
        return new JobControllers(
                archive,
                new VirtualTime(Instant.EPOCH),
                () -> {
                    throw new Refusal(Refusal.Kind.UNAVAILABLE, "nothing is done for a run that has ended");
                },
                (_, _) -> {},
                JobControllers.Listener.NOBODY,
                false);
    }

    private void inherit(WorkflowController controller, RunId from) {
        if (archive.run(from).isEmpty())
            throw new IllegalStateException(
                    "run %s, of which the rest is to be done, is not there any more".formatted(from));
        EarlierChains.each(archive, from, chain -> controller.inherit(chain.parameter(), chain.report()));
    }

    private WorkflowController growth(
            RunId run,
            WorkflowDocument document,
            Workflow expanded,
            Map<String, Service> services,
            Optional<ResumedChains> resumption) {
        return growth(run, document, expanded, services, resumption, jobs);
    }

    private WorkflowController growth(
            RunId run,
            WorkflowDocument document,
            Workflow expanded,
            Map<String, Service> services,
            Optional<ResumedChains> resumption,
            JobControllers lookedAfter) {
        var rules = RunRules.of(document);
        long name = namingRun(run, document);
        var naming =
                new FileNaming(document.getTmpPath(), document.getOutPath(), "run-" + name, document.getShortRounds());
        var files = document.getStaged() ? Optional.of(files(name, document)) : Optional.<ChainFiles>empty();
        var work = new ChainWork(
                files.isPresent() ? List.of() : List.of(document.getTmpPath(), document.getOutPath()),
                document.getReuse() || document.getStaged(),
                files,
                resumption,
                rules);
        var planner = new ChainPlanner(expanded, services, naming, rules.joinedTo(offered));
        return new WorkflowController(run, planner, work, lookedAfter, archive);
    }

    private ChainFiles files(long name, WorkflowDocument document) {
        var kept = objects.orElseThrow(() -> new IllegalStateException(
                "the files of run %d are objects, and this program keeps none".formatted(name)));
        return new ChainFiles(kept, name, document.getFilesList());
    }

    private Optional<ResumedChains> resumption(Map<String, Service> services, WorkflowDocument document) {
        if (!document.getResume()) return Optional.empty();
        var runs = document.getResumedRunsList().stream().map(RunId::new).toList();
        if (runs.isEmpty())
            return Optional.of(new ResumedChains(
                    EarlierChains.of(archive, runs),
                    Map.of(),
                    services,
                    Optional.empty(),
                    "there is no earlier run to resume"));
        var last = document(runs.getLast());
        var before = ServiceLibrary.accepted(last).services();
        return Optional.of(new ResumedChains(
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
    public ServiceLibrary library() {
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
