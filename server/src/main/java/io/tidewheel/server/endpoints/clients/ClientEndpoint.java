package io.tidewheel.server.endpoints.clients;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.NewRun;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.BadFrame;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.Added;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ClientWelcome;
import io.tidewheel.protocol.wire.Done;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Opened;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Results;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.RouteAccess;
import io.tidewheel.server.endpoints.CurrentEngine;
import io.tidewheel.server.endpoints.KeyedSubmission;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.endpoints.WorkCheck;
import io.tidewheel.server.http.Route;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.objects.SubmittedInput;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the connections of clients: tasks in, results out. A request that is wrong is answered with a problem and changes nothing. */
public final class ClientEndpoint {
    private static final Logger log = LoggerFactory.getLogger(ClientEndpoint.class);
    private static final int UNANSWERED = 32;
    private static final int MOST_RANGES = 10_000;
    private static final int MOST_WATCHES = 10_000;
    private static final int RESULTS_PER_MESSAGE = 2_000;
    private static final int BYTES_PER_MESSAGE = 1 << 20;
    private static final Submission USUAL = Submission.named("tasks");

    private static final String DRAINING = "the server is being drained: go to another one";

    private final CurrentEngine host;
    private final Set<ClientConversation> conversations = ConcurrentHashMap.newKeySet();

    private final ResultFeed results;
    private final Archive archive;
    private final Optional<RunObjects> objects;
    private final Time time;

    public ClientEndpoint(
            CurrentEngine host, ResultFeed results, Archive archive, Optional<RunObjects> objects, Time time) {
        this.objects = objects;
        this.time = time;
        this.host = host;
        this.results = results;
        this.archive = archive;
    }

    /** The stream of a client; it ends with the token behind it. */
    public Route route(OpenStreams streams) {
        return Route.<ServerAnswer, ClientMessage>stream(
                "/api/v1/stream/client",
                RouteAccess.only(Role.USER, Role.READ_ONLY),
                ClientMessage.parser(),
                (caller, link) -> streams.serve(caller, link, () -> serve(link, caller)));
    }

    /** Sends all clients to another server: they come back to this one only if there is no other. */
    public void sendAway() {
        for (var conversation : List.copyOf(conversations)) {
            Thread.startVirtualThread(() -> conversation.link.finish(Duration.ofMillis(200)));
        }
    }

    /** Returns when the connection has ended. */
    public void serve(Link<ServerAnswer, ClientMessage> link, Caller caller) {
        var conversation = new ClientConversation(link, caller);
        conversations.add(conversation);
        try (link) {
            conversation.run();
        } catch (BadFrame unreadable) {
            conversation.endWith(unreadable);
        } catch (LinkException broken) {
            log.debug("connection of {} ended: {}", link.peer(), broken.getMessage());
        } finally {
            conversations.remove(conversation);
            conversation.watches.values().forEach(ResultFeed.Watch::stop);
        }
    }

    private final class ClientConversation {
        private final Link<ServerAnswer, ClientMessage> link;
        private final Caller caller;
        private final Map<RunId, ResultFeed.Watch> watches = new ConcurrentHashMap<>();
        private final ArrayDeque<CompletableFuture<?>> unanswered = new ArrayDeque<>();

        ClientConversation(Link<ServerAnswer, ClientMessage> link, Caller caller) {
            this.link = link;
            this.caller = caller;
        }

        void run() throws LinkException {
            for (var message = link.receive(); message.isPresent(); message = link.receive()) {
                try {
                    handle(message.get());
                } catch (IllegalArgumentException wrong) {
                    refuse(message.get().getRequest(), "invalid", String.valueOf(wrong.getMessage()), false);
                } catch (Refusal refusal) {
                    refuse(message.get().getRequest(), refusal);
                }
                waitIfFarAhead();
            }
        }

        /** What cannot be read belongs to no request; the client is told why nothing follows. */
        void endWith(BadFrame unreadable) {
            log.info("the connection of {} is closed: {}", link.peer(), unreadable.getMessage());
            offer(ServerAnswer.newBuilder()
                    .setProblem(Problem.newBuilder()
                            .setCode("bad-message")
                            .setText(String.valueOf(unreadable.getMessage())))
                    .build());
            link.finish(Duration.ofSeconds(2));
        }

