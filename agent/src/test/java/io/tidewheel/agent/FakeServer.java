package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.SocketLink;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerList;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Stop;
import io.tidewheel.protocol.wire.Welcome;
import io.tidewheel.protocol.wire.Work;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server for one agent, as simple as the protocol allows: it hands out tasks up to the agent's credit, acknowledges what it hears, and
 * remembers everything. It can also misbehave on request. Works inside the process or over real sockets.
 */
public final class FakeServer implements AgentLinks, AutoCloseable {
    /** Where the server inside the process is. */
    public static final URI ADDRESS = URI.create("memory:fake");

    private static final long RUN = 7;

    private final Map<AttemptId, Report> reports = new LinkedHashMap<>();
    private final Map<Stream, ByteArrayOutputStream> outputs = new HashMap<>();
    private final Map<Stream, Long> dropped = new HashMap<>();
    private final List<Hello> hellos = new ArrayList<>();
    private final List<Integer> credits = new ArrayList<>();
    private final List<AttemptId> started = new ArrayList<>();
    private final List<AttemptId> returned = new ArrayList<>();
    private final List<Heartbeat> heartbeats = new ArrayList<>();
    private final List<Progress> progress = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();

    private final List<Lane> lanes = new ArrayList<>();
    private final ArrayDeque<ChainAssignment> backlog = new ArrayDeque<>();
    private final Map<AttemptId, ChainAssignment> outstanding = new LinkedHashMap<>();

    private final @Nullable ServerSocket listener;
    private @Nullable Link<ServerMessage, AgentMessage> link;
    private Welcome welcome = Welcome.newBuilder()
            .setProtocolVersion(ProtocolVersions.PROTOCOL)
            .setServerNumber(1)
            .setHeartbeatMillis(100)
            .setSilenceMillis(10_000)
            .setMonitoring(true)
            .build();
    private @Nullable Problem problemAtHello;
    private boolean reachable = true;
    private boolean acknowledging = true;
    private int credit;
    private int refusals;
    private int nextIndex;
    private long lastSequence;
    private long repetitions;
    private boolean goodbye;

    private record Stream(AttemptId id, boolean stderr) {}

    private FakeServer(@Nullable ServerSocket listener) {
        this.listener = listener;
    }

    /** A server inside the process. */
    public static FakeServer inMemory() {
        return new FakeServer(null);
    }

    /** A server at a real port of the loopback. */
    public static FakeServer listening() throws IOException {
        var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var server = new FakeServer(listener);
        Thread.ofVirtual().start(() -> server.accept(listener));
        return server;
    }

    public URI address() {
        return listener == null ? ADDRESS : URI.create("http://localhost:" + listener.getLocalPort());
    }

    @Override
    public Link<AgentMessage, ServerMessage> open(URI server) throws LinkException {
        synchronized (this) {
            if (!reachable) {
                refusals++;
                throw new LinkException("the fake server is not to be reached");
            }
        }
        var pair = MemoryLink.<AgentMessage, ServerMessage>pair("agent", "fake server", LinkLimits.DEFAULT);
        Thread.ofVirtual().start(() -> serve(pair.right()));
        return pair.left();
    }

    // What it is told to do.

    /** Gives later tasks a lane of their own, with these limits. */
    public synchronized void newLane(UnaryOperator<Lane.Builder> limits) {
        var lane = limits.apply(Lane.newBuilder().setRun(RUN).setLane(lanes.size() + 1))
                .build();
        lanes.add(lane);
        send(ServerMessage.newBuilder().addLanes(lane));
    }

    public AttemptId add(Work work) {
        return add(work, "", 0);
    }

    public synchronized AttemptId add(Work work, String parameter, long deadlineMillis) {
        if (lanes.isEmpty()) newLane(lane -> lane);
        return add(ChainAssignment.newBuilder()
                .setLane(lanes.getLast().getLane())
                .setParameter(parameter)
                .setBody(work.toByteString())
                .setDeadlineMillis(deadlineMillis));
    }

    /** Adds a task as it is, whether or not it makes sense. */
    public synchronized AttemptId add(ChainAssignment.Builder task) {
        var assignment = task.setRun(RUN).setIndex(nextIndex++).setAttempt(1).build();
        backlog.add(assignment);
        dispatch();
        return idOf(assignment);
    }

    public synchronized void stop(AttemptId id, boolean kill, boolean forget) {
        send(ServerMessage.newBuilder()
                .addStops(
                        Stop.newBuilder().setAttempt(id.toWire()).setKill(kill).setForget(forget)));
        if (forget) outstanding.remove(id);
    }

