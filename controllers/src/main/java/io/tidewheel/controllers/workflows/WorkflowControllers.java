package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.ChainChecks;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.CutRules;
import io.tidewheel.workflow.chains.FileNaming;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.chains.WorkflowOutcome;
import io.tidewheel.workflow.text.FreeValues;
import io.tidewheel.workflow.text.SourceTreeReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** Reads workflows that are submitted, and goes on with those that were accepted before. Safe for many threads. */
public final class WorkflowControllers implements RunController.ControllerSource {
    private final WorkflowSettings settings;
    private final EarlierRuns earlier;
    private final Optional<FileAddresses> addresses;
    private final JobControllers jobs;
    private final ServiceLibrary library;
    private final Predicate<RequiredResources> offered;
    private final LongConsumer memory;
    private final ChainPlugins plugins;

    /**
     * @param addresses for runs whose agents share no disk; without it there are none
     * @param jobs opens the iterative jobs inside of workflows
     * @param offered whether an agent that is present, or a machine that could be made, has what is needed; may change at any time
     * @param memory is told how many bytes something takes before it is made, and throws if they are too many
     * @param plugins asked about chains
     */
    public WorkflowControllers(
            WorkflowSettings settings,
            EarlierRuns earlier,
            Optional<FileAddresses> addresses,
            JobControllers jobs,
            Predicate<RequiredResources> offered,
            LongConsumer memory,
            ChainPlugins plugins) {
        this.plugins = plugins;
        this.settings = settings;
        this.earlier = earlier;
        this.addresses = addresses;
        this.jobs = jobs;
        this.library = ServiceLibrary.read(settings.services(), settings.macros(), new ArrayList<>());
        this.offered = offered;
        this.memory = memory;
    }

    /**
     * A workflow to be run.
     *
     * @param services files that come with it; they go before those of the server
     * @param strict what nobody offers is a reason to refuse it, and none to warn of it
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
     * @param strict what must be offered when it is accepted; nothing if it may wait
     * @param unplaced where it asks for some of that which nobody offers at the moment
     */
    public record Prepared(
            Workflow workflow,
            NewController controller,
            List<FileComplaint> warnings,
            List<RequiredResources> strict,
            List<FileComplaint> unplaced) {}

    /** What a text says of a workflow, if it can be read; nothing is checked. */
    public Optional<Workflow> read(String source) {
        memory.accept(SourceTreeReader.weight(source));
        return WorkflowReader.read(source).value();
    }

    /** Reads and checks everything. */
    public Prepared prepare(Request request) throws WorkflowRejected {
        weigh(request);
        var files = files(request);
        var needs = new LinkedHashSet<RequiredResources>();
        var checked = check(request, files, need -> {
            needs.add(need);
            return offered.test(need);
        });
        var complaints = new ArrayList<>(checked.complaints());
        var warnings = new ArrayList<>(checked.warnings());
        if (!complaints.isEmpty() && request.strict) complaints.addAll(checked.unplaced());
        if (!complaints.isEmpty()) throw new WorkflowRejected(complaints);
        if (!request.strict) warnings.addAll(checked.unplaced());
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
                .addAllExtensions(new SiteAdapters(settings.extensions()).uses())
                .build();
        var expanded = MacroExpansion.expand(workflow, library.macros());
        // Earlier runs may be large: they are looked through here and not while the engine waits.
        var resumption = resumption(library.services(), document);
        var controller = new NewController(
                Payload.of(document.toByteArray()),
                run -> controller(run, document, expanded, library.services(), resumption, jobs));
        return new Prepared(
                workflow,
                controller,
                warnings,
                request.strict ? List.copyOf(needs) : List.of(),
                request.strict ? checked.unplaced() : List.of());
    }

    private SubmissionCheck.Files files(Request request) {
        return new SubmissionCheck.Files(
                request.source, request.services, request.macros, settings.services(), settings.macros());
    }

    private SubmissionCheck.Checked check(
            Request request, SubmissionCheck.Files files, Predicate<RequiredResources> offers) {
        return SubmissionCheck.check(
                files,
                new SubmissionCheck.Conditions(
                        true,
                        request.staging.isPresent(),
                        Optional.of(request.rules.joinedTo(offers)),
                        settings.extensions(),
                        memory));
    }

    /** Where a workflow asks for what was missing when it was to be accepted. */
    public List<FileComplaint> places(Request request, Collection<RequiredResources> missing) {
        return check(request, files(request), need -> !missing.contains(need) && offered.test(need))
                .unplaced();
    }

    /** A short text can stand for very much: what it takes to read it is asked for before it is read. */
    private void weigh(Request request) {
        memory.accept(SourceTreeReader.weight(request.source.text()));
        for (var file : request.services) memory.accept(SourceTreeReader.weight(file.text()));
        for (var file : request.macros) memory.accept(SourceTreeReader.weight(file.text()));
    }

    /** A run and those that it retried, oldest first: together they have all chains that succeeded. */
    private List<Long> line(RunId run) {
        var line = new ArrayList<>(earlier.document(run).getAdoptedRunsList());
        line.add(run.number());
        return line;
    }

