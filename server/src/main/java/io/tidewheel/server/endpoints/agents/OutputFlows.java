package io.tidewheel.server.endpoints.agents;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.OutputFlow;
import io.tidewheel.protocol.wire.OutputPass;
import io.tidewheel.protocol.wire.OutputReader;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the output that one agent passes on near its readers: a command whose reader is slow waits, and one whose reader has gone no longer
 * sends what nobody wants. Readers may be at another server; how far they are is in the store.
 */
final class OutputFlows implements AutoCloseable {
    /** How much of a command's output may be stored and not read. */
    static final long MOST_UNREAD = 64L << 20;

    /**
     * The most that is stored of a command's output: more than an agent can have on its way when it is told to wait. Beyond it, the agent
     * does not listen to us.
     */
    static final long MOST_STORED = MOST_UNREAD + (96L << 20);

    /** The most flows at a time: more than an agent has slots. */
    private static final int MOST_FLOWS = 10_000;

    /** A reader that gives no sign of life for so long has gone. */
    static final Duration GONE_AFTER = Duration.ofSeconds(15);

    private static final Logger log = LoggerFactory.getLogger(OutputFlows.class);
    private static final long BYTES_BETWEEN_LOOKS = 8L << 20;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** What becomes of output that an agent passes on. */
    enum Permit {
        /** Somebody reads it. */
        PASSES,
        /** The output was asked for where nobody can read it, and counts for the quota like all other output. */
        IS_KEPT,
        /** Nobody has asked for it. */
        REFUSED
    }

    /** What the store knows of output. */
    interface Facts {
        Permit permit(ChainId chain);

        /** How far a stream goes that is stored. */
        long storedEnd(ChainId chain, int attempt, LogStream stream);

        /** How far the reader of a run is. */
        OutputReader reader(long run);
    }

    /** How the output of one attempt flows. */
    private static final class Flow {
        long stdoutEnd = -1;
        long stderrEnd = -1;
        long sinceLook;
        OutputReader reader = OutputReader.getDefaultInstance();
        long beat = -1;
        long beatNanos;
        boolean waits;
    }

    private final Facts facts;
    /** Is told what an agent passed on without a right to. */
    private final Consumer<String> refusals;

    private final Time time;
    private final Link<ServerMessage, AgentMessage> link;
    private final Map<Attempt, Flow> flows = new LinkedHashMap<>();
    private boolean started;
    private boolean closed;

    OutputFlows(Facts facts, Consumer<String> refusals, Time time, Link<ServerMessage, AgentMessage> link) {
        this.facts = facts;
        this.refusals = refusals;
        this.time = time;
        this.link = link;
    }

    /**
     * Output has come. Answers the message as it is to be believed: what passes without a right to is output like any other, and what is
     * beyond all bounds is left out.
     */
    synchronized AgentMessage received(AgentMessage message) throws LinkException {
        boolean passes = message.getOutputsList().stream().anyMatch(Output::getPassing);
        var believed = passes ? checked(message) : message;
        if (flows.isEmpty()) return believed;
        for (var report : message.getReportsList()) {
            flows.remove(attempt(report.getRun(), report.getIndex(), report.getAttempt()));
        }
        return believed;
    }

    private AgentMessage checked(AgentMessage message) throws LinkException {
        var believed = message.toBuilder().clearOutputs();
        var refused = new LinkedHashSet<String>();
        for (var output : message.getOutputsList()) {
            if (output.getPassing()) addPassing(output, believed, refused);
            else believed.addOutputs(output);
        }
        if (!refused.isEmpty()) refusals.accept(refused.getFirst());
        return believed.build();
    }

    private void addPassing(Output output, AgentMessage.Builder believed, Set<String> refused) throws LinkException {
        var chain = ChainId.of(output.getRun(), output.getIndex());
        switch (facts.permit(chain)) {
            case PASSES -> {
                if (isWithinBounds(chain, output, refused)) believed.addOutputs(output);
            }
            case IS_KEPT -> believed.addOutputs(output.toBuilder().setPassing(false));
            case REFUSED -> {
                refused.add("output of %s that is to pass, which nobody has asked for".formatted(chain));
                believed.addOutputs(output.toBuilder().setPassing(false));
            }
        }
    }

