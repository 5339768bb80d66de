package io.tidewheel.server.workflows;

import io.tidewheel.server.workflows.WorkflowSettings.Source;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.ServiceReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The services and macros that workflows can use, read from their files. */
public record Library(Map<String, Service> services, Map<String, Macro> macros) {
    public Library {
        services = Map.copyOf(services);
        macros = Map.copyOf(macros);
    }

    /** Reads them; what is wrong is added to the flaws. Of two with the same id the one that was read first counts, and the other is a flaw. */
    public static Library read(List<Source> services, List<Source> macros, List<Flaw> flaws) {
        var knownServices = new LinkedHashMap<String, Service>();
        for (var source : services) {
            var reading = ServiceReader.read(source.text());
            reading.complaints().forEach(complaint -> flaws.add(new Flaw(source.name(), complaint)));
            for (var service : reading.value().orElse(List.of())) knownServices.putIfAbsent(service.id(), service);
        }
        var knownMacros = new LinkedHashMap<String, Macro>();
        for (var source : macros) {
            var reading = MacroReader.read(source.text());
            reading.complaints().forEach(complaint -> flaws.add(new Flaw(source.name(), complaint)));
            for (var macro : reading.value().orElse(List.of())) knownMacros.putIfAbsent(macro.id(), macro);
        }
        return new Library(knownServices, knownMacros);
    }

    /** Throws if there is something wrong with texts that were right when they were accepted. */
    static Library accepted(List<String> services, List<String> macros) {
        var flaws = new ArrayList<Flaw>();
        var library = read(sources(services), sources(macros), flaws);
        if (!flaws.isEmpty()) throw new IllegalStateException("cannot be read any more: " + flaws.getFirst());
        return library;
    }

    private static List<Source> sources(List<String> texts) {
        return texts.stream().map(text -> new Source("", text)).toList();
    }
}
