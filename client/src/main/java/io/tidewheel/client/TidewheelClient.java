package io.tidewheel.client;

import com.google.protobuf.ByteString;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkRefused;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.links.LinkOffer;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A client of a server: opens runs, sends their tasks in batches and receives their results as they come. When the connection breaks it
 * connects anew and goes on where it was; nothing is lost and nothing is told twice.
 */
public final class TidewheelClient implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** How long one of several servers may take for its first word; twice as long after each that took longer. */
    private static final Duration SHORTEST_GREETING = Duration.ofMillis(2_500);

    private static final Duration LONGEST_GREETING = Duration.ofSeconds(10);
    /** How many attempts are made at first by a client that knows several servers. */
    private static final int FIRST_ATTEMPTS = 6;

    private static final Duration FAREWELL = Duration.ofSeconds(2);
    /** Runs with their tasks below this size are opened, filled and closed in one message. */
    private static final int ONE_MESSAGE_BYTES = 1 << 20;

    private static final int MOST_EARLY = 10_000;

    private final ClientLinks links;
    private final ClientOptions options;
    private final Time time;
    private final RandomGenerator random;
    private final ByteString clientId;
    private final TaskRun.Client fromRuns = new FromRuns();

    private final Set<TaskRun> all = new LinkedHashSet<>();
    private final Map<Long, TaskRun> byId = new HashMap<>();
    /** Results that came before the answer that tells whose they are. */
    private final List<ServerAnswer> early = new ArrayList<>();

    private @Nullable Link<ClientMessage, ServerAnswer> link;
    private volatile @Nullable RequestSender sender;
    private @Nullable ClientException failure;
    private volatile Duration greeting = SHORTEST_GREETING;

    private TidewheelClient(ClientLinks links, ClientOptions options, Time time, RandomGenerator random) {
        this.links = links;
        this.options = options;
        this.time = time;
        this.random = random;
        this.clientId = ByteString.copyFrom(randomBytes(random));
    }

    /**
     * Connects to a server, or to another queue that a link on the class path offers.
     *
     * @throws ClientException if it cannot be reached, or does not want us
     */
    public static TidewheelClient connect(URI server, String token) {
        return connect(ClientLinks.to(server, token), ClientOptions.DEFAULT);
    }

    /** Connects to one of several servers that share a database; to another one when that is gone. */
    public static TidewheelClient connect(List<URI> servers, String token) {
        return connect(ClientLinks.to(servers, token), ClientOptions.DEFAULT);
    }

    public static TidewheelClient connect(ClientLinks links, ClientOptions options) {
        return connect(links, options, Time.system(), new SecureRandom());
    }

    public static TidewheelClient connect(ClientLinks links, ClientOptions options, Time time, RandomGenerator random) {
        var client = new TidewheelClient(links, options, time, random);
        try {
            var first = client.openFirst();
            Thread.ofPlatform().daemon().name("tidewheel-client").start(() -> client.keepConnected(first));
            return client;
        } catch (LinkException error) {
            throw explained(error);
        }
    }

    /** Opens a run to which tasks can be added. Returns when the server has it durably. */
    public TaskRun open(RunOptions run) {
        return begin(new TaskRun(fromRuns, withKey(run).build(), options));
    }

    /** Opens a run that has just these tasks. */
    public TaskRun submit(RunOptions run, Collection<Task> tasks) {
        var open = withKey(run);
        long bytes = tasks.stream()
                .mapToLong(task -> task.wire().getSerializedSize() + 4L)
                .sum();
        boolean one = bytes < ONE_MESSAGE_BYTES;
        if (one) tasks.forEach(task -> open.addTasks(task.wire()));
        var opened = begin(new TaskRun(fromRuns, open.setClosed(one).build(), options));
        if (!one) {
            opened.addAll(tasks);
            opened.askToClose();
        }
        return opened;
    }

    /** Watches a run that was opened before, by whomever: all its results, from the first on. */
    public TaskRun watch(long run) {
        var watched = new TaskRun(fromRuns, run, options);
        synchronized (this) {
            byId.put(run, watched);
        }
        return begin(watched);
    }

    /** Nothing is sent of what the queue cannot do. */
    private void checkOffer(OpenRunRequest open) {
        links.offer().refusal(RunKind.TASKS, SubmissionCodec.submission(open)).ifPresent(text -> {
            throw new ClientException.Refused(LinkOffer.NOT_OFFERED, text);
        });
    }

    private TaskRun begin(TaskRun run) {
        synchronized (this) {
            if (failure != null) throw failure;
            all.add(run);
        }
        fromRuns.ready(run);
        run.awaitOpened();
        return run;
    }

    private OpenRunRequest.Builder withKey(RunOptions run) {
        var open = run.open();
        checkOffer(open.buildPartial());
        // Without a key a repeated request would make a second run.
        if (open.getKey().isEmpty()) open.setKey(HexFormat.of().formatHex(randomBytes(random)));
        return open;
    }

    /** Ends the connection. Runs that were opened go on without us. */
    @Override
    public void close() {
        var last = fail(new ClientException.Closed());
        if (last != null) last.finish(FAREWELL);
    }

    // The connection.

    /** Opens the first link. A client that knows only one server is told at once if that cannot be reached. */
    private Link<ClientMessage, ServerAnswer> openFirst() throws LinkException {
        for (int attempt = 1; ; attempt++) {
            try {
                return open();
            } catch (LinkRefused refused) {
                throw refused;
            } catch (LinkException failed) {
                if (!links.hasOthers() || attempt == FIRST_ATTEMPTS) throw failed;
            }
        }
    }

    /** A connection whose greetings have been exchanged. */
    private Link<ClientMessage, ServerAnswer> open() throws LinkException {
        var opened = links.open();
        try {
            opened.send(
                    ClientMessage.newBuilder().setRequest(1).setHello(hello()).build());
            var answer = greeting(opened);
            if (answer.isEmpty()) throw new LinkException("the server closed the connection without a word");
            check(answer.get());
            return opened;
        } catch (LinkException | RuntimeException error) {
            opened.close();
            throw error;
        }
    }

    /** What the server says first; one that has others does not get long for it. */
    private Optional<ServerAnswer> greeting(Link<ClientMessage, ServerAnswer> opened) throws LinkException {
        if (!links.hasOthers()) return opened.receive();
        var heard = new CountDownLatch(1);
        var limit = greeting;
        boolean isLong = limit.compareTo(LONGEST_GREETING.dividedBy(2)) >= 0;
        greeting = isLong ? LONGEST_GREETING : limit.multipliedBy(2);
        Thread.ofVirtual().name("greeting").start(() -> {
            try {
                if (!heard.await(limit.toNanos(), TimeUnit.NANOSECONDS)) opened.close();
            } catch (InterruptedException ending) {
                opened.close();
            }
        });
        try {
            var first = opened.receive();
            if (first.isPresent()) greeting = SHORTEST_GREETING;
            return first;
        } finally {
            heard.countDown();
        }
    }

    private ClientHello hello() {
        return ClientHello.newBuilder()
                .setProtocolVersion(ProtocolVersions.PROTOCOL)
                .setClientId(clientId)
                .setSoftwareVersion(ProtocolVersions.software())
                .build();
    }

    private static void check(ServerAnswer answer) throws LinkException {
        if (answer.hasProblem()) {
            var problem = answer.getProblem();
            if (problem.getTransient()) throw new LinkException(problem.getText());
            throw new ClientException.Refused(problem.getCode(), problem.getText());
        }
        if (!answer.hasWelcome()) throw new LinkException("the server's first answer was no welcome");
        int agreed = answer.getWelcome().getProtocolVersion();
        if (!ProtocolVersions.SPOKEN.includes(agreed)) {
            throw new ClientException.Refused(
                    "protocol-version",
                    "the server wants to speak version %d of the protocol, this client understands %s: use releases that follow each other"
                            .formatted(agreed, ProtocolVersions.SPOKEN));
        }
    }

    private void keepConnected(Link<ClientMessage, ServerAnswer> first) {
        try {
            for (var opened = Optional.of(first); opened.isPresent(); opened = reconnect()) converse(opened.get());
        } catch (ClientException error) {
            fail(error);
        } catch (RuntimeException strange) {
            fail(new ClientException.Refused("protocol", "the server sent something that makes no sense: " + strange));
        }
    }

    /** Everything that happens on one connection. */
    private void converse(Link<ClientMessage, ServerAnswer> opened) {
        var carrying = begin(opened);
        carrying.start();
        try {
            for (var answer = opened.receive(); answer.isPresent(); answer = opened.receive())
                hear(answer.get(), carrying);
        } catch (LinkException broken) {
            opened.close(); // whatever was not answered is asked again on the next one
        } finally {
            end(carrying);
        }
    }

    private synchronized RequestSender begin(Link<ClientMessage, ServerAnswer> opened) {
        if (failure != null) opened.close();
        var begun = new RequestSender(opened, time, all, links.hasOthers());
        link = opened;
        sender = begun;
        return begun;
    }

    private void end(RequestSender carrying) {
        List<TaskRun> runs;
        carrying.end();
        synchronized (this) {
            link = null;
            sender = null;
            early.clear();
            runs = List.copyOf(all);
        }
        // Only now does nobody mark anything as being on its way any more.
        runs.forEach(TaskRun::connectionLost);
    }

    /** Tries until there is a connection, we are closed, or the patience is over. */
    private Optional<Link<ClientMessage, ServerAnswer>> reconnect() {
        long since = time.nanos();
        for (int failures = 0; ; failures++) {
            if (!pause(failures)) return Optional.empty();
            try {
                return Optional.of(open());
            } catch (LinkException error) {
                boolean lasting = error instanceof LinkRefused refused && !refused.isTransient();
                boolean tooLong = time.nanos() - since > options.patience().toNanos();
                if (lasting || tooLong) throw explained(error);
            }
        }
    }

    /** False if there is to be no other attempt. */
    private synchronized boolean pause(int failures) {
        long longest = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures, 20));
        long millis = failures == 0 ? random.nextLong(20) : longest / 2 + random.nextLong(longest / 2 + 1);
        long end = time.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (long left = end - time.nanos(); left > 0 && failure == null; left = end - time.nanos()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException ending) {
            return false;
        }
        return failure == null;
    }

    private static ClientException explained(LinkException error) {
        if (error instanceof LinkRefused refused) {
            return new ClientException.Refused(refused.code(), "" + refused.getMessage());
        }
        return new ClientException.Unreachable("the server cannot be reached: " + error.getMessage(), error);
    }

    private void hear(ServerAnswer answer, RequestSender carrying) {
        switch (answer.getContentCase()) {
            case RESULTS -> {
                var run = runOf(answer.getResults().getRun(), answer, carrying);
                if (run != null) run.results(answer.getResults().getResultsList(), time.instant());
            }
            case STATUS -> {
                var run = runOf(answer.getStatus().getRun(), answer, carrying);
                if (run != null) run.status(answer.getStatus());
            }
            default -> {
                // an answer, for whoever asked
            }
        }
        carrying.heard(answer);
    }

    /** The run it is about; results of one whose number we do not know yet are put aside. */
    private synchronized @Nullable TaskRun runOf(long id, ServerAnswer answer, RequestSender carrying) {
        var run = byId.get(id);
        if (run == null && early.size() < MOST_EARLY && carrying.isWaiting()) early.add(answer);
        return run;
    }

    private final class FromRuns implements TaskRun.Client {
        @Override
        public void ready(TaskRun run) {
            var carrying = sender;
            if (carrying != null) carrying.ready(run);
        }

        @Override
        public void retryLater(TaskRun run) {
            var carrying = sender;
            if (carrying != null) carrying.retryLater(run);
        }

        /** Called by the thread that reads, so that what was put aside stays before what comes next. */
        @Override
        public void opened(TaskRun run) {
            List<ServerAnswer> its = new ArrayList<>();
            synchronized (TidewheelClient.this) {
                byId.put(run.id(), run);
                early.removeIf(answer -> isAbout(run.id(), answer) && its.add(answer));
            }
            for (var answer : its) {
                if (answer.hasResults()) run.results(answer.getResults().getResultsList(), time.instant());
                else run.status(answer.getStatus());
            }
        }

        @Override
        public void ended(TaskRun run) {
            synchronized (TidewheelClient.this) {
                all.remove(run);
                byId.remove(run.id(), run);
            }
            var carrying = sender;
            if (carrying != null) carrying.forget(run);
        }
    }

    private static boolean isAbout(long run, ServerAnswer answer) {
        return answer.getResults().getRun() == run || answer.getStatus().getRun() == run;
    }

    /** Ends everything; answers the connection, if there is one. */
    private @Nullable Link<ClientMessage, ServerAnswer> fail(ClientException cause) {
        List<TaskRun> runs;
        Link<ClientMessage, ServerAnswer> last;
        synchronized (this) {
            if (failure == null) failure = cause;
            runs = List.copyOf(all);
            last = link;
            notifyAll();
        }
        runs.forEach(run -> run.fail(cause));
        return last;
    }

    private static byte[] randomBytes(RandomGenerator random) {
        var bytes = new byte[16];
        random.nextBytes(bytes);
        return bytes;
    }
}
