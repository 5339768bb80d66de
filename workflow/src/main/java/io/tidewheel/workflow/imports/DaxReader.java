package io.tidewheel.workflow.imports;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import io.tidewheel.workflow.text.ReadResult;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads Pegasus DAX files, 2.1 and 3.x. Document types and external entities are not followed. */
public final class DaxReader {
    private static final FieldPath ROOT = FieldPath.of("adag");

    private final Complaints complaints = new Complaints();
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final List<Reference> references = new ArrayList<>();
    private String name = "";

    /** A job while it is read. */
    private static final class Job {
        final String id;
        final String type;
        final List<FileUse> inputs = new ArrayList<>();
        final List<FileUse> outputs = new ArrayList<>();
        final Set<String> parents = new LinkedHashSet<>();
        double seconds;

        Job(String id, String type, double seconds) {
            this.id = id;
            this.type = type;
            this.seconds = seconds;
        }
    }

    private record Reference(String child, String parent, SourcePlace place) {}

    private DaxReader() {}

    public static ReadResult<TaskGraph> read(String text) {
        return new DaxReader().parse(text);
    }

    private ReadResult<TaskGraph> parse(String text) {
        try {
            read(factory().createXMLStreamReader(new StringReader(text)));
        } catch (XMLStreamException broken) {
            var at = broken.getLocation();
            return new ReadResult<>(
                    Optional.empty(),
                    List.of(new Complaint(
                            "adag",
                            at == null ? 1 : at.getLineNumber(),
                            at == null ? 1 : at.getColumnNumber(),
                            "this is not XML: " + oneLine(String.valueOf(broken.getMessage())),
                            "check the file")),
                    List.of());
        }
        for (var reference : references) connect(reference);
        if (jobs.isEmpty())
            complaints.add(ROOT, new SourcePlace(1, 1), "there are no jobs", "check that it is a DAX file");
        var tasks = jobs.values().stream()
                .map(job -> new Task(job.id, job.type, job.seconds, job.inputs, job.outputs, List.copyOf(job.parents)))
                .toList();
        var graph = new TaskGraph(name, tasks);
        if (graph.edges() == 0) graph = graph.withParentsByFiles();
        if (complaints.isEmpty()) {
            graph.onACircle()
                    .ifPresent(id -> complaints.add(
                            ROOT,
                            new SourcePlace(1, 1),
                            "the job '%s' waits for itself".formatted(id),
                            "remove the circle"));
        }
        return new ReadResult<>(Optional.of(graph), complaints.complaints(), complaints.warnings());
    }

    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private void read(XMLStreamReader in) throws XMLStreamException {
        @Nullable Job job = null;
        String child = "";
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.END_ELEMENT && isJob(in.getLocalName())) job = null;
            if (event != XMLStreamConstants.START_ELEMENT) continue;
            switch (in.getLocalName()) {
                case "adag" -> name = attribute(in, "name");
                case "job", "dax", "dag" -> job = job(in);
                case "uses" -> {
                    if (job != null) file(in, job);
                }
                case "profile" -> {
                    if (job != null && attribute(in, "key").equals("runtime")) {
                        var place = place(in);
                        job.seconds = seconds(in.getElementText(), place, job.id);
                    }
                }
                case "child" -> child = attribute(in, "ref");
                case "parent" -> references.add(new Reference(child, attribute(in, "ref"), place(in)));
                default -> {}
            }
        }
    }

    private static boolean isJob(String element) {
        return element.equals("job") || element.equals("dax") || element.equals("dag");
    }

    private Job job(XMLStreamReader in) {
        var id = attribute(in, "id");
        var place = place(in);
        var type = attribute(in, "name").isEmpty() ? attribute(in, "file") : attribute(in, "name");
        var job = new Job(id, type.isEmpty() ? "job" : type, seconds(attribute(in, "runtime"), place, id));
        if (id.isEmpty()) {
            complaints.add(ROOT.to("job"), place, "the job has no 'id'", "give it one");
        } else if (jobs.putIfAbsent(id, job) != null) {
            complaints.add(ROOT.to("job"), place, "there are two jobs '%s'".formatted(id), "rename one of them");
        }
        return job;
    }

    private double seconds(String text, SourcePlace place, String id) {
        if (text.isBlank()) return 0;
        try {
            double seconds = Double.parseDouble(text.strip());
            if (seconds >= 0 && !Double.isInfinite(seconds)) return seconds;
        } catch (NumberFormatException _) {
            // told below
        }
        complaints.add(
                ROOT.to("job"),
                place,
                "the run time '%s' of '%s' is not a number of seconds".formatted(oneLine(text), id),
                "correct it");
        return 0;
    }

    private static void file(XMLStreamReader in, Job job) {
        var file = attribute(in, "file").isEmpty() ? attribute(in, "name") : attribute(in, "file");
        var use = new FileUse(file, size(attribute(in, "size")));
        switch (attribute(in, "link")) {
            case "input" -> job.inputs.add(use);
            case "output" -> job.outputs.add(use);
            case "inout" -> {
                job.inputs.add(use);
                job.outputs.add(use);
            }
            default -> {}
        }
    }

    private static long size(String text) {
        try {
            return text.isEmpty() ? 0 : Math.max(0, (long) Double.parseDouble(text));
        } catch (NumberFormatException unknown) {
            return 0;
        }
    }

    private void connect(Reference reference) {
        var child = jobs.get(reference.child());
        if (child == null || !jobs.containsKey(reference.parent())) {
            var missing = child == null ? reference.child() : reference.parent();
            complaints.add(
                    ROOT.to("child"),
                    reference.place(),
                    "there is no job '%s'".formatted(missing),
                    "correct the reference");
        } else {
            child.parents.add(reference.parent());
        }
    }

    private static String attribute(XMLStreamReader in, String attribute) {
        var value = in.getAttributeValue(null, attribute);
        return value == null ? "" : value;
    }

    private static SourcePlace place(XMLStreamReader in) {
        var at = in.getLocation();
        return new SourcePlace(at.getLineNumber(), at.getColumnNumber());
    }

    /** True if a text looks like XML. */
    public static boolean isLikely(String text) {
        return text.stripLeading().startsWith("<");
    }
}
