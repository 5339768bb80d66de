package io.tidewheel.server;

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the output that one agent passes on near its readers: a command whose reader is slow waits, and one whose reader has gone no longer
 * sends what nobody wants. Readers may be at another server; how far they are is in the store.
 */
final class OutputFlows implements AutoCloseable {
    /** So much of a command's output may be stored and not read. */
    static final long MOST_UNREAD = 64L << 20;

    /** A reader that gives no sign of life for so long has gone. */
    static final Duration GONE_AFTER = Duration.ofSeconds(15);

    private static final Logger log = LoggerFactory.getLogger(OutputFlows.class);
    private static final long BYTES_BETWEEN_LOOKS = 8L << 20;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** How the output of one attempt flows. */
    private static final class Flow {
        long stdoutEnd;
        long stderrEnd;
        long sinceLook;
        long beat = -1;
        long beatNanos;
        boolean waits;
    }

    /** How far the reader of a run is. */
    private final LongFunction<OutputReader> readers;

    private final Time time;
    private final Link<ServerMessage, AgentMessage> link;
    private final Map<Attempt, Flow> flows = new LinkedHashMap<>();
    private boolean started;
    private boolean closed;

    OutputFlows(LongFunction<OutputReader> readers, Time time, Link<ServerMessage, AgentMessage> link) {
        this.readers = readers;
        this.time = time;
        this.link = link;
    }

    /** Output has come. What it ends with is the end of what passes. */
    synchronized void received(AgentMessage message) throws LinkException {
        for (var output : message.getOutputsList()) if (output.getPassing()) note(output);
        if (flows.isEmpty()) return;
        for (var report : message.getReportsList()) {
            flows.remove(attempt(report.getRun(), report.getIndex(), report.getAttempt()));
        }
    }

    private void note(Output output) throws LinkException {
        var attempt = attempt(output.getRun(), output.getIndex(), output.getAttempt());
        var flow = flows.computeIfAbsent(attempt, _ -> new Flow());
        long end = output.getOffset() + output.getBytes().size();
        if (output.getStderr()) flow.stderrEnd = Math.max(flow.stderrEnd, end);
        else flow.stdoutEnd = Math.max(flow.stdoutEnd, end);
        flow.sinceLook += output.getBytes().size();
        if (flow.sinceLook >= BYTES_BETWEEN_LOOKS) look(attempt, flow);
    }

    /** Decides how it flows on, and tells the agent if that changes. */
    private void look(Attempt attempt, Flow flow) throws LinkException {
        flow.sinceLook = 0;
        var reader = readers.apply(attempt.getRun());
        if (reader.getBeat() != flow.beat) {
            flow.beat = reader.getBeat();
            flow.beatNanos = time.nanos();
        }
        long unread = unread(attempt, flow, reader);
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

    private static long unread(Attempt attempt, Flow flow, OutputReader reader) {
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
