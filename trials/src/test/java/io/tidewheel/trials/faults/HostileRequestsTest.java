package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Range;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Watch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What anybody with any token can send, and what ends a server that believes it. */
class HostileRequestsTest {
    private static final String CLIENT = "/api/v1/stream/client";
    private static final String AGENT = "/api/v1/stream/agent";
    private static final int FRAME_BYTES = (16 << 20) - 64;
    private static final int LONG_BODY = 15 << 20;
    private static final int AT_ONCE = 6;
    private static final int WATCHERS = 300;
    private static final int RESULTS = 400;
    private static final int RESULT_BYTES = 30 << 10;

    @Test
    void noRequestEndsAServerWithTheUsualHeap() throws Exception {
        try (var site = TrialSite.prepare("hostile", StoreKind.EMBEDDED)
                .withServerJvm("-Xmx512m", "-XX:+UseG1GC", "-XX:-UseSerialGC")) {
            site.startServer();
            site.awaitServer();
            var guests = HostileGuests.of(site);
            long run = guests.run();
            rangesThatSpanTheWorld(site, guests, run);
            framesOfEmptyMessages(site, guests, run);
            textsOfEmptyLists(site, guests);
            brokenChunks(site, guests);
            site.startAgent("agent", 1);
            doesItsWork(site);
        }
    }

    @Test
    void randomAndMaliciousInputEndsNoServerWithASmallHeap() throws Exception {
        var secret = "secret-of-the-trial";
        try (var site =
                TrialSite.prepare("fuzz", StoreKind.EMBEDDED).withServerJvm("-Xmx128m", "-XX:TieredStopAtLevel=1")) {
            java.nio.file.Files.writeString(site.file("secret"), secret);
            site.withServerWords("--tascaas-secret-file", site.file("secret").toString());
            site.startServer();
            site.awaitServer();
            var guests = HostileGuests.of(site);
            long run = guests.run();
            long seed = Long.getLong("tidewheel.faults.seed", 20_260_101);
            new HostileInput(site, guests, run, secret, seed).pour();
            var frames = new HostileFrames(site, guests.user());
            frames.pourRandom(seed);
            var waiting = frames.beginBodies();
            site.startAgent("agent", 1);
            doesItsWork(site);
            for (var connection : waiting) connection.close();
            assertThat(site.program("server").output()).doesNotContain("OutOfMemoryError");
        }
    }

    @Test
    void watchersThatNeverReadEndNoServerAndAreRefusedOrClosed() throws Exception {
        try (var site =
                TrialSite.prepare("unread", StoreKind.EMBEDDED).withServerJvm("-Xmx128m", "-XX:TieredStopAtLevel=1")) {
            site.startServer();
            site.awaitServer();
            var guests = HostileGuests.of(site);
            long run = largeResults(site, guests);
            var links = new ArrayList<RawLink>();
            try {
                var let = new ArrayList<RawLink>();
                for (int i = 0; i < WATCHERS; i++) {
                    var link = new RawLink(site.port());
                    links.add(link);
                    link.upgrade(CLIENT, i % 10 == 0 ? guests.user() : guests.reader());
                    if (!link.head().startsWith("HTTP/1.1 429 ")) let.add(link);
                }
                int refused = WATCHERS - let.size();
                for (var link : let)
                    link.frame(watch(run, Range.newBuilder().setFirst(0).setCount(0)));
                assertThat(refused).isEqualTo(WATCHERS - WATCHERS / 10 - 256);
                await().until(() -> site.rest().metric("tidewheel_http_slow_readers_closed_total") > 0);
                assertThat(site.rest().metric("tidewheel_http_watchers_refused_total"))
                        .isEqualTo(refused);
                site.startAgent("agent", 1);
                doesItsWork(site);
            } finally {
                for (var link : links) link.close();
            }
            assertThat(site.program("server").output())
                    .contains("the slowest of all")
                    .doesNotContain("OutOfMemoryError", "\tat ");
        }
    }

