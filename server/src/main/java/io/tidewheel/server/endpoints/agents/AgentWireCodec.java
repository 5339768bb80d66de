package io.tidewheel.server.endpoints.agents;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerList;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Stop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Between the messages of agents on the wire and the engine's words. */
final class AgentWireCodec {
    private static final int MAX_CREDIT = 100_000;
    private static final int MAX_SLOTS = 10_000;

    private AgentWireCodec() {}

    // --- from agents ---

    /** Throws IllegalArgumentException with a text for the agent's user if something about it is wrong. */
    static AgentDescription info(Hello hello) {
        if (hello.getSlots() < 1 || hello.getSlots() > MAX_SLOTS) {
            throw new IllegalArgumentException("an agent has 1 to %d slots, not %d"
                    .formatted(MAX_SLOTS, Integer.toUnsignedLong(hello.getSlots())));
        }
        if (hello.getAgent().isBlank() || hello.getAgent().length() > 200) {
            throw new IllegalArgumentException("an agent's name has 1 to 200 characters");
        }
        return new AgentDescription(
                        new SessionId(hello.getSession()),
                        printable(hello.getAgent()),
                        printable(hello.getHost()),
                        Capabilities.of(hello.getCapabilitiesList()),
                        hello.hasHas() ? RuleCodec.amounts(hello.getHas()) : Amounts.UNLIMITED,
                        hello.getSlots(),
                        credit(hello.getCredit().getChains()),
                        hello.getDraining())
                .undecidedAbout(Capabilities.of(hello.getUndecidedList()))
                .within(limits(hello));
    }

    private static Optional<LossLimits> limits(Hello hello) {
        if (hello.getSilenceMillis() == 0) return Optional.empty();
        var silence = Duration.ofMillis(Integer.toUnsignedLong(hello.getSilenceMillis()));
        var reconnect = Duration.ofMillis(Integer.toUnsignedLong(hello.getReconnectMillis()));
        return Optional.of(new LossLimits(silence, reconnect, hello.getExpendable()).checked());
    }

    static List<HeldAttempt> held(List<Attempt> attempts, LeaseReceipts receipts) {
        var list = new ArrayList<HeldAttempt>(attempts.size());
        for (var attempt : attempts) list.add(held(attempt, receipts));
        return list;
    }

    private static HeldAttempt held(Attempt attempt, LeaseReceipts receipts) {
        var chain = ChainId.of(attempt.getRun(), attempt.getIndex());
        return new HeldAttempt(
                chain,
                attempt.getAttempt(),
                receipts.isGenuine(chain, attempt.getAttempt(), attempt.getReceipt()),
                attempt.getGoesOn());
    }

    static AgentReport report(AgentMessage message, LeaseReceipts receipts) {
        var ended = new ArrayList<AttemptReport>(message.getReportsCount());
        for (var report : message.getReportsList()) ended.add(report(report));
        var output = new ArrayList<LogChunk>(message.getOutputsCount());
        for (var chunk : message.getOutputsList()) output.add(output(chunk));
        return new AgentReport(
                message.getSequence(),
                ended,
                output,
                held(message.getStartedList(), receipts),
                held(message.getReturnedList(), receipts),
                message.hasCredit() ? OptionalInt.of(credit(message.getCredit().getChains())) : OptionalInt.empty(),
                message.hasHoldings()
                        ? Optional.of(held(message.getHoldings().getAttemptsList(), receipts))
                        : Optional.empty(),
                message.getGoodbye(),
                message.hasHeartbeat() ? load(message.getHeartbeat()) : Optional.empty());
    }

    /** What no agent measures is not told of. */
    private static Optional<AgentLoad> load(Heartbeat beat) {
        if (beat.equals(Heartbeat.getDefaultInstance())) return Optional.empty();
        return Optional.of(new AgentLoad(
                beat.getBusySlots(), beat.getUtilisation(), beat.getLoadAverage(), beat.getFreeMemoryBytes()));
    }

    private static AttemptReport report(Report report) {
        return new AttemptReport(
                ChainId.of(report.getRun(), report.getIndex()),
                report.getAttempt(),
                report.getLane(),
                reason(report.getEnding()),
                report.getExitCode(),
                took(report),
                payload(report.getOutcome()),
                report.getCancels());
    }

