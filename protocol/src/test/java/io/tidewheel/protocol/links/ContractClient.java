package io.tidewheel.protocol.links;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.CloseRun;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Opened;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.protocol.wire.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client that says what the test says, and keeps all it is told. For one thread. */
final class ContractClient implements AutoCloseable {
    static final Work NOTHING = Work.newBuilder()
            .addCommands(Command.newBuilder().setRuntime(Runtime.NOOP))
            .build();

    private final Link<ClientMessage, ServerAnswer> link;
    private final Map<Long, List<Result>> results = new HashMap<>();
    private final Map<Long, RunStatusNews> status = new HashMap<>();
    private long request;

    private ContractClient(Link<ClientMessage, ServerAnswer> link) {
        this.link = link;
    }

    static ContractClient connect(QueueLinks queue, String id) throws LinkException {
        var client = new ContractClient(queue.client().open());
        var answer = client.ask(ClientMessage.newBuilder()
                .setHello(ClientHello.newBuilder()
                        .setProtocolVersion(ProtocolVersions.PROTOCOL)
                        .setClientId(ByteString.copyFromUtf8(id))
                        .setSoftwareVersion(ProtocolVersions.software())));
        if (!answer.hasWelcome()) throw new AssertionError("no welcome: " + answer);
        return client;
    }

    static OpenRunRequest.Builder run(String key) {
        return OpenRunRequest.newBuilder()
                .setKey(key)
                .setName("contract")
                .setTemplate(NOTHING.toByteString())
                .setWatch(true);
    }

    static List<TaskEntry> tasks(int count) {
        var tasks = new ArrayList<TaskEntry>();
        for (int i = 0; i < count; i++)
            tasks.add(TaskEntry.newBuilder().setParameter("p" + i).build());
        return tasks;
    }

    Opened open(OpenRunRequest.Builder run) throws LinkException {
        var answer = ask(ClientMessage.newBuilder().setOpen(run));
        if (!answer.hasOpened()) throw new AssertionError("not opened: " + answer);
        return answer.getOpened();
    }

    /** Opens a run that has just these many tasks. */
    long submit(OpenRunRequest.Builder run, int count) throws LinkException {
        return open(run.addAllTasks(tasks(count)).setClosed(true)).getRun();
    }

    void add(long run, int first, List<TaskEntry> tasks) throws LinkException {
        var answer = ask(adding(run, first, tasks));
        if (!answer.hasAdded() || answer.getAdded().getNextIndex() != first + tasks.size())
            throw new AssertionError("not added: " + answer);
    }

    static ClientMessage.Builder adding(long run, int first, List<TaskEntry> tasks) {
        return ClientMessage.newBuilder()
                .setAdd(AddTasks.newBuilder().setRun(run).setFirstIndex(first).addAllTasks(tasks));
    }

    void closeRun(long run) throws LinkException {
        var answer =
                ask(ClientMessage.newBuilder().setClose(CloseRun.newBuilder().setRun(run)));
        if (!answer.hasDone()) throw new AssertionError("not closed: " + answer);
    }

    void watch(long run) throws LinkException {
        var answer = ask(ClientMessage.newBuilder().setWatch(Watch.newBuilder().setRun(run)));
        if (!answer.hasDone()) throw new AssertionError("not watched: " + answer);
    }

    ServerAnswer ask(ClientMessage.Builder message) throws LinkException {
        long asked = say(message);
        while (true) {
            var answer = next();
            if (answer.getRequest() == asked) return answer;
        }
    }

    /** Without waiting for an answer. */
    long say(ClientMessage.Builder message) throws LinkException {
        link.send(message.setRequest(++request).build());
        return request;
    }

    /** All results of a run that this client was told until it was told that it has ended. */
    List<Result> resultsOf(long run) throws LinkException {
        while (!Optional.ofNullable(status.get(run))
                .map(RunStatusNews::getFinal)
                .orElse(false)) next();
        return results.getOrDefault(run, List.of());
    }

    RunStatusNews statusOf(long run) throws LinkException {
        resultsOf(run);
        return status.get(run);
    }

    /** Waits for the first result of a run. */
    void awaitResult(long run) throws LinkException {
        while (results.getOrDefault(run, List.of()).isEmpty()) next();
    }

    private ServerAnswer next() throws LinkException {
        var answer = link.receive().orElseThrow(() -> new LinkException("the queue has closed the link"));
        if (answer.hasResults())
            results.computeIfAbsent(answer.getResults().getRun(), _ -> new ArrayList<>())
                    .addAll(answer.getResults().getResultsList());
        if (answer.hasStatus()) status.put(answer.getStatus().getRun(), answer.getStatus());
        return answer;
    }

    /** Is gone, without a word. */
    @Override
    public void close() {
        link.close();
    }
}