    /** Notes how far it goes. Pieces follow each other without overlapping, so that what is not read is all that is stored. */
    private boolean isWithinBounds(ChainId chain, Output output, Set<String> refused) throws LinkException {
        var attempt = attempt(output.getRun(), output.getIndex(), output.getAttempt());
        if (flows.size() >= MOST_FLOWS && !flows.containsKey(attempt)) return false;
        var flow = flows.computeIfAbsent(attempt, _ -> new Flow());
        if (output.getOffset() < end(flow, chain, output)) return false; // it is stored already
        long end = output.getOffset() + output.getBytes().size();
        if (end < 0 || unreadAfter(attempt, flow, output, end) > MOST_STORED) {
            refused.add("output of %s that goes on although it was told to wait".formatted(chain));
            return false;
        }
        if (output.getStderr()) flow.stderrEnd = end;
        else flow.stdoutEnd = end;
        flow.sinceLook += output.getBytes().size();
        if (flow.sinceLook >= BYTES_BETWEEN_LOOKS) look(attempt, flow);
        return true;
    }

    /** Where a stream of output ends; with a new connection an agent may tell again what it has told. */
    private long end(Flow flow, ChainId chain, Output output) {
        if (output.getStderr()) {
            if (flow.stderrEnd < 0) flow.stderrEnd = facts.storedEnd(chain, output.getAttempt(), LogStream.STDERR);
            return flow.stderrEnd;
        }
        if (flow.stdoutEnd < 0) flow.stdoutEnd = facts.storedEnd(chain, output.getAttempt(), LogStream.STDOUT);
        return flow.stdoutEnd;
    }

    private long unreadAfter(Attempt attempt, Flow flow, Output output, long end) {
        long before = output.getStderr() ? flow.stderrEnd : flow.stdoutEnd;
        long more = end - before;
        if (unread(attempt, flow) + more > MOST_STORED) flow.reader = facts.reader(attempt.getRun());
        return unread(attempt, flow) + more;
    }

    /** Decides how it flows on, and tells the agent if that changes. */
    private void look(Attempt attempt, Flow flow) throws LinkException {
        flow.sinceLook = 0;
        flow.reader = facts.reader(attempt.getRun());
        if (flow.reader.getBeat() != flow.beat) {
            flow.beat = flow.reader.getBeat();
            flow.beatNanos = time.nanos();
        }
        long unread = unread(attempt, flow);
        if (unread > MOST_UNREAD && time.nanos() - flow.beatNanos > GONE_AFTER.toNanos()) {
            log.info(
                    "nobody reads the output of {}/{}: it is no longer passed on",
                    attempt.getRun(),
                    attempt.getIndex());
            tell(attempt, OutputFlow.FLOW_END);
            flow.waits = false;
        } else if (!flow.waits && unread > MOST_UNREAD) {
            tell(attempt, OutputFlow.FLOW_WAIT);
            flow.waits = true;
            start();
        } else if (flow.waits && unread <= MOST_UNREAD / 2) {
            tell(attempt, OutputFlow.FLOW_ON);
            flow.waits = false;
        }
    }

    private static long unread(Attempt attempt, Flow flow) {
        var reader = flow.reader;
        boolean reads = reader.getAttempt() == attempt.getAttempt();
        long stdout = reads ? reader.getStdout() : 0;
        long stderr = reads ? reader.getStderr() : 0;
        return Math.max(0, flow.stdoutEnd - stdout) + Math.max(0, flow.stderrEnd - stderr);
    }

    private void tell(Attempt attempt, OutputFlow flow) throws LinkException {
        var pass = OutputPass.newBuilder().setAttempt(attempt).setFlow(flow);
        // A command that was not told would wait for ever; with a new connection it goes on.
        if (!link.offer(ServerMessage.newBuilder().addPasses(pass).build())) link.close();
    }

    /** Nothing comes from a command that waits, so somebody has to look for its reader. */
    private void start() {
        if (!started) Thread.ofVirtual().name("slow readers of " + link.peer()).start(this::run);
        started = true;
    }

    private void run() {
        try {
            while (lookAtWaiting()) TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
        } catch (LinkException | StoreFailure broken) {
            log.debug("readers of {} are no longer looked for: {}", link.peer(), broken.getMessage());
            link.close();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks for the readers of all commands that wait; false if none does. */
    synchronized boolean lookAtWaiting() throws LinkException {
        var waiting =
                flows.entrySet().stream().filter(each -> each.getValue().waits).toList();
        started = !closed && !waiting.isEmpty();
        if (!started) return false;
        for (var each : List.copyOf(waiting)) look(each.getKey(), each.getValue());
        return true;
    }

    private static Attempt attempt(long run, int index, int number) {
        return Attempt.newBuilder()
                .setRun(run)
                .setIndex(index)
                .setAttempt(number)
                .build();
    }

    @Override
    public synchronized void close() {
        closed = true;
        flows.clear();
    }
}
