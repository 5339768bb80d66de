package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.LossLimits;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Stop;
import io.tidewheel.protocol.wire.Work;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An agent that runs nothing: what a command would do is told by its first word. {@code print TEXT} prints, {@code fail} ends with code 3,
 * {@code hang} runs until it is stopped or released, anything else succeeds and returns its parameter.
 */
final class FakeAgent implements AutoCloseable {
    private final Link<AgentMessage, ServerMessage> link;
    private final String name;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<String, ChainAssignment> hanging = new ConcurrentHashMap<>();
    private long sequence;

    private FakeAgent(Link<AgentMessage, ServerMessage> link, String name) {
        this.link = link;
        this.name = name;
    }

    static FakeAgent join(
            Link<AgentMessage, ServerMessage> link, String name, int slots, long session, String... capabilities)
            throws LinkException {
        return join(link, hello(name, slots, session).addAllCapabilities(List.of(capabilities)));
    }

    /** One that says when it is to be given up. */
    static FakeAgent join(
            Link<AgentMessage, ServerMessage> link, String name, int slots, long session, LossLimits limits)
            throws LinkException {
        return join(
                link,
                hello(name, slots, session)
                        .setSilenceMillis((int) limits.silence().toMillis())
                        .setReconnectMillis((int) limits.reconnect().toMillis())
                        .setExpendable(limits.expendable()));
    }

    private static Hello.Builder hello(String name, int slots, long session) {
        return Hello.newBuilder()
                .setProtocolVersion(ProtocolVersions.PROTOCOL)
                .setSession(session)
                .setAgent(name)
                .setHost("testhost")
                .setSlots(slots)
                .setCredit(Credit.newBuilder().setChains(slots));
    }

    private static FakeAgent join(Link<AgentMessage, ServerMessage> link, Hello.Builder hello) throws LinkException {
        var agent = new FakeAgent(link, hello.getAgent());
        link.send(AgentMessage.newBuilder().setHello(hello).build());
        var _ = link.receive();
        link.send(AgentMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder()
                        .setBusySlots(1)
                        .setUtilisation(0.5f)
                        .setLoadAverage(1.5f))
                .build());
        Thread.ofVirtual().name(agent.name).start(agent::work);
        return agent;
    }

    private void work() {
        try {
            for (var next = link.receive(); next.isPresent(); next = link.receive()) {
                next.get().getLanesList().forEach(lane -> lanes.put(lane.getRun() + "#" + lane.getLane(), lane));
                for (var assignment : next.get().getAssignmentsList()) run(assignment);
                for (var stop : next.get().getStopsList()) stop(stop);
            }
        } catch (LinkException | InvalidProtocolBufferException gone) {
            link.close();
        }
    }

    private void run(ChainAssignment task) throws LinkException, InvalidProtocolBufferException {
        var body = task.getBody().isEmpty()
                ? lanes.get(task.getRun() + "#" + task.getLane()).getTemplate()
                : task.getBody();
        var work = Work.parseFrom(body);
        var command = work.getCommands(0);
        switch (word(command)) {
            case "print" -> print(task, work);
            case "fail" ->
                report(
                        task,
                        Ending.EXIT_CODE,
                        3,
                        outcome(task).setMessage("it failed as told").build());
            case "hang" -> {
                send(AgentMessage.newBuilder().addStarted(attempt(task)));
                hanging.put(id(task.getRun(), task.getIndex()), task);
                output(task, "hanging\n", false);
            }
            default ->
                report(
                        task,
                        Ending.SUCCEEDED,
                        0,
                        outcome(task)
                                .addAllCollected(collected(work))
                                .setResult(ByteString.copyFromUtf8(task.getParameter()))
                                .build());
        }
    }

    /** All files that were to be made are said to be there. */
    private static List<Collected> collected(Work work) {
        return work.getCommandsList().stream()
                .flatMap(command -> command.getCollectList().stream())
                .map(collect -> Collected.newBuilder()
                        .setName(collect.getName())
                        .setStore(collect.getStore())
                        .addFiles(FileFacts.newBuilder()
                                .setPath(collect.getPath())
                                .setSize(1))
                        .build())
                .toList();
    }

    private void print(ChainAssignment task, Work work) throws LinkException {
        var command = work.getCommands(0);
        output(task, command.getArguments(1).replace("{}", task.getParameter()), false);
        output(task, "to stderr\n", true);
        report(
                task,
                Ending.SUCCEEDED,
                0,
                outcome(task).addAllCollected(collected(work)).build());
    }

    private static Attempt attempt(ChainAssignment task) {
        return Attempt.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt())
                .build();
    }

    private static String word(Command command) {
        return command.getArgumentsCount() == 0 ? "" : command.getArguments(0);
    }

    /** Lets a hanging task print something. */
    void printFrom(long run, int index, long offset, String text) throws LinkException {
        var task = hanging.get(id(run, index));
        send(AgentMessage.newBuilder().addOutputs(chunk(task, offset, text, false)));
    }

    /** Lets a hanging task end well. */
    void release(long run, int index) throws LinkException {
        var task = hanging.remove(id(run, index));
        report(task, Ending.SUCCEEDED, 0, outcome(task).build());
    }

    boolean hangs(long run, int index) {
        return hanging.containsKey(id(run, index));
    }

    private void stop(Stop stop) throws LinkException {
        var task =
                hanging.remove(id(stop.getAttempt().getRun(), stop.getAttempt().getIndex()));
        if (task != null) report(task, Ending.CANCELLED, 0, outcome(task).build());
    }

    private void output(ChainAssignment task, String text, boolean stderr) throws LinkException {
        send(AgentMessage.newBuilder().addOutputs(chunk(task, 0, text, stderr)));
    }

    private static Output chunk(ChainAssignment task, long offset, String text, boolean stderr) {
        return Output.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt())
                .setStderr(stderr)
                .setOffset(offset)
                .setBytes(ByteString.copyFrom(text, StandardCharsets.UTF_8))
                .build();
    }

    private void report(ChainAssignment task, Ending ending, int code, Outcome outcome) throws LinkException {
        send(AgentMessage.newBuilder()
                .addReports(Report.newBuilder()
                        .setRun(task.getRun())
                        .setIndex(task.getIndex())
                        .setAttempt(task.getAttempt())
                        .setLane(task.getLane())
                        .setEnding(ending)
                        .setExitCode(code)
                        .setOutcome(outcome.toByteString())));
    }

    private Outcome.Builder outcome(ChainAssignment task) {
        return Outcome.newBuilder()
                .setAgent(name)
                .setStartedMicros(1_000_000)
                .setFinishedMicros(1_250_000)
                .setUserCpuMicros(10_000)
                .setPeakMemoryBytes(1 << 20);
    }

    private synchronized void send(AgentMessage.Builder message) throws LinkException {
        link.send(message.setSequence(++sequence).build());
    }

    private static String id(long run, int index) {
        return run + "/" + index;
    }

    @Override
    public void close() {
        link.close();
    }
}