    /**
     * Reads the two times and little else: there can be a hundred thousand reports in a second. What a success says besides is never looked
     * into here, so it need not be readable.
     */
    private static Duration took(Report report) {
        long started = 0;
        long finished = 0;
        try {
            var in = report.getOutcome().newCodedInput();
            for (int tag = in.readTag(); tag != 0 && finished == 0; tag = in.readTag()) {
                switch (WireFormat.getTagFieldNumber(tag)) {
                    case Outcome.STARTED_MICROS_FIELD_NUMBER -> started = in.readUInt64();
                    case Outcome.FINISHED_MICROS_FIELD_NUMBER -> finished = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return Duration.ofNanos(Math.max(0, finished - started) * 1_000);
        } catch (IOException bad) {
            if (report.getEnding() == Ending.SUCCEEDED) return Duration.ZERO;
            throw new IllegalArgumentException(
                    "the outcome of %d/%d is not readable".formatted(report.getRun(), report.getIndex()), bad);
        }
    }

    private static LogChunk output(Output chunk) {
        return new LogChunk(
                ChainId.of(chunk.getRun(), chunk.getIndex()),
                chunk.getAttempt(),
                chunk.getStderr() ? LogStream.STDERR : LogStream.STDOUT,
                chunk.getOffset(),
                payload(chunk.getBytes()),
                chunk.getDropped(),
                chunk.getPassing());
    }

    static Reason reason(Ending ending) {
        return switch (ending) {
            case SUCCEEDED -> Reason.NONE;
            case EXIT_CODE -> Reason.EXIT_CODE;
            case SIGNAL -> Reason.SIGNAL;
            case NOT_STARTED -> Reason.NOT_STARTED;
            case TIMEOUT -> Reason.TIMEOUT;
            case INACTIVITY -> Reason.INACTIVITY;
            case DEADLINE -> Reason.DEADLINE;
            case OUT_OF_MEMORY -> Reason.OUT_OF_MEMORY;
            case CANCELLED -> Reason.CANCELLED;
            case ERROR -> Reason.ERROR;
            case UNRECOGNIZED ->
                throw new IllegalArgumentException("the agent reports an ending that this server does not know");
        };
    }

    private static int credit(int chains) {
        return Math.min(MAX_CREDIT, Math.max(0, chains));
    }

    // --- to agents ---

    static void write(AgentOrder order, ServerMessage.Builder message, LeaseReceipts receipts) {
        message.setAcknowledged(order.acknowledged());
        for (var assignment : order.assignments()) message.addAssignments(assignment(assignment, receipts));
        for (var stop : order.stops()) {
            message.addStops(Stop.newBuilder()
                    .setAttempt(Attempt.newBuilder()
                            .setRun(stop.chain().run().number())
                            .setIndex(stop.chain().index())
                            .setAttempt(stop.attempt()))
                    .setKill(stop.kill())
                    .setForget(stop.forget()));
        }
        message.setRecall(order.recall()).setDrain(order.drain());
        if (!order.servers().isEmpty() || !order.moveTo().isEmpty()) {
            message.setServers(
                    ServerList.newBuilder().addAllAddresses(order.servers()).setMoveTo(order.moveTo()));
        }
    }

    private static io.tidewheel.protocol.wire.ChainAssignment assignment(
            Assignment assignment, LeaseReceipts receipts) {
        // A lease that the store keeps is proof enough.
        boolean kept = assignment.lane().spec().delivery() != Delivery.AT_LEAST_ONCE;
        return io.tidewheel.protocol.wire.ChainAssignment.newBuilder()
                .setRun(assignment.chain().run().number())
                .setIndex(assignment.chain().index())
                .setAttempt(assignment.attempt())
                .setLane(assignment.lane().id().number())
                .setParameter(assignment.parameter())
                .setBody(bytes(assignment.body()))
                .setDeadlineMillis(assignment.deadlineIn().toMillis())
                .setReceipt(kept ? 0 : receipts.of(assignment.chain(), assignment.attempt()))
                .build();
    }

    static Lane lane(Assignment assignment) {
        LaneRecord lane = assignment.lane();
        var wire = Lane.newBuilder()
                .setRun(lane.id().run().number())
                .setLane(lane.id().number())
                .setTemplate(bytes(lane.spec().template()))
                .setMaxRuntimeMillis(lane.spec().limits().maxRuntime().toMillis())
                .setMaxInactivityMillis(lane.spec().limits().maxInactivity().toMillis())
                .setRunName(assignment.runName())
                .setOwner(assignment.owner())
                .setUnhurried(assignment.runKind() == RunKind.TASKS);
        var needs = lane.spec().needs();
        if (!needs.isNone()) wire.setNeeds(RuleCodec.amounts(needs));
        return wire.build();
    }

    private static ByteString bytes(Payload payload) {
        return payload.isEmpty() ? ByteString.EMPTY : UnsafeByteOperations.unsafeWrap(payload.bytes());
    }

    private static Payload payload(ByteString bytes) {
        return bytes.isEmpty() ? Payload.NONE : Payload.of(bytes.toByteArray());
    }

    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