    /** Tells a partition up to which count to work. */
    public synchronized void share(AttemptId id, long count, long reportMillis) {
        share(id, count, reportMillis, ByteString.EMPTY);
    }

    /** The same with what an earlier try has kept. */
    public synchronized void share(AttemptId id, long count, long reportMillis, ByteString checkpoint) {
        send(ServerMessage.newBuilder()
                .addShares(Share.newBuilder()
                        .setAttempt(id.toWire())
                        .setCount(count)
                        .setReportMillis(reportMillis)
                        .setCheckpoint(checkpoint)));
    }

    public synchronized void recall(int count) {
        send(ServerMessage.newBuilder().setRecall(count));
    }

    /** Tells of servers, and to which to go. */
    public synchronized void moveTo(URI server) {
        send(ServerMessage.newBuilder()
                .setServers(
                        ServerList.newBuilder().addAddresses(server.toString()).setMoveTo(server.toString())));
    }

    public synchronized void drain() {
        send(ServerMessage.newBuilder().setDrain(true));
    }

    /** Tells of a problem now, or as the answer to the next hello. */
    public synchronized void complain(Problem problem) {
        problemAtHello = problem;
        send(ServerMessage.newBuilder().setProblem(problem));
        cut();
    }

    /** Forgets the problem. */
    public synchronized void calmDown() {
        problemAtHello = null;
    }

    /** Breaks the connection. */
    public synchronized void cut() {
        if (link != null) link.close();
        link = null;
    }

    public synchronized void setReachable(boolean now) {
        reachable = now;
    }

    public synchronized void setAcknowledging(boolean now) {
        acknowledging = now;
        if (now) send(ServerMessage.newBuilder().setAcknowledged(lastSequence));
    }

    public synchronized void setWelcome(UnaryOperator<Welcome.Builder> change) {
        welcome = change.apply(welcome.toBuilder()).build();
    }

    // What it has heard.

    public synchronized Optional<Report> report(AttemptId id) {
        return Optional.ofNullable(reports.get(id));
    }

    public synchronized Outcome outcome(AttemptId id) {
        var report = reports.get(id);
        if (report == null) throw new AssertionError("there is no report of " + id + " yet");
        try {
            return Outcome.parseFrom(report.getOutcome());
        } catch (InvalidProtocolBufferException garbage) {
            throw new AssertionError("the outcome of " + id + " cannot be read", garbage);
        }
    }

    public synchronized List<AttemptId> reported() {
        return List.copyOf(reports.keySet());
    }

    public synchronized String stdout(AttemptId id) {
        return output(id, false).toStringUtf8();
    }

    public synchronized String stderr(AttemptId id) {
        return output(id, true).toStringUtf8();
    }

    public synchronized ByteString output(AttemptId id, boolean stderr) {
        var bytes = outputs.get(new Stream(id, stderr));
        return bytes == null ? ByteString.EMPTY : ByteString.copyFrom(bytes.toByteArray());
    }

    public synchronized long dropped(AttemptId id, boolean stderr) {
        return dropped.getOrDefault(new Stream(id, stderr), 0L);
    }

    public synchronized List<Hello> hellos() {
        return List.copyOf(hellos);
    }

    public synchronized List<Integer> credits() {
        return List.copyOf(credits);
    }

    public synchronized List<AttemptId> started() {
        return List.copyOf(started);
    }

    public synchronized List<AttemptId> returned() {
        return List.copyOf(returned);
    }

    public synchronized List<Heartbeat> heartbeats() {
        return List.copyOf(heartbeats);
    }

    public synchronized List<Progress> progress(AttemptId id) {
        return progress.stream()
                .filter(each -> each.getIndex() == id.index() && each.getAttempt() == id.attempt())
                .toList();
    }

    /** Whether there is neither a task to hand out nor one to hear of. */
    public synchronized boolean isDone() {
        return backlog.isEmpty() && outstanding.isEmpty();
    }

    /** Numbered messages that came again. */
    public synchronized long repetitions() {
        return repetitions;
    }

    public synchronized int refusals() {
        return refusals;
    }

    public synchronized boolean saidGoodbye() {
        return goodbye;
    }

    /** What the agent did that the protocol does not allow. */
    public synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public synchronized void close() throws IOException {
        cut();
        reachable = false;
        if (listener != null) listener.close();
    }

    // How it works.

