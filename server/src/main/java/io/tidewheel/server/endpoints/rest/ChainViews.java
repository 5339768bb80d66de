package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Staged;
import io.tidewheel.scheduling.AgentLoss;
import io.tidewheel.server.endpoints.ChainEstimates;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Chains of one run in JSON. Remembers, for one answer, the agents it has looked up. */
final class ChainViews {
    /** Two for each attempt, of which there are not more than that. */
    private static final int MOST_CUT_STREAMS = 10_000;

    private final Archive archive;
    private final ChainEstimates estimates;
    private final RunRecord run;
    private final Map<SessionId, Optional<SessionRecord>> sessions = new HashMap<>();

    /** @param estimates how far running chains are */
    ChainViews(Archive archive, ChainEstimates estimates, RunRecord run) {
        this.archive = archive;
        this.estimates = estimates;
        this.run = run;
    }

    void inside(JsonGenerator json, ChainRecord chain) {
        json.writeNumberProperty("run", chain.id().run().number());
        json.writeNumberProperty("index", chain.id().index());
        json.writeStringProperty("state", chain.state().shown());
        if (chain.reason() != Reason.NONE) {
            json.writeStringProperty("reason", chain.reason().name());
            json.writeStringProperty("reasonText", chain.reason().sentence());
        }
        json.writeNumberProperty("attempt", chain.attempt());
        estimates.of(chain).ifPresent(part -> json.writeNumberProperty("estimatedProgress", part));
        json.writeNumberProperty("failures", chain.failures());
        json.writeNumberProperty("losses", chain.losses());
        json.writeNumberProperty(
                "priority",
                spec(chain).map(LaneSpec::priority).orElse(run.spec().priority()));
        spec(chain)
                .ifPresent(spec ->
                        json.writeStringProperty("kind", spec.kindIn(run.spec().name(), chain.lane())));
        agent(json, chain.session(), true);
        json.writeStringProperty("parameter", chain.parameter());
        actions(json, chain);
        JsonWriter.write(json, "added", chain.added());
        JsonWriter.write(json, "started", chain.claimed());
        JsonWriter.write(json, "finished", chain.finished());
        JsonWriter.write(json, "due", chain.due());
        chain.firstClaimed()
                .ifPresent(
                        at -> JsonWriter.write(json, "waitSeconds", notNegative(Duration.between(chain.added(), at))));
        if (!chain.state().isFinal()) return;
        if (hasExitCode(chain)) json.writeNumberProperty("exitCode", chain.exitCode());
        outcome(json, outcome(chain.report()), true);
    }

    /** A lane that was made after the run was read is not there. */
    private Optional<LaneSpec> spec(ChainRecord chain) {
        var lanes = run.lanes();
        return chain.lane() < lanes.size() ? Optional.of(lanes.get(chain.lane()).spec()) : Optional.empty();
    }

    /** A workflow's chain is known by its actions, which its parameter has one a line. */
    private void actions(JsonGenerator json, ChainRecord chain) {
        if (run.spec().kind() != RunKind.WORKFLOW) return;
        JsonWriter.writeTexts(json, "actions", List.of(chain.parameter().split("\n", -1)));
    }

    void result(JsonGenerator json, ChainRecord chain) {
        var outcome = outcome(chain.report());
        json.writeNumberProperty("index", chain.id().index());
        json.writeStringProperty("state", chain.state().shown());
        if (chain.reason() != Reason.NONE)
            json.writeStringProperty("reason", chain.reason().name());
        json.writeNumberProperty("exitCode", chain.exitCode());
        json.writeNumberProperty("attempt", chain.attempt());
        agent(json, chain.session(), false);
        outcome(json, outcome, false);
    }

    void attempt(JsonGenerator json, AttemptRecord attempt) {
        json.writeNumberProperty("number", attempt.number());
        agent(json, Optional.of(attempt.session()), false);
        JsonWriter.write(json, "ended", attempt.ended());
        json.writeStringProperty("reason", attempt.reason().name());
        json.writeNumberProperty("exitCode", AgentLoss.exitCode(attempt));
        AgentLoss.of(attempt).ifPresent(loss -> json.writeStringProperty("lostBecause", EnumWords.of(loss.cause())));
        JsonWriter.writeIfAny(json, "message", outcome(attempt.report()).getMessage());
    }

    /** How much of the last attempt's output is kept, if that is not all. */
    void keptOutput(JsonGenerator json, ChainRecord chain) {
        int index = chain.id().index();
        for (var cut : archive.cutOutput(run.id(), index, index, MOST_CUT_STREAMS)) {
            if (cut.attempt() != chain.attempt()) continue;
            json.writeNumberProperty(cut.stream() == LogStream.STDOUT ? "stdoutKept" : "stderrKept", cut.kept());
        }
    }

    void command(JsonGenerator json, ChainRecord chain) {
        var body = chain.body().isEmpty() ? template(chain) : chain.body();
        if (!body.isEmpty()) CommandJson.write(json, CommandJson.work(body));
    }

    private Payload template(ChainRecord chain) {
        return run.lanes().stream()
                .filter(lane -> lane.id().number() == chain.lane())
                .findFirst()
                .map(lane -> lane.spec().template())
                .orElse(Payload.NONE);
    }

