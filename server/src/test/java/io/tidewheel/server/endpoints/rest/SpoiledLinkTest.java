package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Submission;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.endpoints.rest.TamperedLine.Harm;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.http.TestCertificates;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What somebody on the way repeats, cuts, extends or changes. TLS finds out, whatever it is: the link ends, and what was said is said again. Without
 * TLS, which only the machine's own address does without, what is repeated counts once and what is cut not at all.
 */
class SpoiledLinkTest {
    private static final long SEED = Long.getLong("tidewheel.faults.seed", 13);
    private static final int ROUNDS = Integer.getInteger("tidewheel.faults.rounds", 4);

    @TempDir
    Path folder;

    private final Random chance = new Random(SEED);
    private Optional<SSLContext> trusted = Optional.empty();
    private ApiFixture api;
    private TamperedLine line;
    private String token;

    @BeforeEach
    void start() throws Exception {
        var certificate = TestCertificates.selfSigned(folder);
        var data = folder.resolve("data");
        var settings =
                ApiFixture.settings(data).withTls(new ServerSettings.Tls(certificate.chain(), certificate.key()));
        trusted = Optional.of(PemFiles.trust(certificate.chain()));
        use(new ApiFixture(data, settings, _ -> MemoryDatabase.empty(), Time.system()));
    }

    private void use(ApiFixture started) throws Exception {
        api = started;
        line = new TamperedLine(api.server.url(), chance);
        token = api.token("agent", "fleet");
    }

    @AfterEach
    void stop() throws Exception {
        line.close();
        api.close();
    }

    private long spoiled() {
        return api.get("/metrics")
                .body()
                .lines()
                .filter(metric -> metric.startsWith("tidewheel_http_links_spoiled_total "))
                .mapToLong(metric -> Long.parseLong(metric.substring(metric.indexOf(' ') + 1)))
                .sum();
    }

    private int succeeded(long run) {
        return api.run(run).get("succeeded").asInt();
    }

    private RawAgent agent(long session, Attempt... holding) throws LinkException {
        return RawAgent.dial(line.url(), trusted, token).hello(session, "secret", "real", holding);
    }

