package io.tidewheel.client;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.SocketLink;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.Added;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ClientWelcome;
import io.tidewheel.protocol.wire.Done;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Opened;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.Results;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server for one client that does every task at once, or when told to, and never forgets. Its connections break on request, its answers
 * can be withheld, and it can have passing problems. Works inside the process or over a real socket.
 */
public final class FakeTaskServer implements ClientLinks, AutoCloseable {
    private final Map<String, Run> byKey = new HashMap<>();
    private final Map<Long, Run> byId = new HashMap<>();
    private final List<AddTasks> additions = new ArrayList<>();
    private final @Nullable ServerSocket listener;
    private @Nullable Link<ServerAnswer, ClientMessage> link;
    private @Nullable Problem refusal;
    private boolean reachable = true;
    private boolean answering = true;
    private boolean working = true;
    private int protocol = ProtocolVersions.PROTOCOL;
    private int passingProblems;
    private int connections;
    private int unwatches;
    private String authorization = "";

    /** A run: tasks that are done are results. */
    private static final class Run {
        final long id;
        final OpenRunRequest options;
        final List<TaskEntry> tasks = new ArrayList<>();
        int done;
        boolean closed;
        /** What the watcher on the present connection has been sent; null if nobody watches. */
        @Nullable
        BitSet sent;

        Run(long id, OpenRunRequest options) {
            this.id = id;
            this.options = options;
        }
    }

    private FakeTaskServer(@Nullable ServerSocket listener) {
        this.listener = listener;
    }

    public static FakeTaskServer inMemory() {
        return new FakeTaskServer(null);
    }

    public static FakeTaskServer listening() throws IOException {
        var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var server = new FakeTaskServer(listener);
        Thread.ofVirtual().start(() -> server.accept(listener));
        return server;
    }

    public URI address() {
        if (listener == null) throw new IllegalStateException("this server listens nowhere");
        return URI.create("http://localhost:" + listener.getLocalPort());
    }

    @Override
    public Link<ClientMessage, ServerAnswer> open() throws LinkException {
        synchronized (this) {
            if (!reachable) throw new LinkException("the fake server is not to be reached");
        }
        var pair = MemoryLink.<ClientMessage, ServerAnswer>pair("client", "fake server", LinkLimits.DEFAULT);
        Thread.ofVirtual().start(() -> serve(pair.right()));
        return pair.left();
    }

    // What it is told to do.

    public synchronized void cut() {
        if (link != null) link.close();
        link = null;
    }

    public synchronized void setReachable(boolean now) {
        reachable = now;
    }

    /** Whether requests are answered; what is not answered is done nevertheless. */
    public synchronized void setAnswering(boolean now) {
        answering = now;
    }

    /** Whether tasks are done as soon as they are added. */
    public synchronized void setWorking(boolean now) {
        working = now;
        byId.values().forEach(this::work);
    }

    /** Has so many of the next requests fail in a way that passes. */
    public synchronized void addPassingProblems(int count) {
        passingProblems += count;
    }

    /** Cancels a run of which nothing has been done yet. */
    public synchronized void end(long run) {
        send(ServerAnswer.newBuilder()
                .setStatus(RunStatusNews.newBuilder()
                        .setRun(run)
                        .setState("CANCELLED")
                        .setFinal(true)));
    }

    /** As which version of the protocol it says it speaks to whoever connects next. */
    public synchronized void speak(int version) {
        protocol = version;
    }

    /** Refuses everything from now on. */
    public synchronized void refuse(Problem problem) {
        refusal = problem;
    }

    // What it has seen.

    public synchronized List<AddTasks> additions() {
        return List.copyOf(additions);
    }

    public synchronized List<String> parametersOf(long run) {
        return byId.get(run).tasks.stream().map(TaskEntry::getParameter).toList();
    }

    public synchronized OpenRunRequest optionsOf(long run) {
        return byId.get(run).options;
    }

    public synchronized int runs() {
        return byId.size();
    }

    public synchronized int connections() {
        return connections;
    }

    public synchronized int unwatches() {
        return unwatches;
    }