    private void agent(JsonGenerator json, Optional<SessionId> session, boolean withHost) {
        session.flatMap(this::session).ifPresent(record -> {
            json.writeStringProperty("agent", record.agent());
            if (withHost) json.writeStringProperty("host", record.host());
        });
    }

    Optional<SessionRecord> session(SessionId id) {
        return sessions.computeIfAbsent(id, archive::session);
    }

    private static boolean hasExitCode(ChainRecord chain) {
        return chain.attempt() > 0 && (chain.reason() == Reason.NONE || chain.reason() == Reason.EXIT_CODE);
    }

    private void outcome(JsonGenerator json, Outcome outcome, boolean withFigures) {
        if (withFigures && outcome.getFinishedMicros() > 0) figures(json, outcome);
        JsonWriter.writeIfAny(json, "message", outcome.getMessage());
        JsonWriter.writeIfAny(json, "reused", outcome.getReused());
        JsonWriter.writeIfAny(json, "reuseMiss", outcome.getReuseMiss());
        files(json, outcome);
        commands(json, outcome);
        JsonWriter.writeIfAny(json, "lastOutput", outcome.getLastOutput().toStringUtf8());
        if (!outcome.getResult().isEmpty())
            json.writeBinaryProperty("result", outcome.getResult().toByteArray());
    }

    /** What the commands of a workflow's chain made. */
    private void files(JsonGenerator json, Outcome outcome) {
        if (outcome.getCollectedCount() == 0) return;
        var kept = staged(outcome);
        json.writeArrayPropertyStart("files");
        for (var collected : outcome.getCollectedList()) {
            for (int i = 0; i < collected.getFilesCount(); i++) {
                json.writeStartObject();
                file(json, collected, i, kept);
                json.writeBooleanProperty("stored", collected.getStore());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    static Map<String, Staged> staged(Outcome outcome) {
        var kept = new HashMap<String, Staged>();
        for (var staged : outcome.getStagedList()) kept.put(staged.getName(), staged);
        return kept;
    }

    /** Tells whether it was also told where it can be fetched. */
    boolean file(JsonGenerator json, Collected collected, int position, Map<String, Staged> kept) {
        var file = collected.getFiles(position);
        json.writeStringProperty("variable", collected.getName());
        json.writeStringProperty("path", file.getPath());
        json.writeNumberProperty("size", file.getSize());
        if (file.getSha256().size() != Sha256.BYTES) return false;
        json.writeStringProperty("sha256", hex(file.getSha256()));
        json.writeBooleanProperty("executable", file.getExecutable());
        var staged = kept.get(collected.getName());
        return staged != null && where(json, staged, position, file);
    }

    /** Where a file can be fetched that is not on a shared disk. */
    private boolean where(JsonGenerator json, Staged staged, int position, FileFacts file) {
        if (staged.getSha256().size() != Sha256.BYTES) return false;
        var address = "/api/v1/runs/%s/files/%s".formatted(run.id(), hex(staged.getSha256()));
        if (staged.getFolder() && position < staged.getOffsetsCount())
            address += "?offset=%d&size=%d".formatted(staged.getOffsets(position), file.getSize());
        json.writeStringProperty("url", address);
        return true;
    }

    private static String hex(ByteString hash) {
        return Sha256.of(hash.toByteArray()).hex();
    }

    private static void commands(JsonGenerator json, Outcome outcome) {
        if (outcome.getCommandsCount() == 0) return;
        json.writeArrayPropertyStart("steps");
        for (var command : outcome.getCommandsList()) {
            json.writeStartObject();
            json.writeStringProperty("label", command.getLabel());
            json.writeNumberProperty("attempts", command.getAttempts());
            json.writeNumberProperty("exitCode", command.getExitCode());
            json.writeNumberProperty(
                    "runSeconds", Math.max(0, command.getFinishedMicros() - command.getStartedMicros()) / 1e6);
            json.writeNumberProperty("cpuSeconds", (command.getUserCpuMicros() + command.getSystemCpuMicros()) / 1e6);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void figures(JsonGenerator json, Outcome outcome) {
        if (outcome.getSignal() > 0) json.writeNumberProperty("signal", outcome.getSignal());
        json.writeNumberProperty("cpuSeconds", (outcome.getUserCpuMicros() + outcome.getSystemCpuMicros()) / 1e6);
        if (outcome.getPeakMemoryBytes() > 0) json.writeNumberProperty("peakMemoryBytes", outcome.getPeakMemoryBytes());
        json.writeNumberProperty(
                "runSeconds", Math.max(0, outcome.getFinishedMicros() - outcome.getStartedMicros()) / 1e6);
        json.writeNumberProperty("stdoutBytes", outcome.getStdoutBytes());
        json.writeNumberProperty("stderrBytes", outcome.getStderrBytes());
    }

    /** What an agent sent. If it cannot be read, the rest of the chain can be shown all the same. */
    static Outcome outcome(Payload report) {
        try {
            return Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException unreadable) {
            return Outcome.newBuilder()
                    .setMessage("what the agent reported is not readable")
                    .build();
        }
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
