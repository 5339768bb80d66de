package io.tidewheel.server.endpoints.steep;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.workflow.chains.RoundNames;
import io.tidewheel.workflow.text.FreeValues;
import io.tidewheel.workflow.text.SourceTreeReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Submissions in JSON. */
final class SubmissionViews {
    /** Results beyond these are left to the native interface, which has pages. */
    private static final int MOST_CHAINS = 100_000;

    private static final int PAGE = 1_000;
    private static final int MOST_REMEMBERED = 1_000;

    private final SteepQueries queries;
    /** What runs require never changes; to read it, their whole text must be read. */
    private final Map<RunId, List<String>> requires =
            Collections.synchronizedMap(new LinkedHashMap<RunId, List<String>>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<RunId, List<String>> eldest) {
                    return size() > MOST_REMEMBERED;
                }
            });

    SubmissionViews(SteepQueries queries) {
        this.queries = queries;
    }

    /** The submission without what can be long. */
    ObjectNode brief(RunRecord run) {
        var node = SteepJson.object();
        var spec = run.spec();
        node.put("id", run.id().toString());
        node.put("name", spec.name());
        node.put("priority", spec.priority());
        SteepJson.put(node, "startTime", run.started());
        SteepJson.put(node, "endTime", run.finished());
        node.put("status", SubmissionStatus.of(run).name());
        node.set("requiredCapabilities", SteepJson.array(requires(run.id())));
        var totals = run.totals();
        node.put("runningProcessChains", count(run, ChainState.RUNNING));
        node.put("pausedProcessChains", count(run, ChainState.DELAYED));
        node.put("cancelledProcessChains", totals.cancelled());
        node.put("succeededProcessChains", totals.succeeded());
        node.put("failedProcessChains", totals.failed());
        node.put("totalProcessChains", run.made());
        return node;
    }

    ObjectNode whole(RunRecord run) {
        var node = brief(run);
        var document = document(queries, run.id());
        var tree = SourceTreeReader.read("workflow", document.getSource()).value();
        tree.ifPresent(text -> node.set("workflow", SteepJson.of(FreeValues.of(text))));
        node.put("source", document.getSource());
        switch (SubmissionStatus.of(run)) {
            case SUCCESS -> SteepJson.put(node, "results", results(run));
            case PARTIAL_SUCCESS -> {
                SteepJson.put(node, "results", results(run));
                node.put("errorMessage", error(run));
            }
            case ERROR -> node.put("errorMessage", error(run));
            case ACCEPTED, RUNNING, CANCELLED -> {}
        }
        return node;
    }

    private List<String> requires(RunId run) {
        var known = requires.get(run);
        if (known != null) return known;
        var read = List.copyOf(document(queries, run).getRequiresList());
        requires.put(run, read);
        return read;
    }

    private int count(RunRecord run, ChainState state) {
        if (run.state().isFinal()) return 0;
        return queries.archive().chains(run.id(), Set.of(state), 0, PAGE, true).size();
    }

    /** What was stored, by the variables of the file: those of all rounds of a loop together. */
    private Map<String, List<String>> results(RunRecord run) {
        var results = new LinkedHashMap<String, List<String>>();
        int from = 0;
        while (from < MOST_CHAINS) {
            var page = queries.archive().chains(run.id(), Set.of(ChainState.SUCCEEDED), from, PAGE, true);
            if (page.isEmpty()) return results;
            page.forEach(chain -> addResults(chain, results));
            from = page.getLast().id().index() + 1;
        }
        return results;
    }

    private static void addResults(ChainRecord chain, Map<String, List<String>> results) {
        for (var collected : ChainDetails.outcome(chain.report()).getCollectedList()) {
            if (!collected.getStore()) continue;
            var variable = RoundNames.without(collected.getName());
            var paths = results.computeIfAbsent(variable, _ -> new ArrayList<>());
            collected.getFilesList().forEach(file -> paths.add(file.getPath()));
        }
    }

    private String error(RunRecord run) {
        var failed = queries.archive().chains(run.id(), Set.of(ChainState.FAILED), 0, 1, true).stream()
                .findFirst();
        var first = failed.map(chain -> "process chain %s: %s"
                .formatted(
                        SteepQueries.id(chain.id()), ChainDetails.error(chain).orElse("it failed")));
        Optional<String> why = run.endReason() == Reason.NONE || run.endReason() == Reason.EXIT_CODE
                ? Optional.empty()
                : Optional.of(run.endReason().sentence());
        var undone = queries.server().workflowQueries().leftOver(run.id()).stream()
                .findFirst()
                .map(action -> "action %s: %s".formatted(action.action(), action.reason()));
        var all = Stream.of(why, first, undone).flatMap(Optional::stream).collect(Collectors.joining("; "));
        return all.isEmpty() ? "it failed" : all;
    }

    static WorkflowDocument document(SteepQueries queries, RunId run) {
        try {
            return WorkflowDocument.parseFrom(queries.archive().document(run).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }
}
