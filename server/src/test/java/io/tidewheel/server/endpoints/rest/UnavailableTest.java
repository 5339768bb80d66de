package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers are told while the store fails, and when the server stops. */
class UnavailableTest {
    @TempDir
    Path folder;

    private volatile boolean storeFails;
    private volatile boolean archiveFails;
    private volatile Optional<String> hindered = Optional.empty();
    private volatile boolean answersAreLost;
    private final AtomicBoolean heapIsFull = new AtomicBoolean();

    @Test
    void aFullDiskIsSaidBeforeAnybodyAsksForSomething() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"), _ -> new Fragile(MemoryDatabase.empty()))) {
            hindered = Optional.of("the disk is full of cheese");
            Awaitility.await()
                    .until(() ->
                            api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status() == 503);
            var refused = api.post("/api/v1/runs", "{\"command\": [\"go\"]}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.detail()).contains("full of cheese");
            assertThat(api.get("/api/v1/runs").status()).isEqualTo(200);
            hindered = Optional.empty();
            Awaitility.await()
                    .until(() ->
                            api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status() == 200);
            assertThat(api.submit("{\"command\": [\"go\"]}")).isPositive();
        }
    }

    @Test
    void whileTheStoreFailsCallersAreToldToComeAgain() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"), _ -> new Fragile(MemoryDatabase.empty()))) {
            long id = api.submit("{\"command\": [\"go\"]}");
            storeFails = true;
            var refused = api.post("/api/v1/runs", "{\"command\": [\"go\"]}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
            Awaitility.await()
                    .until(() ->
                            api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status() == 503);
            assertThat(api.send(HttpRequest.newBuilder(api.uri("/readyz"))).detail())
                    .contains("cheese");
            assertThat(api.send(HttpRequest.newBuilder(api.uri("/livez"))).status())
                    .isEqualTo(200);
            // What needs no engine is answered.
            assertThat(api.get("/api/v1/runs/" + id).json().get("state").asString())
                    .isEqualTo("QUEUED");
            assertThat(api.get("/api/v1/runs").json().get("items")).hasSize(1);
            assertThat(api.get("/api/v1/runs/" + id + "/explain")
                            .json()
                            .get("reasons")
                            .get(0)
                            .get("code")
                            .asString())
                    .isEqualTo("server-unavailable");
            assertThat(api.get("/metrics").body()).contains("tidewheel_engine_ready 0\n");
            assertThat(api.get("/api/v1/agents").status()).isEqualTo(503);

            archiveFails = true;
            assertThat(api.get("/api/v1/runs").status()).isEqualTo(503);
            archiveFails = false;
            storeFails = false;
            Awaitility.await()
                    .until(() ->
                            api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status() == 200);
            api.agent("one", 1);
            assertThat(api.ended(id).get("state").asString()).isEqualTo("SUCCEEDED");
            assertThat(api.get("/metrics").body())
                    .containsPattern("tidewheel_engine_restarts_total\\{cause=\"store\"} [1-9]")
                    .contains("tidewheel_engine_restarts_total{cause=\"memory\"} 0\n")
                    .contains("tidewheel_engine_restarts_total{cause=\"error\"} 0\n");
        }
    }

    @Test
    void watchersLearnWhatACommitDidWhoseAnswerWasLost() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"), _ -> new Fragile(MemoryDatabase.empty()))) {
            var agent = api.agent("one", 1);
            long id = api.submit("{\"command\": [\"hang\"]}");
            Awaitility.await().until(() -> agent.hangs(id, 0));
            try (var client = api.server.server().connectClient(new Owner("admin"));
                    var events = new BufferedReader(new InputStreamReader(
                            api.open(api.admin, "/api/v1/runs/" + id + "/events"), StandardCharsets.UTF_8))) {
                client.send(ClientMessage.newBuilder()
                        .setRequest(1)
                        .setWatch(Watch.newBuilder().setRun(id))
                        .build());
                answersAreLost = true;
                agent.release(id, 0);
                Awaitility.await()
                        .until(() -> api.run(id).get("state").asString().equals("SUCCEEDED"));
                answersAreLost = false;
                int results = 0;
                for (var answer = client.receive().orElseThrow();
                        !answer.getStatus().getFinal();
                        answer = client.receive().orElseThrow()) {
                    results += answer.getResults().getResultsCount();
                }
                assertThat(results).isEqualTo(1);
                assertThat(events.lines().filter(line -> line.contains("SUCCEEDED")))
                        .hasSize(1);
            }
        }
    }

    @Test
    void anEngineThatRunsOutOfMemoryIsOpenedAnew() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"), _ -> new Fragile(MemoryDatabase.empty()))) {
            long before = api.submit("{\"command\": [\"go\"]}");
            heapIsFull.set(true);
            var refused = api.post("/api/v1/runs", "{\"command\": [\"go\"]}");
            assertThat(refused.status()).isEqualTo(503);
            Awaitility.await()
                    .until(() ->
                            api.send(HttpRequest.newBuilder(api.uri("/readyz"))).status() == 200);
            api.agent("one", 1);
            assertThat(api.ended(before).get("state").asString()).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void thoseWhoFollowAreLetGoWhenTheServerStops() throws Exception {
        var api = new ApiFixture(folder.resolve("data"));
        api.agent("one", 1);
        long id = api.submit("{\"command\": [\"hang\"]}");
        try (var log = new BufferedReader(new InputStreamReader(
                        api.open(api.admin, "/api/v1/runs/" + id + "/logs?follow=true"), StandardCharsets.UTF_8));
                var events = new BufferedReader(
                        new InputStreamReader(api.open(api.admin, "/api/v1/events"), StandardCharsets.UTF_8))) {
            assertThat(log.readLine()).isEqualTo("0: hanging");
            assertThat(events.readLine()).isNotNull();
            api.server.close();
            assertThat(log.readLine()).isNull();
            assertThat(events.lines().toList()).isNotNull();
        }
        api.close();
    }

    private final class Fragile implements Database {
        private final MemoryDatabase inside;

        Fragile(MemoryDatabase inside) {
            this.inside = inside;
        }

        @Override
        public Store store() {
            return (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                        if (storeFails) throw new StoreFailure("the disk is made of cheese");
                        if (method.getName().equals("commit") && heapIsFull.getAndSet(false))
                            throw new OutOfMemoryError("as the heap would");
                        var answer = call(() -> method.invoke(inside.store(), arguments));
                        if (answersAreLost && method.getName().equals("commit")) {
                            throw new StoreFailure("the answer of the disk was lost");
                        }
                        return answer;
                    });
        }

        @Override
        public Archive archive() {
            return (Archive) Proxy.newProxyInstance(
                    Archive.class.getClassLoader(), new Class<?>[] {Archive.class}, (_, method, arguments) -> {
                        if (archiveFails) throw new StoreFailure("the disk is made of cheese");
                        return call(() -> method.invoke(inside.archive(), arguments));
                    });
        }

        @Override
        public MachineStore machines() {
            return inside.machines();
        }

        @Override
        public Optional<String> hindrance() {
            return hindered;
        }

        @Override
        public NoticeStore notices() {
            return inside.notices();
        }

        @Override
        public StoreCleaner cleaner() {
            return inside.cleaner();
        }

        @Override
        public AuditStore audit() {
            return inside.audit();
        }

        @Override
        public ClusterNotes notes() {
            return inside.notes();
        }

        @Override
        public ObjectStore objects(InstantSource clock) {
            return inside.objects(clock);
        }

        @Override
        public String description() {
            return "fragile";
        }

        @Override
        public void close() {
            inside.close();
        }
    }

    private interface Call {
        Object make() throws ReflectiveOperationException;
    }

    private static Object call(Call call) throws Throwable {
        try {
            return call.make();
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
