package io.tidewheel.server.endpoints.steep;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.workflows.ServiceLibrary;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.endpoints.SteepJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Process chains in JSON. */
final class ChainDetails {
    private final SteepQueries queries;

    ChainDetails(SteepQueries queries) {
        this.queries = queries;
    }

    /** The chain without its executables and results. */
    ObjectNode brief(RunRecord run, ChainRecord chain) {
        var node = head(run, chain);
        var status = ChainStatus.of(chain.state());
        node.put("status", status.name());
        SteepJson.putText(node, "agentId", queries.agent(chain.session()));
        SteepJson.put(node, "startTime", chain.claimed());
        SteepJson.put(node, "endTime", chain.finished());
        queries.server().estimates().of(chain).ifPresent(part -> node.put("estimatedProgress", part));
        if (status == ChainStatus.ERROR) SteepJson.putText(node, "errorMessage", error(chain));
        return node;
    }

    private static ObjectNode head(RunRecord run, ChainRecord chain) {
        var node = SteepJson.object();
        node.put("id", SteepQueries.id(chain.id()));
        node.put("submissionId", run.id().toString());
        lane(run, chain).ifPresent(lane -> {
            node.set(
                    "requiredCapabilities",
                    SteepJson.array(lane.spec().requires().names()));
            if (lane.spec().priority() != 0) node.put("priority", lane.spec().priority());
            if (!lane.spec().retry().equals(RetryPolicy.NEVER))
                node.set("retries", SteepJson.of(lane.spec().retry()));
        });
        return node;
    }

    private static Optional<LaneRecord> lane(RunRecord run, ChainRecord chain) {
        return run.lanes().stream()
                .filter(lane -> lane.id().number() == chain.lane())
                .findFirst();
    }

    ObjectNode whole(RunRecord run, ChainRecord chain) {
        var node = brief(run, chain);
        node.set("executables", executables(run, chain));
        if (chain.state().isFinal()) putResults(node, chain.report());
        var runs = SteepAttempt.all(queries, chain);
        node.put("totalRuns", runs.size());
        if (!runs.isEmpty()) node.put("runNumber", runs.size());
        SteepJson.put(node, "autoResumeAfter", chain.due());
        return node;
    }

    /** The chain as it was in one of its runs. */
    ObjectNode asOf(RunRecord run, ChainRecord chain, List<SteepAttempt> runs, int number) {
        var then = runs.get(number - 1);
        var node = head(run, chain);
        node.setAll(then.json());
        node.set("executables", executables(run, chain));
        if (then.status() == ChainStatus.SUCCESS) putResults(node, chain.report());
        node.put("totalRuns", runs.size());
        node.put("runNumber", number);
        return node;
    }

    private tools.jackson.databind.node.ArrayNode executables(RunRecord run, ChainRecord chain) {
        var document = SubmissionViews.document(queries, run.id());
        var library = ServiceLibrary.accepted(document);
        return new SteepExecutables(library.services()).json(chain, work(chain));
    }

    private static void putResults(ObjectNode node, Payload report) {
        Map<String, List<String>> results = new LinkedHashMap<>();
        for (var collected : outcome(report).getCollectedList()) {
            var paths = results.computeIfAbsent(collected.getName(), _ -> new ArrayList<>());
            collected.getFilesList().forEach(file -> paths.add(file.getPath()));
        }
        SteepJson.put(node, "results", results);
    }

    /** What went wrong, with the last lines that were printed. */
    static Optional<String> error(ChainRecord chain) {
        var outcome = outcome(chain.report());
        var message = outcome.getMessage().isEmpty() ? chain.reason().sentence() : outcome.getMessage();
        var last = outcome.getLastOutput().toStringUtf8();
        var code = chain.exitCode() == 0 ? "" : "\nExit code: " + chain.exitCode();
        return Optional.of(message + code + (last.isBlank() ? "" : "\n\n" + last));
    }

    private static Work work(ChainRecord chain) {
        try {
            return Work.parseFrom(chain.body().bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the body of %s cannot be read".formatted(chain.id()), strange);
        }
    }

    /** What an agent sent. If it cannot be read, the rest of the chain can be shown all the same. */
    static Outcome outcome(Payload report) {
        try {
            return Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException unreadable) {
            return Outcome.getDefaultInstance();
        }
    }
}