        private void handle(ClientMessage message) throws LinkException {
            long request = message.getRequest();
            switch (message.getContentCase()) {
                case HELLO -> hello(request, message.getHello().getProtocolVersion());
                case OPEN -> open(request, message.getOpen());
                case ADD -> {
                    mayChange();
                    var add = message.getAdd();
                    var run = new RunId(add.getRun());
                    answer(
                            request,
                            host.engine()
                                    .add(
                                            run,
                                            add.getFirstIndex(),
                                            chains(add.getTasksList(), Submission.NOTHING),
                                            caller.actor()),
                            (answer, next) -> answer.setAdded(
                                    Added.newBuilder().setRun(run.number()).setNextIndex(next)));
                }
                case CLOSE -> {
                    mayChange();
                    answer(
                            request,
                            host.engine().close(new RunId(message.getClose().getRun()), caller.actor()),
                            (answer, _) -> answer.setDone(Done.getDefaultInstance()));
                }
                case WATCH -> watch(request, message.getWatch());
                case UNWATCH -> {
                    var watch = watches.remove(new RunId(message.getUnwatch().getRun()));
                    if (watch != null) watch.stop();
                    send(ServerAnswer.newBuilder().setRequest(request).setDone(Done.getDefaultInstance()));
                }
                case PING -> send(ServerAnswer.newBuilder().setRequest(request).setDone(Done.getDefaultInstance()));
                case CONTENT_NOT_SET ->
                    throw new IllegalArgumentException("the request is empty, or unknown to this server");
            }
        }

        private void hello(long request, int version) throws LinkException {
            if (host.engine().isDraining()) {
                refuse(request, "draining", DRAINING, true);
                link.finish(Duration.ofSeconds(2));
                return;
            }
            var agreed = ProtocolVersions.SPOKEN.agreedWith(version);
            if (agreed.isEmpty()) {
                refuse(
                        request,
                        "protocol-version",
                        "the client speaks protocol version %d, this server understands %s: use a client of release %s"
                                .formatted(version, ProtocolVersions.SPOKEN, ProtocolVersions.software()),
                        false);
                link.finish(Duration.ofSeconds(2));
                return;
            }
            send(ServerAnswer.newBuilder()
                    .setRequest(request)
                    .setWelcome(ClientWelcome.newBuilder()
                            .setProtocolVersion(agreed.getAsInt())
                            .setServerVersion(ProtocolVersions.software())
                            .setServerNumber(host.engine().number().value())));
        }

        private void open(long request, OpenRunRequest open) {
            mayChange();
            if (open.getWatch() && watches.size() >= MOST_WATCHES) mayWatch(new RunId(Long.MAX_VALUE));
            var print = ClientWireCodec.print(open);
            var submission = submission(open, print);
            var submitted = host.engine().submit(submission).thenCompose(accepted -> known(accepted, print));
            answer(request, submitted, (answer, accepted) -> {
                answer.setOpened(
                        Opened.newBuilder().setRun(accepted.run().number()).setMade(accepted.made()));
                if (open.getWatch()) startWatch(accepted);
            });
        }

        /** A run that was known before is that of the same request; of one that has ended, the engine cannot say how many tasks it has. */
        private CompletableFuture<AcceptedRun> known(AcceptedRun accepted, KeyedSubmission print) {
            if (!accepted.known()) return CompletableFuture.completedFuture(accepted);
            return CompletableFuture.supplyAsync(
                    () -> {
                        var run = archive.run(accepted.run());
                        run.ifPresent(print::check);
                        return run.filter(_ -> accepted.made() == 0)
                                .map(ended -> new AcceptedRun(ended.id(), ended.made(), true))
                                .orElse(accepted);
                    },
                    Thread::startVirtualThread);
        }