    /**
     * What a retry of an ended run is made of: the same, but for chains that succeeded, which count as done.
     *
     * @throws IllegalStateException if the run cannot be read any more
     */
    public NewController retry(RunId run) {
        var old = earlier.document(run);
        var document = old.toBuilder()
                .setNamingRun(old.getNamingRun() == 0 ? run.number() : old.getNamingRun())
                .addAdoptedRuns(run.number())
                .build();
        // Nothing of it depends on the number of the new run, so that it is opened before the engine is asked. An
        // engine that fails has used it:
        // the next one that is asked opens another.
        var opened = new ArrayDeque<>(List.of(open(run, document)));
        return new NewController(
                Payload.of(document.toByteArray()),
                number -> opened.isEmpty()
                        ? open(number, document)
                        : opened.remove().of(number));
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
            return open(run, WorkflowDocument.parseFrom(bytes.bytes()))
                    .recall(jobs.courses().course(run));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    private WorkflowController open(RunId run, WorkflowDocument document) {
        var library = ServiceLibrary.accepted(document);
        return open(run, document, library, resumption(library.services(), document), jobs);
    }

    private WorkflowController open(
            RunId run,
            WorkflowDocument document,
            ServiceLibrary library,
            Optional<ResumedChains> resumption,
            JobControllers inside) {
        var workflow = WorkflowReader.read(document.getSource()).orThrow();
        var expanded = MacroExpansion.expand(workflow, library.macros());
        var controller = controller(run, document, expanded, library.services(), resumption, inside);
        for (long number : document.getAdoptedRunsList())
            earlier.eachSucceeded(new RunId(number), chain -> controller.inherit(chain.parameter(), chain.report()));
        return controller;
    }

    /**
     * Actions of an ended run that were never done, with what they waited for or what did not fit: some of them.
     *
     * @param chains all that the run made
     * @param inside opens jobs on which nobody works any more
     * @throws IllegalStateException if the run cannot be read any more
     */
    public List<WorkflowOutcome.LeftOver> leftOver(
            RunId run, WorkflowDocument document, List<ChainRecord> chains, JobControllers inside) {
        // Nobody is asked any more about where chains are cut.
        var asked = document.toBuilder().clearExtensions();
        document.getExtensionsList().stream()
                .filter(use -> !use.getType().equals(ExtensionType.CONSISTENCY_CHECKER.word()))
                .forEach(asked::addExtensions);
        var controller = open(run, asked.build(), ServiceLibrary.accepted(document), Optional.empty(), inside)
                .recall(jobs.courses().course(run));
        for (var chain : chains) {
            controller.adopt(chain.id().index(), chain.parameter(), chain.firstClaimed());
            controller.ended(chain.id().index(), chain.state(), chain.report());
        }
        return controller.leftOver();
    }

    private WorkflowController controller(
            RunId run,
            WorkflowDocument document,
            Workflow expanded,
            Map<String, Service> services,
            Optional<ResumedChains> resumption,
            JobControllers inside) {
        var rules = RunRules.of(document);
        long name = namingRun(run, document);
        var naming =
                new FileNaming(document.getTmpPath(), document.getOutPath(), "run-" + name, document.getShortRounds());
        var files = document.getStaged() ? Optional.of(files(name, document)) : Optional.<ChainFiles>empty();
        var adapters = SiteAdapters.of(document.getExtensionsList());
        var work = new ChainWork(
                files.isPresent() ? List.of() : List.of(document.getTmpPath(), document.getOutPath()),
                document.getReuse() || document.getStaged(),
                files,
                resumption,
                rules,
                adapters);
        var submitted = adapters.seesChains() ? submitted(document) : Map.<String, Object>of();
        var checks = Optional.of(adapters.names(ExtensionType.CONSISTENCY_CHECKER))
                .filter(names -> !names.isEmpty())
                .map(names -> new SiteChecks(names, plugins, submitted));
        var planner = new ChainPlanner(
                expanded,
                services,
                naming,
                rules.joinedTo(offered),
                new CutRules(
                        adapters.cut(), checks.<ChainChecks>map(each -> each).orElse(ChainChecks.NONE)));
        var steps = new ChainAdaptation(
                planner,
                adapters.names(ExtensionType.CHAIN_ADAPTER),
                plugins,
                new AnsweredChains(new AnsweredExecutables(adapters), planner::isOpen),
                submitted);
        return new WorkflowController(run, planner, steps, checks, work, inside);
    }

    /** The workflow as it was submitted, without the macros put in. */
    private static Map<String, Object> submitted(WorkflowDocument document) {
        var fields = new LinkedHashMap<String, Object>();
        SourceTreeReader.read("workflow", document.getSource()).value().ifPresent(tree -> {
            if (FreeValues.of(tree) instanceof Map<?, ?> map)
                map.forEach((name, value) -> fields.put(String.valueOf(name), value));
        });
        return fields;
    }

    private ChainFiles files(long name, WorkflowDocument document) {
        var kept = addresses.orElseThrow(() -> new IllegalStateException(
                "the files of run %d are objects, and this program keeps none".formatted(name)));
        return new ChainFiles(kept, name, document.getFilesList());
    }

    private Optional<ResumedChains> resumption(Map<String, Service> services, WorkflowDocument document) {
        if (!document.getResume()) return Optional.empty();
        var runs = document.getResumedRunsList().stream().map(RunId::new).toList();
        if (runs.isEmpty())
            return Optional.of(new ResumedChains(
                    earlier.chains(runs), Map.of(), services, Optional.empty(), "there is no earlier run to resume"));
        var last = earlier.document(runs.getLast());
        var before = ServiceLibrary.accepted(last).services();
        return Optional.of(new ResumedChains(
                earlier.chains(runs),
                before,
                services,
                last.getStaged() ? Optional.of(files(namingRun(runs.getLast(), last), last)) : Optional.empty(),
                "run %s has no successful chain of the same actions".formatted(runs.getLast())));
    }

    /** The run after which the files of a workflow run are named: a run that goes on with another uses that one's. */
    public static long namingRun(RunId run, WorkflowDocument document) {
        return document.getNamingRun() == 0 ? run.number() : document.getNamingRun();
    }

    /** The services and macros that every workflow of this server can use. */
    public ServiceLibrary library() {
        return library;
    }

    public WorkflowSettings settings() {
        return settings;
    }
}