    /** It comes back and says once more what it has to say: that counts, if it has not counted before, and once. */
    private void saysItAgain(long session, long run, ChainAssignment task) throws LinkException {
        try (var again = agent(session, RawAgent.attempt(task, 0))) {
            again.say(RawAgent.success(1, task)).acknowledged(1);
        }
        assertThat(api.ended(run).get("state").asString()).as("seed %d", SEED).isEqualTo("SUCCEEDED");
        assertThat(succeeded(run)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatAnAgentSendsIsRefusedAndCountedAndItsReportCountsOnce(Harm harm) throws Exception {
        for (int session = 1; session <= ROUNDS; session++) {
            long run = api.submit("{\"command\": [\"go\"]}");
            long before = spoiled();
            ChainAssignment task;
            try (var agent = agent(session)) {
                task = agent.task();
                line.spoilNext(harm);
                agent.say(RawAgent.success(1, task));
                assertThatThrownBy(() -> agent.acknowledged(2)).isInstanceOf(LinkException.class);
            }
            if (harm == Harm.REPEATED) {
                assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
            } else {
                assertThat(succeeded(run)).as("seed %d", SEED).isZero();
            }
            // A connection that ends is no message: the agent may as well have been switched off.
            long more = harm == Harm.BROKEN_OFF ? 0 : 1;
            await().until(() -> spoiled() == before + more);
            saysItAgain(session, run, task);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAnAgentIsToldIsNotBelievedAndNothingCountsTwice(Harm harm) throws Exception {
        long run = api.submit("{\"command\": [\"go\"]}");
        ChainAssignment task;
        try (var agent = agent(1)) {
            task = agent.task();
            line.spoilNextAnswer(harm);
            agent.say(RawAgent.success(1, task));
            assertThatThrownBy(() -> agent.acknowledged(2)).isInstanceOf(LinkException.class);
        }
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
        saysItAgain(1, run, task);
    }

    @ParameterizedTest
    @EnumSource
    void whatAClientSendsIsRefusedAndCountedAndAddsNothing(Harm harm) throws Exception {
        var user = api.token("user", "ann");
        for (int round = 0; round < ROUNDS; round++) {
            long before = spoiled();
            try (var link = client(user)) {
                link.send(ClientMessage.newBuilder()
                        .setRequest(2)
                        .setOpen(opening())
                        .build());
                long run = answer(link).getOpened().getRun();
                line.spoilNext(harm);
                link.send(addition(run));
                int added = harm == Harm.REPEATED ? 1 : 0;
                // The link may end before it is confirmed.
                assertThat(answersToTheEnd(link)).isLessThanOrEqualTo(added);
                await().until(() -> tasks(run) >= added);
                assertThat(tasks(run)).as("seed %d", SEED).isEqualTo(added);
            }
            long more = harm == Harm.BROKEN_OFF ? 0 : 1;
            await().until(() -> spoiled() == before + more);
        }
    }

    private int tasks(long run) {
        return api.get("/api/v1/runs/%d/tasks".formatted(run))
                .json()
                .get("items")
                .size();
    }

    private Link<ClientMessage, ServerAnswer> client(String user) throws LinkException {
        var link = new StreamDialer(line.url(), trusted, Duration.ofSeconds(20), LinkLimits.DEFAULT)
                .<ClientMessage, ServerAnswer>dial("/api/v1/stream/client", user, ServerAnswer.parser());
        link.send(ClientMessage.newBuilder()
                .setRequest(1)
                .setHello(ClientHello.newBuilder().setProtocolVersion(ProtocolVersions.PROTOCOL))
                .build());
        assertThat(answer(link).hasWelcome()).isTrue();
        return link;
    }

    private static OpenRunRequest opening() {
        var work = Work.newBuilder().addCommands(Command.newBuilder().addArguments("go"));
        return SubmissionCodec.open(Submission.named("spoiled"))
                .setTemplate(work.build().toByteString())
                .build();
    }

    private static ClientMessage addition(long run) {
        return ClientMessage.newBuilder()
                .setRequest(3)
                .setAdd(AddTasks.newBuilder().setRun(run).addTasks(TaskEntry.getDefaultInstance()))
                .build();
    }

    private static ServerAnswer answer(Link<ClientMessage, ServerAnswer> link) throws LinkException {
        var answer = link.receive().orElseThrow(() -> new LinkException("the server has closed the connection"));
        if (answer.hasProblem()) throw new LinkException(answer.getProblem().getText());
        return answer;
    }

    /** How many more additions are confirmed until the link ends. */
    private static int answersToTheEnd(Link<ClientMessage, ServerAnswer> link) {
        int added = 0;
        try {
            for (var next = link.receive(); next.isPresent(); next = link.receive())
                if (next.get().hasAdded()) added++;
        } catch (LinkException ended) {
            // as it should
        }
        return added;
    }

    @Test
    void withoutTlsWhatIsRepeatedCountsOnceAndWhatIsBrokenOffNotAtAll() throws Exception {
        stop();
        trusted = Optional.empty();
        use(new ApiFixture(folder.resolve("plain")));
        long first = api.submit("{\"command\": [\"go\"]}");
        try (var agent = agent(1)) {
            var task = agent.task();
            line.spoilNext(Harm.REPEATED);
            agent.say(RawAgent.success(1, task)).acknowledged(1);
            assertThat(api.ended(first).get("state").asString()).isEqualTo("SUCCEEDED");
            assertThat(succeeded(first)).isEqualTo(1);

            long second = api.submit("{\"command\": [\"go\"]}");
            var next = agent.task();
            line.spoilNext(Harm.BROKEN_OFF);
            agent.say(RawAgent.success(2, next));
            assertThatThrownBy(() -> agent.acknowledged(2)).isInstanceOf(LinkException.class);
            assertThat(succeeded(second)).as("seed %d", SEED).isZero();
            try (var again = agent(1, RawAgent.attempt(next, 0))) {
                again.say(RawAgent.success(2, next)).acknowledged(2);
            }
            assertThat(api.ended(second).get("state").asString()).isEqualTo("SUCCEEDED");
        }
    }
}
