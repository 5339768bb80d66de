package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the assignments of one connection. Lanes are told once per connection, so this object lives as long as one. A chain that makes
 * no sense becomes one with a defect, which is reported like any other end: it must not take its neighbours down.
 */
final class AssignmentReader {
    private static final String NO_COMMAND = "the chain has no command: give its task or its run one";

    private final LinkedHashMap<LaneKey, Known> lanes = new LinkedHashMap<>();
    // Tasks of a run often have equal bodies; the last one is kept to be read once.
    private ByteString lastBody = ByteString.EMPTY;
    private @Nullable Decoded lastDecoded;

    private record LaneKey(long run, int lane) {}

    private record Known(Lane lane, Decoded template, long maxRuntime, long maxInactivity, Amounts needs) {}

    private record Decoded(Work work, @Nullable String defect) {}

    List<HeldChain> read(ServerMessage message, long nowNanos) {
        for (var lane : message.getLanesList()) add(lane);
        var chains = new ArrayList<HeldChain>(message.getAssignmentsCount());
        for (int i = 0; i < message.getAssignmentsCount(); i++) chains.add(chain(message.getAssignments(i), nowNanos));
        // The server forgets them in the same order, and tells one again that it needs again.
        while (lanes.size() > ProtocolVersions.LANES_REMEMBERED) lanes.pollFirstEntry();
        return chains;
    }

    private void add(Lane lane) {
        lanes.put(
                new LaneKey(lane.getRun(), lane.getLane()),
                new Known(
                        lane,
                        decode(lane.getTemplate()),
                        AttemptTimeLimits.nanos(lane.getMaxRuntimeMillis()),
                        AttemptTimeLimits.nanos(lane.getMaxInactivityMillis()),
                        needs(lane)));
    }

    private static Amounts needs(Lane lane) {
        if (!lane.hasNeeds()) return Amounts.NONE;
        try {
            return RuleCodec.amounts(lane.getNeeds());
        } catch (IllegalArgumentException unknown) {
            // A newer server may count what this agent cannot; it has counted already, and the chain is only not told.
            var needs = lane.getNeeds();
            return new Amounts(
                    Math.max(0, needs.getMilliCpus()),
                    Math.max(0, needs.getMemoryBytes()),
                    Math.max(0, needs.getGpus()));
        }
    }

    private HeldChain chain(ChainAssignment assignment, long nowNanos) {
        var known = lanes.get(new LaneKey(assignment.getRun(), assignment.getLane()));
        var decoded = decoded(assignment, known);
        return new HeldChain(
                new AttemptId(assignment.getRun(), assignment.getIndex(), assignment.getAttempt()),
                assignment.getReceipt(),
                assignment.getLane(),
                known == null ? "" : known.lane.getOwner(),
                decoded.work,
                assignment.getParameter(),
                known == null ? Amounts.NONE : known.needs,
                known == null ? AttemptTimeLimits.NEVER : known.maxRuntime,
                known == null ? AttemptTimeLimits.NEVER : known.maxInactivity,
                nowNanos,
                AttemptTimeLimits.nanos(assignment.getDeadlineMillis()),
                known != null && known.lane.getUnhurried(),
                decoded.defect);
    }

    private Decoded decoded(ChainAssignment assignment, @Nullable Known known) {
        if (known == null) {
            return new Decoded(
                    Work.getDefaultInstance(),
                    "the server sent the chain before its lane %d of run %d"
                            .formatted(assignment.getLane(), assignment.getRun()));
        }
        var body = assignment.getBody();
        if (body.isEmpty()) return known.template;
        var last = lastDecoded;
        if (last != null && body.equals(lastBody)) return last;
        var decoded = decode(body);
        lastBody = body;
        lastDecoded = decoded;
        return decoded;
    }

    private static Decoded decode(ByteString bytes) {
        try {
            var work = Work.parseFrom(bytes);
            return new Decoded(work, work.getCommandsCount() == 0 ? NO_COMMAND : null);
        } catch (InvalidProtocolBufferException garbage) {
            return new Decoded(
                    Work.getDefaultInstance(), "the chain's command cannot be read: " + garbage.getMessage());
        }
    }
}