    public synchronized String authorization() {
        return authorization;
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
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
            synchronized (this) {
                authorization = head.toString()
                        .lines()
                        .filter(line -> line.startsWith("Authorization:"))
                        .findFirst()
                        .orElse("");
            }
            boolean known = authorization().endsWith("Bearer secret");
            var answer = known
                    ? "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tidewheel\r\n\r\n"
                    : "HTTP/1.1 401 Unauthorized\r\nContent-Length: 13\r\n\r\nunknown token";
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            if (known) serve(SocketLink.open(socket, socket, in, ClientMessage.parser(), LinkLimits.DEFAULT));
            else socket.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void serve(Link<ServerAnswer, ClientMessage> opened) {
        try {
            for (var message = opened.receive(); message.isPresent(); message = opened.receive())
                hear(message.get(), opened);
        } catch (LinkException broken) {
            opened.close();
        }
        opened.close();
    }

    private synchronized void hear(ClientMessage message, Link<ServerAnswer, ClientMessage> from) throws LinkException {
        long request = message.getRequest();
        if (message.hasHello()) {
            greet(from, request);
            return;
        }
        if (refusal != null) {
            answer(request, ServerAnswer.newBuilder().setProblem(refusal));
            return;
        }
        if (passingProblems > 0 && !message.hasPing()) {
            passingProblems--;
            answer(request, problem("unavailable", true));
            return;
        }
        switch (message.getContentCase()) {
            case OPEN -> open(request, message.getOpen());
            case ADD -> add(request, message.getAdd());
            case CLOSE -> {
                var run = byId.get(message.getClose().getRun());
                run.closed = true;
                answer(request, done());
                work(run);
            }
            case WATCH -> watch(request, message.getWatch());
            case UNWATCH -> {
                byId.get(message.getUnwatch().getRun()).sent = null;
                unwatches++;
                answer(request, done());
            }
            default -> answer(request, done());
        }
    }

    private void greet(Link<ServerAnswer, ClientMessage> from, long request) throws LinkException {
        if (refusal != null) {
            from.send(ServerAnswer.newBuilder()
                    .setRequest(request)
                    .setProblem(refusal)
                    .build());
            return;
        }
        link = from;
        connections++;
        byId.values().forEach(run -> run.sent = null);
        from.send(ServerAnswer.newBuilder()
                .setRequest(request)
                .setWelcome(ClientWelcome.newBuilder().setProtocolVersion(protocol))
                .build());
    }

    private void open(long request, OpenRunRequest options) {
        var run = byKey.computeIfAbsent(options.getKey(), _ -> new Run(100 + byKey.size(), options));
        boolean known = byId.put(run.id, run) != null;
        if (!known) run.tasks.addAll(options.getTasksList());
        run.closed |= options.getClosed();
        if (options.getWatch()) run.sent = new BitSet();
        // Like the real one: results may overtake the answer that names the run.
        work(run);
        answer(
                request,
                ServerAnswer.newBuilder()
                        .setOpened(Opened.newBuilder().setRun(run.id).setMade(known ? run.tasks.size() : 0)));
    }

    private void add(long request, AddTasks add) {
        additions.add(add);
        var run = byId.get(add.getRun());
        int skip = run.tasks.size() - add.getFirstIndex();
        if (skip < 0) {
            answer(request, problem("conflict", false));
            return;
        }
        if (skip < add.getTasksCount()) run.tasks.addAll(add.getTasksList().subList(skip, add.getTasksCount()));
        answer(
                request,
                ServerAnswer.newBuilder()
                        .setAdded(Added.newBuilder().setRun(run.id).setNextIndex(run.tasks.size())));
        work(run);
    }

    private void watch(long request, Watch watch) {
        var run = byId.get(watch.getRun());
        if (run == null) {
            answer(request, problem("not-found", false));
            return;
        }
        run.sent = new BitSet();
        for (var range : watch.getHaveList()) run.sent.set(range.getFirst(), range.getFirst() + range.getCount());
        answer(request, done());
        work(run);
    }

    private void work(Run run) {
        if (working) run.done = run.tasks.size();
        if (run.sent == null) return;
        var results = Results.newBuilder().setRun(run.id);
        for (int i = run.sent.nextClearBit(0); i < run.done; i = run.sent.nextClearBit(i + 1)) {
            run.sent.set(i);
            results.addResults(result(i, run.tasks.get(i)));
        }
        if (results.getResultsCount() > 0) {
            send(ServerAnswer.newBuilder().setResults(results));
            // A server may send a result again; each must be shown once.
            send(ServerAnswer.newBuilder()
                    .setResults(results.clone().clearResults().addResults(results.getResults(0))));
        }
        if (run.closed && run.done == run.tasks.size()) {
            send(ServerAnswer.newBuilder()
                    .setStatus(RunStatusNews.newBuilder()
                            .setRun(run.id)
                            .setState("SUCCEEDED")
                            .setSize(run.done)
                            .setSucceeded(run.done)
                            .setFinal(true)));
        }
    }

    private static Result result(int index, TaskEntry task) {
        return Result.newBuilder()
                .setIndex(index)
                .setAttempt(1)
                .setOutcome(Outcome.newBuilder()
                        .setResult(ByteString.copyFromUtf8("result of " + task.getParameter()))
                        .build()
                        .toByteString())
                .build();
    }

    private static ServerAnswer.Builder done() {
        return ServerAnswer.newBuilder().setDone(Done.getDefaultInstance());
    }

    private static ServerAnswer.Builder problem(String code, boolean passing) {
        return ServerAnswer.newBuilder()
                .setProblem(Problem.newBuilder()
                        .setCode(code)
                        .setText("a problem of the fake server")
                        .setTransient(passing));
    }

    private void answer(long request, ServerAnswer.Builder answer) {
        if (answering) send(answer.setRequest(request));
    }

    private void send(ServerAnswer.Builder answer) {
        if (link == null) return;
        try {
            link.send(answer.build());
        } catch (LinkException broken) {
            link = null;
        }
    }
}
