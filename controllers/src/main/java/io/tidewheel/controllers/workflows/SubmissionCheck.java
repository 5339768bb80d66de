package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.MacroCheck;
import io.tidewheel.workflow.check.WorkflowCheck;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The one place that says whether a workflow can be submitted: whoever lints, plans or submits one asks here, with a server or without, so
 * that none of them takes what another refuses. What only a server knows, its services and who offers what, is handed in.
 */
public final class SubmissionCheck {
    /** How a run is called that has no name. */
    public static final String UNNAMED = "workflow";

    /** An action with what it takes to look after it while it waits. */
    private static final long BYTES_PER_ACTION = 400;

    private final List<FileComplaint> complaints = new ArrayList<>();
    private final List<FileComplaint> warnings = new ArrayList<>();
    private final List<FileComplaint> unplaced = new ArrayList<>();

    private SubmissionCheck() {}

    /**
     * The files to be checked.
     *
     * @param services those that come with the workflow; no id may come twice in them
     * @param ofServer those of the server, which come after them
     */
    public record Files(
            Source workflow,
            List<Source> services,
            List<Source> macros,
            List<Source> ofServer,
            List<Source> macrosOfServer) {
        public Files {
            services = List.copyOf(services);
            macros = List.copyOf(macros);
            ofServer = List.copyOf(ofServer);
            macrosOfServer = List.copyOf(macrosOfServer);
        }

        List<Source> allServices() {
            return joined(services, ofServer);
        }

        List<Source> allMacros() {
            return joined(macros, macrosOfServer);
        }

        private static List<Source> joined(List<Source> first, List<Source> second) {
            var all = new ArrayList<>(first);
            all.addAll(second);
            return all;
        }
    }

    /**
     * What is known of the place where it is to run.
     *
     * @param knowsServices false if there may be services that nobody has named
     * @param isStaged whether agents share no disk
     * @param offered whether somebody offers what is needed; empty if that is not known
     * @param extensions the plug-ins that are there
     * @param memory is told how many bytes something takes before it is made, and throws if they are too many
     */
    public record Conditions(
            boolean knowsServices,
            boolean isStaged,
            Optional<Predicate<RequiredResources>> offered,
            List<ExtensionSpec> extensions,
            LongConsumer memory) {}

    /**
     * What was found.
     *
     * @param workflow empty if its text could not be read
     * @param complaints why it is refused
     * @param unplaced what nobody offers; whether that is a reason to refuse it, the asker decides
     * @param warnings what should be known, but is no reason to refuse it
     */
    public record Checked(
            Optional<Workflow> workflow,
            ServiceLibrary library,
            List<FileComplaint> complaints,
            List<FileComplaint> unplaced,
            List<FileComplaint> warnings) {}

    public static Checked check(Files files, Conditions conditions) {
        var check = new SubmissionCheck();
        var library = check.library(files, conditions);
        var name = files.workflow().name();
        var reading = WorkflowReader.read(files.workflow().text());
        reading.complaints().forEach(complaint -> check.complaints.add(new FileComplaint(name, complaint)));
        reading.warnings().forEach(warning -> check.warnings.add(new FileComplaint(name, warning)));
        reading.value().ifPresent(workflow -> check.check(name, workflow, library, conditions));
        return new Checked(
                reading.value(),
                library,
                List.copyOf(check.complaints),
                List.copyOf(check.unplaced),
                List.copyOf(check.warnings));
    }

    private ServiceLibrary library(Files files, Conditions conditions) {
        var library = ServiceLibrary.read(files.allServices(), files.allMacros(), complaints)
                .extendedBy(new SiteAdapters(conditions.extensions()));
        var byFile = new LinkedHashMap<String, List<Service>>();
        for (var source : files.services()) {
            var reading = ServiceReader.read(source.text());
            reading.warnings().forEach(warning -> warnings.add(new FileComplaint(source.name(), warning)));
            reading.value().ifPresent(found -> byFile.put(source.name(), found));
        }
        ServiceLibrary.twice(byFile).forEach(complaints::add);
        var known = surroundings(library, conditions);
        for (var source : files.macros()) {
            var own = MacroReader.read(source.text()).value().orElse(List.of());
            MacroCheck.check(own, known)
                    .forEach(complaint -> complaints.add(new FileComplaint(source.name(), complaint)));
        }
        return library;
    }

    private static CheckContext surroundings(ServiceLibrary library, Conditions conditions) {
        var known = conditions.knowsServices() ? CheckContext.of(library.services()) : CheckContext.NONE;
        return known.with(library.macros());
    }

    private void check(String name, Workflow workflow, ServiceLibrary library, Conditions conditions) {
        var known = surroundings(library, conditions);
        var inFile = WorkflowCheck.check(workflow, known);
        inFile.forEach(complaint -> complaints.add(new FileComplaint(name, complaint)));
        conditions
                .offered()
                .ifPresent(offered -> WorkflowCheck.check(workflow, known.offering(offered)).stream()
                        .filter(complaint -> !inFile.contains(complaint))
                        .forEach(complaint -> unplaced.add(new FileComplaint(name, complaint))));
        var adapters = new SiteAdapters(conditions.extensions());
        adapters.complaint(conditions.isStaged())
                .ifPresent(complaint -> complaints.add(new FileComplaint(name, complaint)));
        for (var used : ServicesUsed.by(workflow, library.macros())) {
            var service = library.services().get(used);
            if (service != null && !adapters.knowsRuntime(service.runtime()))
                complaints.add(new FileComplaint(name, unknownRuntime(service, adapters)));
            if (service != null)
                adapters.complaint(service, conditions.isStaged())
                        .ifPresent(complaint -> complaints.add(new FileComplaint(name, complaint)));
            if (service != null && ProgramPaths.isRelative(service))
                complaints.add(new FileComplaint(name, ProgramPaths.complaint(service)));
        }
        checkRun(name, workflow);
        if (complaints.isEmpty()) checkWhole(name, workflow, library, conditions);
    }

    /** What is said of the run itself: its name, its owner and its budget. */
    private void checkRun(String name, Workflow workflow) {
        try {
            workflow.owner().ifPresent(Owner::new);
            workflow.asked(Instant.EPOCH);
        } catch (IllegalArgumentException wrong) {
            complaints.add(
                    new FileComplaint(name, ofWhole(String.valueOf(wrong.getMessage()), "change it in the file")));
        }
    }

    /** What is seen only when macros are put in. */
    private void checkWhole(String name, Workflow workflow, ServiceLibrary library, Conditions conditions) {
        conditions.memory().accept(BYTES_PER_ACTION * MacroExpansion.size(workflow, library.macros()));
        try {
            MacroExpansion.expand(workflow, library.macros());
        } catch (IllegalArgumentException tooLarge) {
            complaints.add(new FileComplaint(name, ofWhole(String.valueOf(tooLarge.getMessage()), "include less")));
            return;
        }
        if (conditions.isStaged())
            OutputPrefixes.outside(workflow, library.macros())
                    .forEach(complaint -> complaints.add(new FileComplaint(name, complaint)));
    }

    private static Complaint ofWhole(String message, String remedy) {
        return new Complaint("workflow", 1, 1, message, remedy);
    }

    private static Complaint unknownRuntime(Service service, SiteAdapters adapters) {
        return new Complaint(
                "services->" + service.id(),
                service.place().line(),
                service.place().column(),
                "service '%s' has the runtime '%s', which no agent knows".formatted(service.id(), service.runtime()),
                "use one of: " + adapters.runtimes());
    }
}
