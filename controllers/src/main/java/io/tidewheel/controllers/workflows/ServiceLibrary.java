package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.MacroCheck;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.ServiceReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The services and macros that workflows can use, read from their files. */
public record ServiceLibrary(Map<String, Service> services, Map<String, Macro> macros) {
    public ServiceLibrary {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        macros = Collections.unmodifiableMap(new LinkedHashMap<>(macros));
    }

    /** Reads them; what is wrong is added to the complaints. Of two with the same id the one that was read first counts. */
    public static ServiceLibrary read(List<Source> services, List<Source> macros, List<FileComplaint> complaints) {
        var knownServices = new LinkedHashMap<String, Service>();
        for (var source : services) {
            var reading = ServiceReader.read(source.text());
            reading.complaints().forEach(complaint -> complaints.add(new FileComplaint(source.name(), complaint)));
            for (var service : reading.value().orElse(List.of()))
                knownServices.putIfAbsent(service.id(), ProgramPaths.resolved(service, source.folder()));
        }
        var knownMacros = new LinkedHashMap<String, Macro>();
        for (var source : macros) {
            var reading = MacroReader.read(source.text());
            reading.complaints().forEach(complaint -> complaints.add(new FileComplaint(source.name(), complaint)));
            for (var macro : reading.value().orElse(List.of())) knownMacros.putIfAbsent(macro.id(), macro);
        }
        return new ServiceLibrary(knownServices, knownMacros);
    }

    /** Everything that is wrong with the files of a server, where no id may come twice. */
    public static List<FileComplaint> check(List<Source> services, List<Source> macros) {
        var complaints = new ArrayList<FileComplaint>();
        var library = read(services, macros, complaints);
        var seen = new HashMap<String, String>();
        for (var source : services) {
            for (var service : ServiceReader.read(source.text()).value().orElse(List.of()))
                checkTwice("service", service.id(), service.place(), source, seen, complaints);
        }
        seen.clear();
        var surroundings = CheckContext.of(library.services()).with(library.macros());
        for (var source : macros) {
            var own = MacroReader.read(source.text()).value().orElse(List.of());
            for (var macro : own) checkTwice("macro", macro.id(), macro.place(), source, seen, complaints);
            MacroCheck.check(own, surroundings)
                    .forEach(complaint -> complaints.add(new FileComplaint(source.name(), complaint)));
        }
        return complaints;
    }

    /** Services of several files that have the same id. */
    static List<FileComplaint> twice(Map<String, List<Service>> byFile) {
        var complaints = new ArrayList<FileComplaint>();
        var seen = new HashMap<String, String>();
        byFile.forEach((file, services) -> {
            for (var service : services)
                checkTwice("service", service.id(), service.place(), new Source(file, ""), seen, complaints);
        });
        return complaints;
    }

    /** Twice in one file is a complaint of its reader. */
    private static void checkTwice(
            String what,
            String id,
            SourcePlace place,
            Source source,
            Map<String, String> seen,
            List<FileComplaint> complaints) {
        var first = seen.putIfAbsent(id, source.name());
        if (first == null || first.equals(source.name())) return;
        complaints.add(new FileComplaint(
                source.name(),
                new Complaint(
                        what + "s->" + id,
                        place.line(),
                        place.column(),
                        "there is a %s '%s' in %s already".formatted(what, id, first),
                        "rename or remove one of them")));
    }

    /** Throws if there is something wrong with texts that were right when they were accepted. */
    public static ServiceLibrary accepted(WorkflowDocument document) {
        var complaints = new ArrayList<FileComplaint>();
        var services = new ArrayList<Source>();
        for (int i = 0; i < document.getServicesCount(); i++) {
            var folder = i < document.getServiceFoldersCount() ? document.getServiceFolders(i) : "";
            services.add(new Source("", document.getServices(i), folder));
        }
        var library = read(services, sources(document.getMacrosList()), complaints);
        if (!complaints.isEmpty()) throw new IllegalStateException("cannot be read any more: " + complaints.getFirst());
        return library.extendedBy(SiteAdapters.of(document.getExtensionsList()));
    }

    /** The services as they are where a site has these adapters. */
    ServiceLibrary extendedBy(SiteAdapters adapters) {
        var extended = new LinkedHashMap<String, Service>();
        services.forEach((id, service) -> extended.put(id, adapters.extended(service)));
        return new ServiceLibrary(extended, macros);
    }

    private static List<Source> sources(List<String> texts) {
        return texts.stream().map(text -> new Source("", text)).toList();
    }
}
