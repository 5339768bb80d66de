package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.ClientHello;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.TimeLimit;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.server.objects.ObjectPermission;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains of several commands through a whole server and a real agent; the time-out is there to find a hang. */
class ChainsTest {
    @TempDir
    Path folder;

    private TidewheelServer server;
    private Agent agent;

    @BeforeEach
    void begin() throws Exception {
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        server = TidewheelServer.start(settings);
        var token = Files.readString(folder.resolve("data/admin.token")).strip();
        var random =
                new Random(); // never the same twice: an agent ends whatever bears its session, on the whole machine
        var runtimes = RuntimeSettings.from(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
        var opener = StandardRuntimes.opener(runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        agent = new Agent(
                AgentSettings.of("one", "here", 2).withGrace(Duration.ofMillis(200)),
                AgentHome.open(folder.resolve("scratch"), opener, random),
                List.of(server.url()),
                url -> new StreamDialer(url, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT)
                        .dial("/api/v1/stream/agent", token, ServerMessage.parser()),
                Time.system(),
                random);
        agent.start();
    }

    @AfterEach
    void end() {
        agent.close();
        server.close();
    }

    @Test
    void whatOneCommandMakesTheNextOneReadsAndTheClientLearnsOfTheFiles() throws Exception {
        var made = folder.resolve("shared/made");
        var first = shell("make", "printf content > " + made)
                .addMakeFolders(made.getParent().toString())
                .addCollect(Collect.newBuilder().setName("made").setPath(made.toString()));
        var second = shell("use", "wc -c < " + made + " > count")
                .addCollect(
                        Collect.newBuilder().setName("count").setPath("count").setKind(CollectKind.FILE));
        var result = run(work(first, second)).getFirst();
        assertThat(result.getState()).isEqualTo(ResultState.RESULT_SUCCEEDED);
        var outcome = Outcome.parseFrom(result.getOutcome());
        assertThat(outcome.getCollectedList()).extracting("name").containsExactly("made", "count");
        assertThat(outcome.getCollected(0).getFiles(0).getSize()).isEqualTo(7);
        assertThat(outcome.getCommandsList()).extracting("label").containsExactly("make", "use");
    }

    @Test
    void longListsOfFilesArrive() throws Exception {
        var many = Files.createDirectories(folder.resolve("many"));
        for (int i = 0; i < 25_000; i++) Files.createFile(many.resolve(i + "-" + "x".repeat(200)));
        var list = work(shell("list", "true")
                .addCollect(Collect.newBuilder()
                        .setName("many")
                        .setPath(many.toString())
                        .setKind(CollectKind.DIRECTORY)));
        for (var result : run(list, list, list)) {
            var outcome = Outcome.parseFrom(result.getOutcome());
            assertThat(outcome.getMessage()).isEmpty();
            assertThat(outcome.getCollected(0).getFilesCount()).isEqualTo(25_000);
        }
    }

    @Test
    void aLimitThatCancelsIsNoFailureAndIsNotTriedAgain() throws Exception {
        var cancels = work(
                shell("slow", "sleep 60").setMaxRuntime(TimeLimit.newBuilder().setMillis(200)));
        var fails = work(shell("slow", "sleep 60")
                .setDeadline(TimeLimit.newBuilder().setMillis(200).setFails(true)));
        var results = run(cancels, fails);
        assertThat(results.get(0).getState()).isEqualTo(ResultState.RESULT_CANCELLED);
        assertThat(results.get(0).getReason()).isEqualTo("TIMEOUT");
        assertThat(results.get(0).getAttempt()).isEqualTo(1);
        // The chain has no deadline of its own, so this is a failure that its retry rule covers.
        assertThat(results.get(1).getState()).isEqualTo(ResultState.RESULT_FAILED);
        assertThat(results.get(1).getReason()).isEqualTo("DEADLINE");
        assertThat(results.get(1).getAttempt()).isEqualTo(2);
    }

    @Test
    void filesComeFromTheServerAndGoThereWithAddressesItHasSigned() throws Exception {
        var input = new ObjectName("run/in.txt");
        var output = new ObjectName("run/out.txt");
        var content = new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));
        var kept = server.objects().put(input, content::read, 100, Optional.empty());
        var fine = work(shell("", "tr a-z A-Z < in > out")).toBuilder()
                .addStageIn(StageIn.newBuilder()
                        .setUrl(url(ObjectPermission.Use.GET, input, 100))
                        .setPath("in")
                        .setSha256(ByteString.copyFrom(kept.sha256().bytes())))
                .addStageOut(StageOut.newBuilder()
                        .setPath("out")
                        .setUrl(url(ObjectPermission.Use.PUT, output, 100))
                        .setName("result"))
                .build();
        var tooLarge = work(shell("", "head -c 200 /dev/zero > out")).toBuilder()
                .addStageOut(StageOut.newBuilder()
                        .setPath("out")
                        .setUrl(url(ObjectPermission.Use.PUT, new ObjectName("run/large"), 100))
                        .setName("large"))
                .build();
        var results = run(fine, tooLarge);
        assertThat(results.get(0).getState()).isEqualTo(ResultState.RESULT_SUCCEEDED);
        assertThat(Outcome.parseFrom(results.get(0).getOutcome()).getStaged(0).getSize())
                .isEqualTo(5);
        var bytes = new ByteArrayOutputStream();
        assertThat(server.objects().get(output, bytes::write)).isPresent();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("HELLO");
        assertThat(results.get(1).getState()).isEqualTo(ResultState.RESULT_FAILED);
        assertThat(Outcome.parseFrom(results.get(1).getOutcome()).getMessage()).contains("large", "413");
        assertThat(server.objects().find(new ObjectName("run/large"))).isEmpty();
    }

    private String url(ObjectPermission.Use use, ObjectName name, long size) {
        return server.objectUrls()
                .sign(new ObjectPermission(use, name, size, Instant.now().plusSeconds(600)));
    }

    private static Command.Builder shell(String label, String script) {
        return Command.newBuilder().setLabel(label).addAllArguments(List.of("/bin/sh", "-c", script));
    }

    private static Work work(Command.Builder... commands) {
        var work = Work.newBuilder();
        for (var command : commands) work.addCommands(command);
        return work.build();
    }

    /** The results of a run of these chains, in their order; each may be attempted twice. */
    private List<Result> run(Work... works) throws Exception {
        var open = OpenRunRequest.newBuilder()
                .setKey("chains")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(2))
                .setClosed(true)
                .setWatch(true);
        for (var work : works) open.addTasks(TaskEntry.newBuilder().setBody(work.toByteString()));
        var results = new ArrayList<Result>();
        try (var link = server.server().connectClient(new Owner("ada"))) {
            link.send(ClientMessage.newBuilder()
                    .setRequest(1)
                    .setHello(ClientHello.newBuilder()
                            .setProtocolVersion(ProtocolVersions.PROTOCOL)
                            .setClientId(ByteString.copyFrom(new byte[16])))
                    .build());
            link.send(ClientMessage.newBuilder().setRequest(2).setOpen(open).build());
            while (results.size() < works.length) {
                var answer = link.receive().orElseThrow();
                assertThat(answer.hasProblem()).as(answer.toString()).isFalse();
                results.addAll(answer.getResults().getResultsList());
            }
        }
        results.sort(Comparator.comparingInt(Result::getIndex));
        return results;
    }
}
