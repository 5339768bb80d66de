package io.tidewheel.cli.run;

import com.google.protobuf.ByteString;
import io.tidewheel.cli.CliError;
import io.tidewheel.cli.ExitCodes;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.CloseRun;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One conversation with a server about one run: submit it, and hear of every result until the last. */
final class RunConversation implements AutoCloseable {
    private static final int PROTOCOL_VERSION = 1;
    private static final int TASKS_PER_MESSAGE = 1_000;
    private static final int BYTES_PER_MESSAGE = 512 << 10;

    /** What is heard; called by the thread that listens. */
    interface ResultListener {
        void results(List<Result> results);

        void status(RunStatusNews status);
    }

    private final Link<ClientMessage, ServerAnswer> link;
    private final AtomicLong requests = new AtomicLong();
    private volatile String failedToAdd = "";

    RunConversation(Link<ClientMessage, ServerAnswer> link) {
        this.link = link;
    }

    /** Submits the run and answers its number. */
    long open(OpenRunRequest run) {
        try {
            greet();
            send(ClientMessage.newBuilder().setOpen(run));
            return hear().getOpened().getRun();
        } catch (LinkException broken) {
            throw lost(broken);
        }
    }

    /** Asks for the results of a run that exists already. */
    void watch(long run) {
        try {
            greet();
            send(ClientMessage.newBuilder().setWatch(Watch.newBuilder().setRun(run)));
            hear();
        } catch (LinkException broken) {
            throw lost(broken);
        }
    }

    private void greet() throws LinkException {
        send(ClientMessage.newBuilder()
                .setHello(ClientHello.newBuilder()
                        .setProtocolVersion(PROTOCOL_VERSION)
                        .setClientId(ByteString.copyFromUtf8("tidewheel run"))));
        hear();
    }

    /** Adds one task per parameter, from a thread of its own, and closes the run after the last. */
    void addAll(long run, Iterator<String> parameters) {
        Thread.ofVirtual().name("add").start(() -> {
            try {
                add(run, parameters);
                send(ClientMessage.newBuilder().setClose(CloseRun.newBuilder().setRun(run)));
            } catch (LinkException broken) {
                link.close();
            } catch (RuntimeException unreadable) {
                failedToAdd = String.valueOf(unreadable.getMessage());
                link.close();
            }
        });
    }

    private void add(long run, Iterator<String> parameters) throws LinkException {
        int first = 0;
        while (parameters.hasNext()) {
            var batch = new ArrayList<TaskEntry>();
            int bytes = 0;
            while (parameters.hasNext() && batch.size() < TASKS_PER_MESSAGE && bytes < BYTES_PER_MESSAGE) {
                var task =
                        TaskEntry.newBuilder().setParameter(parameters.next()).build();
                bytes += task.getSerializedSize();
                batch.add(task);
            }
            send(ClientMessage.newBuilder()
                    .setAdd(AddTasks.newBuilder()
                            .setRun(run)
                            .setFirstIndex(first)
                            .addAllTasks(batch)));
            first += batch.size();
        }
    }

    /** Listens until the run has ended. */
    void listen(ResultListener listener) {
        try {
            while (true) {
                var answer = next();
                if (answer.hasResults()) listener.results(answer.getResults().getResultsList());
                if (answer.hasStatus()) {
                    listener.status(answer.getStatus());
                    if (answer.getStatus().getFinal()) return;
                }
                if (answer.hasProblem()) throw trouble(answer.getProblem());
            }
        } catch (LinkException broken) {
            throw lost(broken);
        }
    }

    private ServerAnswer hear() throws LinkException {
        var answer = next();
        if (answer.hasProblem()) throw trouble(answer.getProblem());
        return answer;
    }

    private ServerAnswer next() throws LinkException {
        var answer = link.receive();
        if (answer.isPresent()) return answer.get();
        if (!failedToAdd.isEmpty()) throw CliError.usage(failedToAdd);
        throw new LinkException("the server closed the connection");
    }

    private void send(ClientMessage.Builder message) throws LinkException {
        link.send(message.setRequest(requests.incrementAndGet()).build());
    }

    private static CliError trouble(Problem problem) {
        return trouble(problem.getCode(), problem.getText());
    }

    /** What a refusal means to a command. */
    static CliError trouble(String word, String text) {
        int code = switch (word) {
            case "invalid", "malformed" -> ExitCodes.USAGE;
            case "not-found" -> ExitCodes.NOT_FOUND;
            case "unplaceable" -> ExitCodes.UNPLACEABLE;
            case "unauthorised", "unauthorized", "forbidden" -> ExitCodes.DENIED;
            case "unavailable" -> ExitCodes.UNREACHABLE;
            default -> ExitCodes.ERROR;
        };
        return new CliError(code, text);
    }

    private static CliError lost(LinkException broken) {
        return new CliError(ExitCodes.UNREACHABLE, "the connection to the server broke: " + broken.getMessage());
    }

    @Override
    public void close() {
        link.close();
    }
}
