package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.StreamRefused;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.testing.PatientWaiting;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both streams over the real port: those who speak well, and those who do not. */
class OpenStreamsTest {
    private static final String AGENTS = "/api/v1/stream/agent";
    private static final String CLIENTS = "/api/v1/stream/client";

    @TempDir
    Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void anAgentAndAClientMeetThroughThePort() throws Exception {
        var agentToken = api.token("agent", "fleet");
        var userToken = api.token("user", "ann");
        try (var agent = FakeAgent.join(
                        this.<AgentMessage, ServerMessage>dial(AGENTS, agentToken, ServerMessage.parser()),
                        "far",
                        2,
                        7);
                Link<ClientMessage, ServerAnswer> client = dial(CLIENTS, userToken, ServerAnswer.parser())) {
            long id = api.submit(userToken, "{\"command\": [\"go\"], \"items\": [\"a\", \"b\"]}");
            client.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setWatch(Watch.newBuilder().setRun(id))
                    .build());
            int results = 0;
            for (var answer = client.receive().orElseThrow();
                    !answer.getStatus().getFinal();
                    answer = client.receive().orElseThrow()) {
                results += answer.getResults().getResultsCount();
            }
            assertThat(results).isEqualTo(2);
            assertThat(agent).isNotNull();
        }
    }

    /** What it speaks itself, and they have to know: whoever is newer knows both. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 99})
    void agentsAndClientsOfLaterReleasesAreAnsweredInTheProtocolOfThisOne(int version) throws Exception {
        var agent = this.<AgentMessage, ServerMessage>dial(AGENTS, api.token("agent", "fleet"), ServerMessage.parser());
        Link<ClientMessage, ServerAnswer> client = dial(CLIENTS, api.token("user", "ann"), ServerAnswer.parser());
        try (agent;
                client) {
            agent.send(hello().setHello(good().setProtocolVersion(version)).build());
            assertThat(agent.receive().orElseThrow().getWelcome().getProtocolVersion())
                    .isEqualTo(1);
            client.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setHello(ClientHello.newBuilder().setProtocolVersion(version))
                    .build());
            assertThat(client.receive().orElseThrow().getWelcome().getProtocolVersion())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void anAgentOfAnotherTimeIsToldWhichVersionsAreUnderstood(int version) throws Exception {
        Link<AgentMessage, ServerMessage> link = dial(AGENTS, api.token("agent", "fleet"), ServerMessage.parser());
        try (link) {
            link.send(AgentMessage.newBuilder()
                    .setHello(Hello.newBuilder()
                            .setProtocolVersion(version)
                            .setSession(9)
                            .setAgent("old")
                            .setSlots(1))
                    .build());
            var problem = link.receive().orElseThrow().getProblem();
            assertThat(problem.getCode()).isEqualTo("protocol-version");
            assertThat(problem.getText()).contains("version " + version, "understands version 1:");
            assertThat(problem.getTransient()).isFalse();
            assertThat(link.receive()).isEmpty();
        }
    }

    @Test
    void anAgentThatSaysNonsenseIsToldWhatIsWrong() throws Exception {
        var token = api.token("agent", "fleet");
        var silent =
                problemAfter(token, AgentMessage.newBuilder().setGoodbye(true).build());
        assertThat(silent).contains("hello");
        var noSlots = problemAfter(token, hello().setHello(good().setSlots(0)).build());
        assertThat(noSlots).contains("slots");
        var noName = problemAfter(token, hello().setHello(good().setAgent(" ")).build());
        assertThat(noName).contains("name");
        var badCapability = problemAfter(
                token, hello().setHello(good().addCapabilities("a,b")).build());
        assertThat(badCapability).contains("'a,b'");
        var noSession =
                problemAfter(token, hello().setHello(good().setSession(0)).build());
        assertThat(noSession).contains("session");
        assertThat(api.get("/api/v1/agents").json().get("items")).isEmpty();
    }

    private static AgentMessage.Builder hello() {
        return AgentMessage.newBuilder();
    }

    private static Hello.Builder good() {
        return Hello.newBuilder()
                .setProtocolVersion(1)
                .setSession(9)
                .setAgent("a")
                .setSlots(1)
                .setCredit(Credit.newBuilder().setChains(1));
    }

    private String problemAfter(String token, AgentMessage message) throws LinkException {
        Link<AgentMessage, ServerMessage> link = dial(AGENTS, token, ServerMessage.parser());
        try (link) {
            link.send(message);
            return link.receive().orElseThrow().getProblem().getText();
        }
    }

    @Test
    void aKeyThatWasUsedForAnotherRequestIsRefusedWhereverItComes() throws Exception {
        Link<ClientMessage, ServerAnswer> link = dial(CLIENTS, api.token("user", "ann"), ServerAnswer.parser());
        try (link) {
            var asked = OpenRunRequest.newBuilder()
                    .setKey("k")
                    .setName("x")
                    .putLabels("a", "1")
                    .putLabels("b", "2")
                    .setDeadlineMicros(4_000_000_000_000_000L);
            long run = opened(link, asked).getOpened().getRun();
            assertThat(run).isPositive();
            assertThat(opened(link, asked.clone().setWatch(true).setDeadlineMicros(4_100_000_000_000_000L))
                            .getOpened()
                            .getRun())
                    .as("the time that is left has become another, and who watches is nobody's business")
                    .isEqualTo(run);
            for (var other : List.of(
                    asked.clone().setName("y"),
                    asked.clone().putLabels("b", "3"),
                    asked.clone().setPriority(1),
                    asked.clone().addTasks(TaskEntry.newBuilder().setParameter("p")))) {
                var problem = opened(link, other).getProblem();
                assertThat(problem.getCode()).isEqualTo("conflict");
                assertThat(problem.getText()).contains("which made run " + run).contains("use a new key");
            }
            var rest = HttpRequest.newBuilder(api.server.url().resolve("/api/v1/runs"))
                    .header("Authorization", "Bearer " + api.token("user", "ann"))
                    .header("Idempotency-Key", "k")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"command\": [\"true\"]}"))
                    .build();
            try (var http = HttpClient.newHttpClient()) {
                assertThat(http.send(rest, HttpResponse.BodyHandlers.ofString()).statusCode())
                        .isEqualTo(409);
            }
        }
    }

    private static ServerAnswer opened(Link<ClientMessage, ServerAnswer> link, OpenRunRequest.Builder open)
            throws Exception {
        link.send(ClientMessage.newBuilder().setRequest(7).setOpen(open).build());
        while (true) {
            var answer = link.receive().orElseThrow();
            if (answer.getRequest() == 7) return answer;
        }
    }

    @Test
    void aClientOfAnotherTimeAndOneWhoMayOnlyLookAreTold() throws Exception {
        Link<ClientMessage, ServerAnswer> link = dial(CLIENTS, api.token("read-only", "ann"), ServerAnswer.parser());
        try (link) {
            link.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setOpen(OpenRunRequest.newBuilder().setName("x"))
                    .build());
            assertThat(link.receive().orElseThrow().getProblem().getText()).contains("role user");
            link.send(ClientMessage.newBuilder().setRequest(2).build());
            assertThat(link.receive().orElseThrow().getProblem().getText()).contains("empty");
            link.send(ClientMessage.newBuilder()
                    .setRequest(3)
                    .setWatch(Watch.newBuilder().setRun(12345))
                    .build());
            assertThat(link.receive().orElseThrow().getProblem().getCode()).isEqualTo("not-found");
            link.send(ClientMessage.newBuilder()
                    .setRequest(4)
                    .setHello(ClientHello.newBuilder().setProtocolVersion(0))
                    .build());
            assertThat(link.receive().orElseThrow().getProblem().getText())
                    .contains("version 0", "understands version 1:");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {AGENTS, CLIENTS})
    void garbageEndsItsOwnConnectionAndNothingElse(String path) throws Exception {
        var token = path.equals(AGENTS) ? api.token("agent", "fleet") : api.token("user", "ann");
        var random = new Random(7);
        for (int i = 0; i < 20; i++) {
            try (var socket = upgraded(path, token)) {
                var garbage = new byte[5_000];
                random.nextBytes(garbage);
                try {
                    socket.getOutputStream().write(garbage);
                    socket.shutdownOutput();
                    var _ = socket.getInputStream().readAllBytes();
                } catch (IOException closedOnUs) {
                    // that is the point
                }
            }
        }
        assertThat(api.get("/api/v1/server").status()).isEqualTo(200);
        long id = api.submit("{\"command\": [\"go\"]}");
        api.agent("good", 1);
        assertThat(api.ended(id).get("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void thoseWhoMayNotGetNoStream() throws Exception {
        var user = api.token("user", "ann");
        var agent = api.token("agent", "fleet");
        assertThatThrownBy(() -> dial(AGENTS, user, ServerMessage.parser()))
                .isInstanceOfSatisfying(
                        StreamRefused.class,
                        refused -> assertThat(refused.getMessage()).contains("403"));
        assertThatThrownBy(() -> dial(CLIENTS, agent, ServerAnswer.parser())).isInstanceOf(StreamRefused.class);
        assertThatThrownBy(() -> dial(CLIENTS, "tw_no", ServerAnswer.parser())).isInstanceOf(StreamRefused.class);
    }

    @Test
    void aRevokedTokenLosesItsStream() throws Exception {
        var made = api.post("/api/v1/tokens", "{\"role\": \"agent\"}").json();
        Link<AgentMessage, ServerMessage> link = dial(AGENTS, made.get("token").asString(), ServerMessage.parser());
        try (link) {
            link.send(hello().setHello(good()).build());
            assertThat(link.receive().orElseThrow().hasWelcome()).isTrue();
            api.delete(api.admin, "/api/v1/tokens/" + made.get("id").asString());
            assertThat(endOf(link)).isTrue();
        }
    }

    private static boolean endOf(Link<AgentMessage, ServerMessage> link) {
        try {
            while (link.receive().isPresent()) {
                // what was on its way
            }
            return true;
        } catch (LinkException broken) {
            return true;
        }
    }

    private <O extends com.google.protobuf.MessageLite, I extends com.google.protobuf.MessageLite> Link<O, I> dial(
            String path, String token, com.google.protobuf.Parser<I> parser) throws LinkException {
        return new StreamDialer(api.server.url(), Optional.empty(), Duration.ofSeconds(20), LinkLimits.DEFAULT)
                .dial(path, token, parser);
    }

    private Socket upgraded(String path, String token) throws IOException {
        var socket = new Socket("127.0.0.1", api.server.url().getPort());
        socket.setSoTimeout((int) PatientWaiting.LONGEST.toMillis());
        socket.getOutputStream()
                .write(
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: tidewheel\r\nAuthorization: Bearer %s\r\n\r\n"
                                .formatted(path, token)
                                .getBytes(StandardCharsets.US_ASCII));
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n"))
            head.append((char) socket.getInputStream().read());
        assertThat(head.toString()).startsWith("HTTP/1.1 101");
        return socket;
    }
}
