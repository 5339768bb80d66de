package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.SubmissionField.Reach;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

    /** The fields that are tried, with the example of each, come from the table: a new one is tried by itself. */
    private static List<SubmissionField<?>> fields() {
        return SubmissionField.ofEveryKind().stream()
                .filter(field -> field != SubmissionField.KEY)
                .toList();
    }

    private static Set<String> names() {
        var names = new TreeSet<String>();
        for (var field : fields()) names.add(field.name());
        names.add(SubmissionJson.RETRIES);
        return names;
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
        for (var field : fields()) if (!arrives(kind, field)) wrong.add(field.name());
        assertThat(wrong).as("fields that were read and have no effect").isEmpty();
    }

    private <T> boolean arrives(Kind kind, SubmissionField<T> field) {
        var value = field.type().read(field.example(), Instant.EPOCH);
        var reply = api.post(kind.path, "{%s, \"%s\": %s}".formatted(kind.body, field.name(), json(field, value)));
        // Nobody offers anything here, so that this is its effect.
        if (field == SubmissionField.STRICT) return Set.of(400, 409, 422).contains(reply.status());
        var refusal = REFUSED.get(kind).get(field.name());
        if (refusal != null) {
            assertThat(reply.status()).as(field.name()).isEqualTo(400);
            assertThat(reply.detail()).contains(refusal);
            return true;
        }
        assertThat(reply.status()).as(field.name() + reply.body()).isEqualTo(201);
        var kept = kept(reply.json().get("id").asLong());
        if (field == SubmissionField.HELD) return kept.run().held();
        return kept.run().spec().asked().get(field).equals(Optional.of(value)) && isFollowed(field, value, kept);
    }

    /** Whether the tasks of the run follow it, if it is about them. */
    private static <T> boolean isFollowed(SubmissionField<T> field, T value, Kept kept) {
        if (field == SubmissionField.PRIORITY) return kept.lane().priority() == ((Long) value).intValue();
        if (field == SubmissionField.KEEP_OUTPUT) return kept.work().getKeepOutputBytes() == (Long) value;
        return field.reach() != Reach.TASK
                || Submission.of(kept.lane()).get(field).equals(Optional.of(value));
    }

    /** The value as a request has it: numbers, switches, lists and objects as such, all else as the text of the example. */
    private static <T> String json(SubmissionField<T> field, T value) {
        return switch (value) {
            case Long _, Boolean _ -> field.example();
            case Capabilities capabilities -> "[\"%s\"]".formatted(String.join("\", \"", capabilities.names()));
            case SortedMap<?, ?> labels ->
                labels.entrySet().stream()
                        .map(label -> "\"%s\": \"%s\"".formatted(label.getKey(), label.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case RetryPolicy retry ->
                "{\"maxAttempts\": %d, \"delay\": %d, \"exponentialBackoff\": %d, \"maxDelay\": %d}"
                        .formatted(
                                retry.maxAttempts(),
                                retry.delay().toSeconds(),
                                retry.exponentialBackoff(),
                                retry.maxDelay().toSeconds());
            default -> "\"%s\"".formatted(field.example());
        };
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theShortFormOfRetriesArrivesToo(Kind kind) {
        var reply = api.post(kind.path, "{%s, \"retries\": 3}".formatted(kind.body));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(kept(reply.json().get("id").asLong()).lane().retry().maxAttempts())
                .isEqualTo(4);
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