        /** The engine may be faster than this call, so the watch begins with what the archive has. */
        private void startWatch(AcceptedRun accepted) {
            watches.computeIfAbsent(
                    accepted.run(), run -> results.watch(run, new IndexSet(), true, new LinkSink(link)));
        }

        private void watch(long request, Watch watch) throws LinkException {
            var run = new RunId(watch.getRun());
            var record = archive.run(run);
            if (record.isEmpty() || !caller.maySee(record.get().spec().owner())) {
                throw new Refusal(Refusal.Kind.NOT_FOUND, "there is no run " + run);
            }
            var have = have(watch, record.get().made());
            mayWatch(run);
            send(ServerAnswer.newBuilder().setRequest(request).setDone(Done.getDefaultInstance()));
            var before = watches.put(run, results.watch(run, have, true, new LinkSink(link)));
            if (before != null) before.stop();
        }

        private void mayWatch(RunId run) {
            if (watches.size() >= MOST_WATCHES && !watches.containsKey(run)) {
                throw new Refusal(
                        Refusal.Kind.INVALID,
                        "one connection watches at most %,d runs: unwatch some, or open another"
                                .formatted(MOST_WATCHES));
            }
        }

        private void mayChange() {
            if (caller.role() != Role.ADMIN && caller.role() != Role.USER) {
                throw new Refusal(
                        Refusal.Kind.INVALID, "this token may not submit or change runs: use one with the role user");
            }
        }

        private NewRun submission(OpenRunRequest open, KeyedSubmission print) {
            var asked = SubmissionCodec.submission(open);
            var template = work("the template", withInput(open.getTemplate()));
            return new NewRun(
                    new RunSpec(
                            RunKind.TASKS,
                            caller.owner(),
                            asked.over(USUAL),
                            array(open),
                            Optional.empty(),
                            print.print()),
                    asked.lane(SubmissionCodec.keepingOutput(template, asked)),
                    asked.get(SubmissionField.KEY),
                    chains(open.getTasksList(), asked),
                    open.getClosed(),
                    asked.effective(SubmissionField.HELD),
                    asked.effective(SubmissionField.STRICT),
                    caller.owner().name());
        }

        /** What the caller has brought for the command to read becomes a file that the agent fetches. */
        private ByteString withInput(ByteString template) {
            try {
                var work = Work.parseFrom(template);
                if (work.getStdinSha256().isEmpty()) return template;
                return new SubmittedInput(objects, caller.owner(), time.instant())
                        .given(work)
                        .toByteString();
            } catch (InvalidProtocolBufferException bad) {
                return template; // it is complained about when it is checked
            }
        }

        private <T> void answer(long request, CompletableFuture<T> future, Completion<T> completion) {
            unanswered.add(future);
            var memory = link.takeOver();
            Consumer<T> done = value -> {
                var answer = ServerAnswer.newBuilder().setRequest(request);
                completion.fill(answer, value);
                offer(answer.build());
            };
            var _ = future.whenComplete((value, failed) -> {
                memory.close();
                if (failed == null) done.accept(value);
                else offer(problem(request, failed));
            });
        }

        /**
         * Offers an answer to the client. Called by the engine's thread, so it never waits: a client that does not read is cut off, and
         * comes again.
         */
        private void offer(ServerAnswer answer) {
            try {
                if (!link.offer(answer)) link.close();
            } catch (LinkException broken) {
                link.close();
            }
        }

        private void waitIfFarAhead() {
            while (unanswered.size() > UNANSWERED
                    || (!unanswered.isEmpty() && unanswered.getFirst().isDone())) {
                try {
                    unanswered.removeFirst().join();
                } catch (CompletionException _) {
                    // the client has been told
                }
            }
        }

        private void send(ServerAnswer.Builder answer) throws LinkException {
            link.send(answer.build());
        }

        private void refuse(long request, Refusal refusal) throws LinkException {
            link.send(problem(request, refusal));
        }

        private void refuse(long request, String code, String text, boolean isTransient) throws LinkException {
            send(ServerAnswer.newBuilder()
                    .setRequest(request)
                    .setProblem(Problem.newBuilder().setCode(code).setText(text).setTransient(isTransient)));
        }
    }