    private void accept(ServerSocket open) {
        try {
            while (true) {
                var socket = open.accept();
                Thread.ofVirtual().start(() -> upgrade(socket));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void upgrade(Socket socket) {
        try {
            var in = new BufferedInputStream(socket.getInputStream());
            readHead(in);
            var answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tidewheel\r\n\r\n";
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            serve(SocketLink.open(socket, socket, in, AgentMessage.parser(), LinkLimits.DEFAULT));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static void readHead(BufferedInputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
    }

    private void serve(Link<ServerMessage, AgentMessage> opened) {
        try {
            for (var message = opened.receive(); message.isPresent(); message = opened.receive()) {
                hear(message.get(), opened);
            }
        } catch (LinkException broken) {
            opened.close();
        }
        opened.close();
    }

    private synchronized void hear(AgentMessage message, Link<ServerMessage, AgentMessage> from) throws LinkException {
        if (message.hasHello()) greet(message.getHello(), from);
        if (message.hasCredit()) setCredit(message.getCredit().getChains());
        progress.addAll(message.getProgressList());
        if (message.hasHeartbeat()) heartbeats.add(message.getHeartbeat());
        for (var attempt : message.getStartedList()) started.add(AttemptId.of(attempt));
        if (message.getSequence() > 0) hearNumbered(message);
        if (message.getGoodbye()) goodbye = true;
        dispatch();
    }

    private void greet(Hello hello, Link<ServerMessage, AgentMessage> from) throws LinkException {
        hellos.add(hello);
        if (problemAtHello != null) {
            from.send(ServerMessage.newBuilder().setProblem(problemAtHello).build());
            return;
        }
        link = from;
        setCredit(hello.getCredit().getChains());
        repeatWhatWasLost(hello);
        send(ServerMessage.newBuilder()
                .setWelcome(welcome)
                .addAllLanes(lanes)
                .setAcknowledged(acknowledging ? lastSequence : 0));
    }

    /** What was on its way when the last connection broke gets another attempt. */
    private void repeatWhatWasLost(Hello hello) {
        var held = hello.getHoldingList().stream().map(AttemptId::of).collect(Collectors.toSet());
        for (var lost : List.copyOf(outstanding.values())) {
            if (held.contains(idOf(lost))) continue;
            outstanding.remove(idOf(lost));
            backlog.addFirst(lost.toBuilder().setAttempt(lost.getAttempt() + 1).build());
        }
    }

    private void setCredit(int chains) {
        credit = chains;
        credits.add(chains);
    }

    private void hearNumbered(AgentMessage message) {
        if (message.getSequence() <= lastSequence) repetitions++;
        else {
            if (message.getSequence() != lastSequence + 1) {
                complaints.add("message %d came after %d".formatted(message.getSequence(), lastSequence));
            }
            lastSequence = message.getSequence();
            message.getOutputsList().forEach(this::keep);
            message.getReportsList().forEach(this::keep);
            message.getReturnedList().forEach(attempt -> {
                returned.add(AttemptId.of(attempt));
                outstanding.remove(AttemptId.of(attempt));
            });
        }
        if (acknowledging) send(ServerMessage.newBuilder().setAcknowledged(lastSequence));
    }

    private void keep(Output piece) {
        var id = new AttemptId(piece.getRun(), piece.getIndex(), piece.getAttempt());
        var stream = new Stream(id, piece.getStderr());
        var bytes = outputs.computeIfAbsent(stream, _ -> new ByteArrayOutputStream());
        if (reports.containsKey(id)) complaints.add("output of " + id + " came after its report");
        if (piece.getOffset() != bytes.size()) {
            complaints.add(
                    "output of %s at %d came when %d was expected".formatted(id, piece.getOffset(), bytes.size()));
        }
        bytes.writeBytes(piece.getBytes().toByteArray());
        if (piece.getDropped() > 0) dropped.merge(stream, piece.getDropped(), Long::sum);
    }

    private void keep(Report report) {
        var id = new AttemptId(report.getRun(), report.getIndex(), report.getAttempt());
        if (reports.put(id, report) != null) complaints.add(id + " was reported twice");
        outstanding.remove(id);
    }

    private void dispatch() {
        if (link == null) return;
        var message = ServerMessage.newBuilder();
        while (outstanding.size() < credit && !backlog.isEmpty()) {
            var assignment = backlog.remove();
            outstanding.put(idOf(assignment), assignment);
            message.addAssignments(assignment);
        }
        if (message.getAssignmentsCount() > 0) send(message);
    }

    private void send(ServerMessage.Builder message) {
        if (link == null) return;
        try {
            link.send(message.build());
        } catch (LinkException broken) {
            link = null;
        }
    }

    private static AttemptId idOf(ChainAssignment assignment) {
        return new AttemptId(assignment.getRun(), assignment.getIndex(), assignment.getAttempt());
    }
}