    /** A run whose results are longer than what a link lets wait, made by an agent that only says that it has done it. */
    private static long largeResults(TrialSite site, HostileGuests guests) throws IOException, InterruptedException {
        var made = site.rest()
                .post("/runs", "{\"command\": [\"/bin/true\"], \"array\": \"1-%d\"}".formatted(RESULTS), "large");
        long run = RestAnswers.parse(made.body()).path("id").longValue();
        var outcome = Outcome.newBuilder()
                .setResult(ByteString.copyFrom(new byte[RESULT_BYTES]))
                .build()
                .toByteString();
        try (var link = RawLink.upgraded(site.port(), AGENT, guests.agent())) {
            var hello = Hello.newBuilder()
                    .setProtocolVersion(ProtocolVersions.PROTOCOL)
                    .setSession(7)
                    .setAgent("pretender")
                    .setHost("nowhere")
                    .setSlots(RESULTS)
                    .setCredit(Credit.newBuilder().setChains(RESULTS));
            link.frame(AgentMessage.newBuilder().setHello(hello).build().toByteArray());
            long sequence = 0;
            for (int done = 0; done < RESULTS; ) {
                for (var task : ServerMessage.parseFrom(link.answer()).getAssignmentsList()) {
                    link.frame(AgentMessage.newBuilder()
                            .setSequence(++sequence)
                            .addReports(Report.newBuilder()
                                    .setRun(task.getRun())
                                    .setIndex(task.getIndex())
                                    .setAttempt(task.getAttempt())
                                    .setLane(task.getLane())
                                    .setOutcome(outcome))
                            .build()
                            .toByteArray());
                    done++;
                }
            }
            await().until(() ->
                    site.rest().json("/runs/" + run).path("state").stringValue().equals("SUCCEEDED"));
        }
        return run;
    }

    private static void rangesThatSpanTheWorld(TrialSite site, HostileGuests guests, long run) throws Exception {
        for (int first : List.of(2_147_483_000, Integer.MIN_VALUE, -1)) {
            try (var link = RawLink.upgraded(site.port(), CLIENT, guests.reader())) {
                var range = Range.newBuilder().setFirst(first).setCount(1);
                link.frame(watch(run, range));
                var answer = ServerAnswer.parseFrom(link.answer());
                assertThat(answer.getProblem().getCode()).isEqualTo("invalid");
                assertThat(answer.getProblem().getText()).contains("no run has the results");
                // The link is still good.
                link.frame(watch(run, Range.newBuilder().setFirst(0).setCount(1)));
                assertThat(ServerAnswer.parseFrom(link.answer()).hasDone()).isTrue();
            }
        }
    }

    private static byte[] watch(long run, Range.Builder range) {
        return ClientMessage.newBuilder()
                .setRequest(1)
                .setWatch(Watch.newBuilder().setRun(run).addHave(range))
                .build()
                .toByteArray();
    }