    private interface Completion<T> {
        void fill(ServerAnswer.Builder answer, T value);
    }

    private record LinkSink(Link<ServerAnswer, ClientMessage> link) implements ResultFeed.Sink {
        @Override
        public void results(RunId run, List<EndedChain> chains) throws LinkException {
            var message = Results.newBuilder().setRun(run.number());
            long bytes = 0;
            for (var chain : chains) {
                message.addResults(ClientWireCodec.result(chain));
                bytes += chain.report().size();
                // A single report may be large; many large ones would be more than one message can carry.
                if (message.getResultsCount() < RESULTS_PER_MESSAGE && bytes < BYTES_PER_MESSAGE) continue;
                link.send(ServerAnswer.newBuilder().setResults(message).build());
                message = Results.newBuilder().setRun(run.number());
                bytes = 0;
            }
            if (message.getResultsCount() > 0)
                link.send(ServerAnswer.newBuilder().setResults(message).build());
        }

        @Override
        public HeldMemory holding(long bytes) {
            return link.holding(bytes);
        }

        @Override
        public void status(RunStatus status) throws LinkException {
            link.send(ServerAnswer.newBuilder()
                    .setStatus(ClientWireCodec.status(status))
                    .build());
        }

        @Override
        public void lost() {
            link.close();
        }
    }

    private static ServerAnswer problem(long request, Throwable failed) {
        var cause = failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        var problem = Problem.newBuilder().setText(String.valueOf(cause.getMessage()));
        if (cause instanceof Refusal refusal) {
            problem.setCode(refusal.kind()
                            .name()
                            .toLowerCase(java.util.Locale.ROOT)
                            .replace('_', '-'))
                    .setTransient(refusal.kind() == Refusal.Kind.UNAVAILABLE);
        } else {
            log.error("a request failed unexpectedly", cause);
            problem.setCode("internal").setTransient(false);
        }
        return ServerAnswer.newBuilder().setRequest(request).setProblem(problem).build();
    }

    /** The results that a client says it has. Checked before anything is made of it: a range is short to write, whatever it spans. */
    private static IndexSet have(Watch watch, int made) {
        var have = new IndexSet();
        // A client passes over what it is sent twice; remembering very many ranges would cost more than sending some
        // again.
        for (var range : watch.getHaveList().subList(0, Math.min(MOST_RANGES, watch.getHaveCount()))) {
            long first = Integer.toUnsignedLong(range.getFirst());
            long end = first + Integer.toUnsignedLong(range.getCount());
            if (end > IndexRange.MAX_COUNT) {
                throw new IllegalArgumentException("no run has the results %d to %d: there are at most %,d"
                        .formatted(first, end - 1, IndexRange.MAX_COUNT));
            }
            have.add((int) Math.min(first, made), (int) Math.min(end, made));
        }
        return have;
    }

    private static Optional<IndexRange> array(OpenRunRequest open) {
        if (!open.hasArray()) return Optional.empty();
        var array = open.getArray();
        return Optional.of(new IndexRange(array.getFrom(), array.getTo(), Math.max(1, array.getStep())));
    }

    private static List<NewChain> chains(List<TaskEntry> tasks, Submission asked) {
        var chains = new ArrayList<NewChain>(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            var task = tasks.get(i);
            var body = task.getBody().isEmpty() ? Payload.NONE : work("task " + i, task.getBody());
            chains.add(new NewChain(task.getParameter(), SubmissionCodec.keepingOutput(body, asked)));
        }
        return chains;
    }

    /** Keeps the bytes as they came, once they have proved readable and sensible. */
    private static Payload work(String what, ByteString bytes) {
        if (bytes.isEmpty()) return Payload.NONE;
        try {
            WorkCheck.check(what, Work.parseFrom(bytes));
        } catch (InvalidProtocolBufferException bad) {
            throw new IllegalArgumentException("%s is not readable: %s".formatted(what, bad.getMessage()), bad);
        }
        return ClientWireCodec.payload(bytes);
    }
}
