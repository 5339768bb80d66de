package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.client.ClientOptions;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The certificate of a server ends, or its name is not known any more, while tasks run. Nobody new gets through, whoever is connected stays so,
 * and whoever has lost the connection tries again until all is well: nothing is begun a second time for that.
 */
class EndingCertificateTest {
    /** Longer than any part of a name may be, so that nobody need be asked to know that there is no such host. */
    private static final URI NOWHERE = URI.create("https://" + "x".repeat(70) + ".invalid:1");

    private static final int TRIES = 3;

    @TempDir
    static Path shared;

    private static SignedCertificates certificates;

    @TempDir
    Path folder;

    private final Queue<String> agentsFailures = new ConcurrentLinkedQueue<>();
    private final Queue<String> clientsFailures = new ConcurrentLinkedQueue<>();
    private TidewheelServer server;
    private FaultyTunnel line;
    private Agent agent;
    private TidewheelClient client;
    private String token;
    private volatile boolean isNameKnown = true;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = SignedCertificates.make(shared.resolve("certificates"));
    }

    @BeforeEach
    void begin() throws Exception {
        certificates.show("good");
        server = TidewheelServer.start(ServerSettings.local(folder.resolve("data"))
                .withBind(new InetSocketAddress("127.0.0.1", 0))
                .withTls(new ServerSettings.Tls(certificates.chain(), certificates.key())));
        token = Files.readString(folder.resolve("data/admin.token")).strip();
        line = FaultyTunnel.to(server.url().getPort());
        agent = agent();
        agent.start();
        client = TidewheelClient.connect(
                () -> dial("/api/v1/stream/client", ServerAnswer.parser(), clientsFailures), ClientOptions.DEFAULT);
    }

    private Agent agent() {
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        return new Agent(
                AgentSettings.of("one", "here", 1),
                AgentHome.open(folder.resolve("scratch"), opener, random),
                List.of(server.url()),
                _ -> dial("/api/v1/stream/agent", ServerMessage.parser(), agentsFailures),
                Time.system(),
                random);
    }

    @AfterEach
    void end() {
        client.close();
        agent.close();
        line.close();
        server.close();
    }

    @Test
    void whatRunsGoesOnWhenACertificateEndsAndEverybodyIsBackWhenItIsRenewed() throws Exception {
        var task = begun();
        certificates.show("ended");
        await("the server shows what has ended").until(() -> !isReachable());
        assertThatThrownBy(this::dialDirectly).isInstanceOf(LinkException.class).hasMessageContaining("certificate");
        assertThat(agentsFailures).as("whoever is connected stays so").isEmpty();
        lose();
        Files.createFile(folder.resolve("go"));
        await("the end of the task").until(() -> Files.exists(folder.resolve("done")));
        certificates.show("good");
        check(task);
    }

    @Test
    void soItIsWhenTheNameOfTheServerIsNotKnownForAWhile() throws Exception {
        var task = begun();
        isNameKnown = false;
        lose();
        assertThat(agentsFailures).anyMatch(text -> text.contains("there is no host"));
        Files.createFile(folder.resolve("go"));
        await("the end of the task").until(() -> Files.exists(folder.resolve("done")));
        isNameKnown = true;
        check(task);
    }

    /** A task that ends when it is told to, and is under way. */
    private TaskRun begun() {
        var script = "cd %s; echo $TIDEWHEEL_ATTEMPT >> begun; while [ ! -e go ]; do sleep 0.05; done; touch done"
                .formatted(folder);
        var task = client.submit(
                RunOptions.named("ending"), List.of(Task.of(TaskCommands.process("/bin/sh", "-c", script))));
        await("the beginning of the task").until(() -> Files.exists(folder.resolve("begun")));
        return task;
    }

    /** Agent and client lose their connections, and try in vain to get others. */
    private void lose() {
        line.cut();
        line.heal();
        await("the agent tries again").until(() -> agentsFailures.size() >= TRIES);
        await("the client tries again").until(() -> clientsFailures.size() >= TRIES);
    }

    private void check(TaskRun task) throws IOException {
        var results = RunResults.of(task);
        assertThat(results.summary().succeeded()).isEqualTo(1);
        assertThat(results.of(0).attempt()).isEqualTo(1);
        assertThat(Files.readAllLines(folder.resolve("begun"))).containsExactly("1");
    }

    private <O extends MessageLite, I extends MessageLite> Link<O, I> dial(
            String path, Parser<I> parser, Queue<String> failures) throws LinkException {
        try {
            var there = URI.create("https://127.0.0.1:" + line.url().getPort());
            return dialer(isNameKnown ? there : NOWHERE).dial(path, token, parser);
        } catch (LinkException failed) {
            failures.add(String.valueOf(failed.getMessage()));
            throw failed;
        }
    }

    private StreamDialer dialer(URI address) {
        try {
            var trusted = PemFiles.trust(certificates.authority());
            return new StreamDialer(address, Optional.of(trusted), Duration.ofSeconds(20), LinkLimits.DEFAULT);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private boolean isReachable() {
        try {
            dialDirectly();
            return true;
        } catch (LinkException refused) {
            return false;
        }
    }

    private void dialDirectly() throws LinkException {
        dialer(server.url())
                .dial("/api/v1/stream/client", token, ServerAnswer.parser())
                .close();
    }
}
