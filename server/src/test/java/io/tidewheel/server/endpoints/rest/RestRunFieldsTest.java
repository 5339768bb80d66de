package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every field that runs have in common, for every kind of run: it arrives in the record, or is refused by its name. */
class RestRunFieldsTest {
    /** The kinds of run, each with a small one of its own. */
    enum Kind {
        TASKS("/api/v1/runs", "\"command\": [\"true\"]"),
        JOB("/api/v1/jobs", "\"iterations\": 10, \"command\": [\"true\"]"),
        WORKFLOW("/api/v1/workflows", """
            "source": "api: 4.7.0\\nactions: [{type: execute, service: s}]",
            "services": [{"name": "s", "text": "[{id: s, name: s, description: s, path: /bin/true, runtime: other, parameters: []}]"}]
            """);

        final String path;
        final String body;

        Kind(String path, String body) {
            this.path = path;
            this.body = body;
        }
    }

    /** What is kept of a run. */
    record Kept(RunRecord run, LaneSpec lane, Work work) {}

    /** A value of a field, and how it is seen that it has arrived. */
    private record Field(String value, Predicate<Kept> arrived) {}

    private static final Instant LATE = Instant.parse("2100-01-01T00:00:00Z");
    private static final Map<String, Field> FIELDS = new LinkedHashMap<>();

    static {
        field("name", "\"called\"", kept -> kept.run().spec().name().equals("called"));
        field("labels", "{\"a\": \"b\"}", kept -> kept.run().spec().labels().equals(new TreeMap<>(Map.of("a", "b"))));
        field(
                "priority",
                "7",
                kept -> kept.run().spec().priority() == 7 && kept.lane().priority() == 7);
        field("requires", "[\"gpu\"]", kept -> kept.lane().requires().equals(Capabilities.of("gpu")));
        field(
                "needs",
                "\"cpu=2,memory=50MB,license=1\"",
                kept -> kept.lane().needs().equals(Amounts.parse("license=1,memory=50MB,cpu=2", Amounts.NONE)));
        field("delivery", "\"at-most-once\"", kept -> kept.lane().delivery() == Delivery.AT_MOST_ONCE);
        field("retries", "3", kept -> kept.lane().retry().maxAttempts() == 4);
        field(
                "retry",
                "{\"maxAttempts\": 5, \"delay\": \"2s\", \"exponentialBackoff\": 3, \"maxDelay\": \"1m\"}",
                kept -> kept.lane()
                        .retry()
                        .equals(new RetryPolicy(5, Duration.ofSeconds(2), 3, Duration.ofMinutes(1))));
        field("maxRuntime", "\"1m\"", kept -> kept.lane().limits().maxRuntime().equals(Duration.ofMinutes(1)));
        field(
                "maxInactivity",
                "\"2m\"",
                kept -> kept.lane().limits().maxInactivity().equals(Duration.ofMinutes(2)));
        field("taskDeadline", "\"3m\"", kept -> kept.lane().limits().deadline().equals(Duration.ofMinutes(3)));
        field(
                "deadline",
                "\"%s\"".formatted(LATE),
                kept -> kept.run().spec().deadline().filter(LATE::equals).isPresent());
        field("maxFails", "9", kept -> kept.run().spec().maxFails() == 9);
        field(
                "agentSilence",
                "\"1m\"",
                kept -> kept.run().spec().agentSilence().equals(Optional.of(Duration.ofMinutes(1))));
        field("poisonAfter", "5", kept -> kept.run().spec().poisonAfter().equals(Optional.of(5)));
        field("budget", "\"2.50\"", kept -> kept.run().spec().budget().equals(Optional.of(Money.parse("2.5"))));
        field("held", "true", kept -> kept.run().held());
        field("strict", "true", _ -> false);
        field("keepOutput", "77", kept -> kept.work().getKeepOutputBytes() == 77);
    }

    private static void field(String name, String value, Predicate<Kept> arrived) {
        FIELDS.put(name, new Field(value, arrived));
    }

    /** What a kind cannot do, and in which words it says so. */
    private static final Map<Kind, Map<String, String>> REFUSED = Map.of(
            Kind.TASKS, Map.of(),
            Kind.JOB, Map.of("delivery", "delivery: is exactly-once for an iterative job"),
            Kind.WORKFLOW, Map.of());

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

    private static Set<String> names() {
        var names = new TreeSet<String>();
        for (var field : SubmissionField.ofEveryKind()) if (field != SubmissionField.KEY) names.add(field.name());
        names.add(SubmissionJson.RETRIES);
        return names;
    }

    @Test
    void everyFieldOfARunIsTriedHere() {
        assertThat(FIELDS.keySet()).containsExactlyInAnyOrderElementsOf(names());
    }

    @Test
    void everyKindReadsThemAllAndIsDescribedWithThem() {
        for (var shape : List.of(RunRequest.SHAPE, JobRequest.SHAPE, WorkflowRoutes.SHAPE))
            assertThat(shape.names()).containsAll(names());
        assertThat(OpenApiTest.fields("RunRequest")).isEqualTo(RunRequest.SHAPE.names());
        assertThat(OpenApiTest.fields("JobRequest")).isEqualTo(JobRequest.SHAPE.names());
        assertThat(OpenApiTest.fields("WorkflowRequest")).isEqualTo(new TreeSet<>(WorkflowRoutes.SHAPE.names()));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void eachFieldArrivesOrIsRefusedByItsName(Kind kind) {
        var wrong = new ArrayList<String>();
        FIELDS.forEach((name, field) -> {
            var reply = api.post(kind.path, "{%s, \"%s\": %s}".formatted(kind.body, name, field.value));
            var refusal = REFUSED.get(kind).get(name);
            if (name.equals("strict")) {
                // Nobody offers anything here, so that this is its effect.
                assertThat(reply.status()).as(name + reply.body()).isIn(400, 409, 422);
            } else if (refusal != null) {
                assertThat(reply.status()).as(name).isEqualTo(400);
                assertThat(reply.detail()).contains(refusal);
            } else {
                assertThat(reply.status()).as(name + reply.body()).isEqualTo(201);
                if (!field.arrived.test(kept(reply.json().get("id").asLong()))) wrong.add(name);
            }
        });
        assertThat(wrong).as("fields that were read and have no effect").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whoSaysTwoThingsAboutRetriesIsAskedForOne(Kind kind) {
        var reply = api.post(kind.path, "{%s, \"retries\": 1, \"retry\": {\"maxAttempts\": 3}}".formatted(kind.body));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.detail()).contains("retries: is a short form of retry");
    }

    /** The first chain of a run may be made a moment after it is accepted. */
    private Kept kept(long id) {
        var archive = api.server.server().database().archive();
        var chain = new ChainId(new RunId(id), 0);
        Awaitility.await().until(() -> archive.chain(chain).isPresent());
        var run = archive.run(new RunId(id)).orElseThrow();
        var lane = run.lanes().getFirst().spec();
        var body = archive.chain(chain).orElseThrow().body();
        try {
            return new Kept(run, lane, Work.parseFrom((body.isEmpty() ? lane.template() : body).bytes()));
        } catch (com.google.protobuf.InvalidProtocolBufferException strange) {
            throw new AssertionError(strange);
        }
    }
}