    private static void framesOfEmptyMessages(TrialSite site, HostileGuests guests, long run) throws Exception {
        var add = inside(
                ClientMessage.ADD_FIELD_NUMBER,
                AddTasks.newBuilder().setRun(run).build().toByteString(),
                AddTasks.TASKS_FIELD_NUMBER);
        var have = inside(
                ClientMessage.WATCH_FIELD_NUMBER,
                Watch.newBuilder().setRun(run).build().toByteString(),
                Watch.HAVE_FIELD_NUMBER);
        var holding = inside(
                AgentMessage.HELLO_FIELD_NUMBER,
                Hello.newBuilder()
                        .setProtocolVersion(1)
                        .setSlots(1)
                        .setAgent("a")
                        .setSession(7)
                        .build()
                        .toByteString(),
                Hello.HOLDING_FIELD_NUMBER);
        var reports = empties(ByteString.EMPTY, AgentMessage.REPORTS_FIELD_NUMBER);
        var attacks = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 2; i++) {
            attacks.add(() -> clientIsToldNo(site, guests.user(), add));
            attacks.add(() -> clientIsToldNo(site, guests.reader(), have));
            attacks.add(() -> agentIsToldNo(site, guests.agent(), holding));
            attacks.add(() -> agentIsToldNo(site, guests.agent(), reports));
        }
        assertThat(allAtOnce(attacks)).allMatch(told -> told);
    }

    /** The link ends with a reason, or with none if the server had no room to look at it beside the others. */
    private static boolean clientIsToldNo(TrialSite site, String token, byte[] frame) throws IOException {
        try (var link = RawLink.upgraded(site.port(), CLIENT, token)) {
            link.frame(frame);
            var answer = ServerAnswer.parseFrom(link.answer());
            return !answer.hasProblem() || answer.getProblem().getText().contains("parts");
        }
    }

    private static boolean agentIsToldNo(TrialSite site, String token, byte[] frame) throws IOException {
        try (var link = RawLink.upgraded(site.port(), AGENT, token)) {
            link.frame(frame);
            var answer = ServerMessage.parseFrom(link.answer());
            return !answer.hasProblem() || answer.getProblem().getText().contains("parts");
        }
    }

    private static void textsOfEmptyLists(TrialSite site, HostileGuests guests) throws Exception {
        var source = "[" + "[],".repeat(LONG_BODY / 3) + "[]]";
        var body = "{\"source\": \"%s\"}".formatted(source);
        var attacks = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < AT_ONCE; i++) attacks.add(() -> guests.post(guests.user(), "/api/v1/workflows/lint", body));
        assertThat(allAtOnce(attacks)).allMatch(status -> status == 413 || status == 503);
        assertThat(site.program("server").isAlive()).isTrue();
    }

    private static void brokenChunks(TrialSite site, HostileGuests guests) throws Exception {
        var broken = List.of(
                "ffffffffffffffff\r\n{}",
                "-2\r\n{}",
                "7fffffffffffffff1\r\n{}",
                "zz\r\n{}",
                "\r\n{}",
                "2;" + "x".repeat(70_000) + "\r\n{}\r\n0\r\n\r\n",
                "1\r\n{}\r\n0\r\n\r\n");
        for (var chunk : broken) {
            try (var link = new RawLink(site.port())) {
                link.send(
                        "POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer %s\r\n\r\n"
                                .formatted(guests.user()));
                link.send(chunk);
                assertThat(link.head())
                        .as(chunk.substring(0, 10 % chunk.length()))
                        .startsWith("HTTP/1.1 400 ");
            }
        }
        assertThat(site.program("server").output()).doesNotContain("\tat ");
    }

    static void doesItsWork(TrialSite site) {
        assertThat(site.program("server").isAlive()).isTrue();
        try (var client = site.connect()) {
            var run = client.submit(RunOptions.named("after"), List.of(Task.of(TaskCommands.process("/bin/true"))));
            assertThat(RunResults.of(run).summary().allSucceeded()).isTrue();
        }
    }

    /** A field with a message in it that goes on with as many empty messages as a frame holds. */
    private static byte[] inside(int field, ByteString begin, int repeated) throws IOException {
        var content = empties(begin, repeated);
        var whole = new ByteArrayOutputStream();
        var coded = CodedOutputStream.newInstance(whole);
        coded.writeByteArray(field, content);
        coded.flush();
        return whole.toByteArray();
    }

    private static byte[] empties(ByteString begin, int repeated) {
        int tag = repeated << 3 | 2;
        assertThat(tag).isLessThan(128);
        var content = Arrays.copyOf(begin.toByteArray(), FRAME_BYTES - 16 & ~1);
        for (int at = begin.size(); at + 1 < content.length; at += 2) {
            content[at] = (byte) tag;
        }
        return begin.size() % 2 == 0 ? content : Arrays.copyOf(content, content.length - 1);
    }

    static <T> List<T> allAtOnce(List<? extends Callable<T>> all) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (Future<T> each : threads.invokeAll(all)) results.add(each.get());
            return results;
        }
    }
}
