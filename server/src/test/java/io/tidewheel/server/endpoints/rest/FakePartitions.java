package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Stop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;

/** An agent whose partitions do what a test says, step by step. For one thread, which waits for each answer. */
final class FakePartitions implements AutoCloseable {
    private final Link<AgentMessage, ServerMessage> link;
    private final ArrayDeque<ChainAssignment> assignments = new ArrayDeque<>();
    private final ArrayDeque<Share> shares = new ArrayDeque<>();
    private final ArrayDeque<Stop> stops = new ArrayDeque<>();
    private final String name;
    private long sequence;

    FakePartitions(Link<AgentMessage, ServerMessage> link, String name, int slots, long session) throws LinkException {
        this(link, name, slots, session, List.of());
    }

    /** @param holding what it was given before, perhaps by another server */
    FakePartitions(
            Link<AgentMessage, ServerMessage> link, String name, int slots, long session, List<ChainAssignment> holding)
            throws LinkException {
        this.link = link;
        this.name = name;
        link.send(AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setSession(session)
                        .setAgent(name)
                        .setHost("testhost")
                        .setSlots(slots)
                        .addAllHolding(
                                holding.stream().map(FakePartitions::attempt).toList())
                        .setCredit(Credit.newBuilder().setChains(slots - holding.size())))
                .build());
    }

    private static Attempt attempt(ChainAssignment task) {
        return Attempt.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt())
                .build();
    }

    /** The next task that is handed out. */
    ChainAssignment next() throws LinkException {
        return await(assignments);
    }

    Share share() throws LinkException {
        return await(shares);
    }

    Stop stop() throws LinkException {
        return await(stops);
    }

    private <T> T await(ArrayDeque<T> wanted) throws LinkException {
        while (wanted.isEmpty()) {
            var message = link.receive();
            assertThat(message).as("the connection is open").isPresent();
            assignments.addAll(message.get().getAssignmentsList());
            shares.addAll(message.get().getSharesList());
            stops.addAll(message.get().getStopsList());
        }
        return wanted.removeFirst();
    }

    /** Asks for the first share. */
    Share begin(ChainAssignment task) throws LinkException {
        tell(progress(task).build());
        return share();
    }

    /** Tells how far it is. */
    Share report(ChainAssignment task, long count, long told) throws LinkException {
        tell(progress(task).setIterations(count).setTold(told).setMostTold(told).build());
        return share();
    }

    void tell(Progress progress) throws LinkException {
        link.send(AgentMessage.newBuilder().addProgress(progress).build());
    }

    static Progress.Builder progress(ChainAssignment task) {
        return Progress.newBuilder()
                .setRun(task.getRun())
                .setIndex(task.getIndex())
                .setAttempt(task.getAttempt());
    }

    void succeed(ChainAssignment task, long iterations) throws LinkException {
        end(
                task,
                Ending.SUCCEEDED,
                outcome -> outcome.setPart(
                        PartitionDone.newBuilder().setIterations(iterations).setToldByProgram(true)));
    }

    void fail(ChainAssignment task) throws LinkException {
        end(task, Ending.EXIT_CODE, outcome -> outcome.setMessage("ended with exit code 1"));
    }

    void end(ChainAssignment task, Ending ending, Function<Outcome.Builder, Outcome.Builder> more)
            throws LinkException {
        var outcome = more.apply(
                Outcome.newBuilder().setAgent(name).setStartedMicros(1_000_000).setFinishedMicros(2_000_000));
        link.send(AgentMessage.newBuilder()
                .setSequence(++sequence)
                .addReports(Report.newBuilder()
                        .setRun(task.getRun())
                        .setIndex(task.getIndex())
                        .setAttempt(task.getAttempt())
                        .setLane(task.getLane())
                        .setEnding(ending)
                        .setExitCode(ending == Ending.SUCCEEDED ? 0 : 1)
                        .setOutcome(outcome.build().toByteString()))
                .build());
    }

    @Override
    public void close() {
        link.close();
    }
}
