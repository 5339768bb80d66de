package io.tidewheel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.links.LinkFeature;
import io.tidewheel.protocol.links.LinkOffer;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TidewheelClientTest {
    private static final RunOptions RUN =
            RunOptions.named("test").withTemplate(TaskCommands.inSequence(TaskCommands.noop()));

    private final FakeTaskServer server = FakeTaskServer.inMemory();

    @AfterEach
    void end() throws Exception {
        server.close();
    }

    @Test
    void tasksGoOutAndResultsComeBack() {
        try (var client = connect()) {
            var run = client.open(RUN);
            for (int i = 0; i < 1_000; i++)
                assertThat(run.add(Task.withParameter("p" + i))).isEqualTo(i);
            run.close();
            var results = new ArrayList<TaskResult>();
            run.forEach(results::add);
            assertThat(results).extracting(TaskResult::index).containsExactlyElementsOf(range(1_000));
            assertThat(results).allMatch(TaskResult::succeeded);
            assertThat(new String(results.get(7).result(), StandardCharsets.UTF_8))
                    .isEqualTo("result of p7");
            assertThat(run.awaitEnd()).isEqualTo(new RunSummary(run.id(), "SUCCEEDED", 1_000, 1_000, 0, 0));
            assertThat(server.parametersOf(run.id())).hasSize(1_000).startsWith("p0", "p1");
        }
    }

    @Test
    void whatGathersTravelsTogether() {
        try (var client = connect()) {
            var run = client.open(RUN);
            server.setAnswering(false);
            for (int i = 0; i < 50_000; i++) run.add(Task.withParameter("x"));
            await().until(() -> server.additions().size() == ClientOptions.DEFAULT.threads());
            assertThat(server.additions()).allMatch(add -> add.getTasksCount() <= ClientOptions.DEFAULT.batchSize());
            server.setAnswering(true);
            server.cut();
            run.close();
            assertThat(server.parametersOf(run.id())).hasSize(50_000);
            assertThat(server.additions().size()).isLessThan(50);
        }
    }

    @Test
    void threadsAndBatchSizeAreOptions() {
        try (var client = TidewheelClient.connect(server, ClientOptions.DEFAULT.withBatches(3, 10))) {
            var run = client.open(RUN);
            server.setAnswering(false);
            for (int i = 0; i < 100; i++) run.add(Task.withParameter("x"));
            await().until(() -> server.additions().size() == 3);
            server.setAnswering(true);
            server.cut();
            run.close();
            assertThat(server.additions()).extracting(AddTasks::getTasksCount).allMatch(count -> count <= 10);
        }
    }

    @Test
    void addingWaitsWhenTooMuchIsNotAcknowledged() throws Exception {
        try (var client = TidewheelClient.connect(server, ClientOptions.DEFAULT.withLimits(10, 10));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var run = client.open(RUN.withoutResults());
            server.setAnswering(false);
            var adding = threads.submit(() -> {
                for (int i = 0; i < 1_000; i++) run.add(Task.withParameter("x"));
            });
            await().during(Duration.ofMillis(100)).until(() -> !adding.isDone());
            assertThat(server.parametersOf(run.id())).hasSizeLessThanOrEqualTo(10);
            server.setAnswering(true);
            server.cut();
            adding.get();
            run.close();
            assertThat(server.parametersOf(run.id())).hasSize(1_000);
        }
    }

    @Test
    void durableMeansAcknowledged() {
        try (var client = connect()) {
            var run = client.open(RUN);
            assertThat(run.durable()).isCompleted();
            server.setAnswering(false);
            run.add(Task.withParameter("x"));
            var durable = run.durable();
            await().until(() -> server.additions().size() == 1);
            assertThat(durable).isNotDone();
            server.setAnswering(true);
            server.cut();
            assertThat(durable).succeedsWithin(Duration.ofSeconds(10));
            assertThat(run.durable()).isCompleted();
        }
    }

    @Test
    void aSmallRunIsOneMessageAndALargeOneIsNot() {
        try (var client = connect()) {
            var small = client.submit(RUN, List.of(Task.withParameter("a"), Task.withParameter("b")));
            assertThat(small.awaitEnd().succeeded()).isEqualTo(2);
            assertThat(server.additions()).isEmpty();
            assertThatThrownBy(() -> small.add(Task.withParameter("c")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");

            var large = client.submit(RUN, Collections.nCopies(2_000, Task.withParameter("x".repeat(1_000))));
            assertThat(large.awaitEnd().succeeded()).isEqualTo(2_000);
            assertThat(server.additions()).isNotEmpty();
        }
    }

    @Test
    void aRunCanBeFollowedByItsNumber() {
        try (var client = connect()) {
            var run = client.submit(RUN, Collections.nCopies(5, Task.withParameter("x")));
            run.awaitEnd();
            var again = client.watch(run.id());
            assertThat(again).extracting(TaskResult::index).containsExactly(0, 1, 2, 3, 4);
            assertThatThrownBy(() -> client.watch(999).awaitEnd())
                    .isInstanceOfSatisfying(
                            ClientException.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("not-found"));
        }
    }

    @Test
    void theSameKeyGivesTheSameRunAndWhatItHasIsNotSentAgain() {
        var keyed = RUN.withKey("nightly");
        try (var client = connect()) {
            var run = client.open(keyed);
            for (int i = 0; i < 10; i++) run.add(Task.withParameter("p" + i));
            assertThat(run.durable()).succeedsWithin(Duration.ofSeconds(10));
        }
        try (var client = connect()) {
            var run = client.open(keyed);
            assertThat(run.made()).isEqualTo(10);
            for (int i = 0; i < 12; i++) run.add(Task.withParameter("p" + i));
            run.close();
            assertThat(run).extracting(TaskResult::index).containsExactlyInAnyOrderElementsOf(range(12));
            assertThat(server.parametersOf(run.id()))
                    .endsWith("p9", "p10", "p11")
                    .hasSize(12);
            assertThat(server.additions().getLast().getFirstIndex()).isGreaterThanOrEqualTo(10);
        }
        assertThat(server.runs()).isEqualTo(1);
    }

    @Test
    void everyOptionReachesTheServer() {
        try (var client = connect()) {
            var options = RunOptions.named("all")
                    .withKey("key")
                    .withLabels(Map.of("a", "b"))
                    .withPriority(3)
                    .withRequires(Set.of("gpu"))
                    .withDelivery(Delivery.AT_MOST_ONCE)
                    .withRetry(new RetryPolicy(4, Duration.ofSeconds(1), 2, Duration.ofMinutes(1)))
                    .withMaxRuntime(Duration.ofMinutes(2))
                    .withMaxInactivity(Duration.ofMinutes(3))
                    .withTaskDeadline(Duration.ofMinutes(4))
                    .withDeadline(java.time.Instant.ofEpochSecond(5))
                    .withArray(IndexRange.parse("1-9:2"))
                    .withMaxFails(6)
                    .held()
                    .strict();
            var open = server.optionsOf(client.open(options).id());
            assertThat(open.getName()).isEqualTo("all");
            assertThat(open.getLabelsMap()).containsEntry("a", "b");
            assertThat(open.getPriority()).isEqualTo(3);
            assertThat(open.getRequiresList()).containsExactly("gpu");
            assertThat(open.getDelivery()).isEqualTo(io.tidewheel.protocol.wire.DeliveryMode.AT_MOST_ONCE);
            assertThat(open.getRetry().getMaxAttempts()).isEqualTo(4);
            assertThat(open.getMaxRuntimeMillis()).isEqualTo(120_000);
            assertThat(open.getMaxInactivityMillis()).isEqualTo(180_000);
            assertThat(open.getChainDeadlineMillis()).isEqualTo(240_000);
            assertThat(open.getDeadlineMicros()).isEqualTo(5_000_000);
            assertThat(open.getArray().getStep()).isEqualTo(2);
            assertThat(open.getMaxFails()).isEqualTo(6);
            assertThat(open.getHeld()).isTrue();
            assertThat(open.getStrict()).isTrue();
            assertThat(open.getWatch()).isTrue();
        }
    }

    @Test
    void resultsThatNobodyReadsStayWithTheServer() {
        try (var client = TidewheelClient.connect(server, ClientOptions.DEFAULT.withLimits(1_000, 100))) {
            var run = client.open(RUN);
            for (int i = 0; i < 5_000; i++) {
                run.add(Task.withParameter("x"));
                if (i % 100 == 0) assertThat(run.durable()).succeedsWithin(Duration.ofSeconds(10));
            }
            run.close();
            await().until(() -> server.unwatches() > 0);
            assertThat(run).extracting(TaskResult::index).containsExactlyInAnyOrderElementsOf(range(5_000));
        }
    }

    @Test
    void aRunWithoutResultsSaysSo() {
        try (var client = connect()) {
            var run = client.open(RUN.withoutResults());
            run.add(Task.withParameter("x"));
            run.close();
            assertThatThrownBy(run::awaitEnd)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("without results");
        }
    }

    @Test
    void aCallbackGetsEveryResult() {
        try (var client = connect()) {
            var run = client.submit(RUN, Collections.nCopies(100, Task.withParameter("x")));
            var seen = ConcurrentHashMap.<Integer>newKeySet();
            var end = run.onResult(result -> seen.add(result.index()));
            assertThat(end)
                    .succeedsWithin(Duration.ofSeconds(10))
                    .extracting(RunSummary::allSucceeded)
                    .isEqualTo(true);
            assertThat(seen).containsExactlyInAnyOrderElementsOf(range(100));
        }
    }

    @Test
    void aFailingCallbackIsTold() {
        try (var client = connect()) {
            var run = client.submit(RUN, List.of(Task.withParameter("x")));
            var end = run.onResult(_ -> {
                throw new IllegalStateException("mine");
            });
            assertThat(end)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .havingCause()
                    .withMessage("mine");
        }
    }

    @Test
    void aSubscriberGetsAsManyAsItAsksFor() {
        try (var client = connect()) {
            var run = client.submit(RUN, Collections.nCopies(100, Task.withParameter("x")));
            var subscriber = new Slowly();
            run.publisher().subscribe(subscriber);
            assertThat(subscriber.end).succeedsWithin(Duration.ofSeconds(10));
            assertThat(subscriber.indexes).containsExactlyElementsOf(range(100));
        }
    }

    /** Asks for one result at a time. */
    private static final class Slowly implements Flow.Subscriber<TaskResult> {
        final CompletableFuture<Boolean> end = new CompletableFuture<>();
        final List<Integer> indexes = Collections.synchronizedList(new ArrayList<>());
        private Flow.@org.jspecify.annotations.Nullable Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(TaskResult result) {
            indexes.add(result.index());
            if (subscription != null) subscription.request(1);
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            end.complete(true);
        }
    }

    @Test
    void aPassingProblemIsWaitedOut() {
        try (var client = connect()) {
            server.addPassingProblems(2);
            var run = client.open(RUN);
            server.addPassingProblems(3);
            for (int i = 0; i < 100; i++) run.add(Task.withParameter("p" + i));
            run.close();
            assertThat(run).extracting(TaskResult::index).containsExactlyInAnyOrderElementsOf(range(100));
            assertThat(server.parametersOf(run.id())).hasSize(100).doesNotHaveDuplicates();
        }
    }

    @Test
    void aServerThatDoesNotSpeakOurProtocolIsNotSpokenTo() {
        server.speak(2);
        assertThatThrownBy(this::connect)
                .isInstanceOfSatisfying(
                        ClientException.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("protocol-version"))
                .hasMessageContainingAll("version 2 of", "understands version 1");
    }

    @Test
    void aRefusalIsTold() {
        try (var client = connect()) {
            var run = client.open(RUN);
            server.refuse(Problem.newBuilder()
                    .setCode("conflict")
                    .setText("run 100 is being ended")
                    .build());
            run.add(Task.withParameter("x"));
            var durable = run.durable();
            assertThat(durable)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .havingCause()
                    .withMessage("run 100 is being ended");
            assertThatThrownBy(() -> run.add(Task.withParameter("x")))
                    .isInstanceOfSatisfying(
                            ClientException.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("conflict"));
            assertThatThrownBy(run::awaitEnd).isInstanceOf(ClientException.Refused.class);
            assertThatThrownBy(() -> client.open(RUN)).isInstanceOf(ClientException.Refused.class);
        }
    }

    @Test
    void aServerThatIsNotThereIsToldAtOnce() {
        server.setReachable(false);
        assertThatThrownBy(this::connect)
                .isInstanceOf(ClientException.Unreachable.class)
                .hasMessageContaining("cannot be reached");
        assertThatThrownBy(() -> TidewheelClient.connect(URI.create("http://localhost:1"), "token"))
                .isInstanceOf(ClientException.Unreachable.class);
        assertThatThrownBy(() -> TidewheelClient.connect(URI.create("ftp://x"), "token"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatTheLinkDoesNotOfferIsRefusedBeforeAnythingIsSent() {
        LinkOffer withoutPriority = feature -> feature.equals(new LinkFeature.OfField(SubmissionField.PRIORITY))
                ? Optional.of("there are no priorities here: leave them out")
                : Optional.empty();
        var links = new QueueClientLinks(server::open, withoutPriority, false);
        try (var client = TidewheelClient.connect(links, ClientOptions.DEFAULT)) {
            assertThatThrownBy(() -> client.open(RUN.withPriority(1)))
                    .isInstanceOfSatisfying(
                            ClientException.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo(LinkOffer.NOT_OFFERED))
                    .hasMessage("there are no priorities here: leave them out");
            assertThatThrownBy(() -> client.submit(RUN.withPriority(-1), List.of(Task.withParameter("a"))))
                    .isInstanceOf(ClientException.Refused.class);
            assertThat(server.runs()).isZero();
            client.open(RUN.withPriority(0));
            assertThat(server.runs()).isEqualTo(1);
        }
    }

    @Test
    void whenThePatienceIsOverEverythingFails() {
        try (var client = TidewheelClient.connect(server, ClientOptions.DEFAULT.withPatience(Duration.ofMillis(200)))) {
            var run = client.open(RUN);
            server.setReachable(false);
            server.cut();
            assertThatThrownBy(run::awaitEnd).isInstanceOf(ClientException.Unreachable.class);
            assertThatThrownBy(() -> client.open(RUN)).isInstanceOf(ClientException.Unreachable.class);
        }
    }

    @Test
    void aClosedClientSaysSo() {
        var client = connect();
        var run = client.open(RUN);
        client.close();
        assertThatThrownBy(run::awaitEnd).isInstanceOf(ClientException.Closed.class);
        assertThatThrownBy(() -> run.add(Task.withParameter("x"))).isInstanceOf(ClientException.Closed.class);
        assertThatThrownBy(() -> client.open(RUN)).isInstanceOf(ClientException.Closed.class);
    }

    @Test
    void overARealSocketWithAToken() throws Exception {
        try (var listening = FakeTaskServer.listening()) {
            try (var client = TidewheelClient.connect(listening.address(), "secret")) {
                var run = client.submit(RUN, Collections.nCopies(10, Task.withParameter("x")));
                assertThat(run.awaitEnd().succeeded()).isEqualTo(10);
            }
            assertThatThrownBy(() -> TidewheelClient.connect(listening.address(), "wrong"))
                    .isInstanceOfSatisfying(
                            ClientException.Refused.class,
                            refused -> assertThat(refused.isAboutPermission()).isTrue())
                    .hasMessageContaining("unknown token");
        }
    }

    @Test
    void aRunThatHasEndedIsClosedAlsoIfTheAnswerWasLost() {
        try (var client = connect()) {
            var run = client.open(RUN);
            run.add(Task.withParameter("x"));
            run.durable().join();
            server.setAnswering(false);
            assertThat(run.closing()).succeedsWithin(Duration.ofSeconds(20));
            assertThat(run.awaitEnd().succeeded()).isEqualTo(1);
        }
    }

    @Test
    void whoeverAddsToARunThatOthersEndedIsTold() {
        try (var client = connect()) {
            var run = client.open(RUN);
            server.setAnswering(false);
            var durable = run.durable();
            run.add(Task.withParameter("x"));
            var added = run.durable();
            server.end(run.id());
            assertThat(durable).succeedsWithin(Duration.ofSeconds(20));
            assertThat(added)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .withMessageContaining("has ended (CANCELLED)");
            assertThatThrownBy(() -> run.add(Task.withParameter("y"))).isInstanceOf(ClientException.Refused.class);
            assertThat(run.awaitEnd().state()).isEqualTo("CANCELLED");
        }
    }

    @Test
    void throughManyBrokenConnectionsNothingIsLostOrShownTwice() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        try (var listening = FakeTaskServer.listening();
                var client = TidewheelClient.connect(listening.address(), "secret");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var run = client.open(RUN);
            var adding = threads.submit(() -> {
                for (int i = 0; i < 20_000; i++) run.add(Task.withParameter("p" + i));
                run.close();
            });
            var indexes = Collections.synchronizedList(new ArrayList<Integer>());
            var end = run.onResult(result -> indexes.add(result.index()));
            await("seed " + seed).pollInterval(Duration.ofMillis(20)).until(() -> {
                listening.setAnswering(random.nextInt(4) > 0);
                listening.setWorking(random.nextBoolean());
                if (random.nextInt(4) == 0) listening.addPassingProblems(1);
                if (random.nextInt(3) == 0) listening.cut();
                return listening.connections() > 40;
            });
            listening.setAnswering(true);
            listening.setWorking(true);
            listening.cut();
            adding.get();
            assertThat(end).as("seed " + seed).succeedsWithin(Duration.ofSeconds(20));
            assertThat(indexes).as("seed " + seed).containsExactlyInAnyOrderElementsOf(range(20_000));
            assertThat(listening.parametersOf(run.id()))
                    .isEqualTo(IntStream.range(0, 20_000).mapToObj(i -> "p" + i).toList());
            assertThat(listening.runs()).isEqualTo(1);
        }
    }

    private TidewheelClient connect() {
        return TidewheelClient.connect(server, ClientOptions.DEFAULT);
    }

    private static List<Integer> range(int end) {
        return IntStream.range(0, end).boxed().toList();
    }
}
