package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.ClientException;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskCommands;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.SubmissionField.Reach;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.Array;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.workflow.Workflow;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every field of a submission through every endpoint, and back: REST for each kind of run, the Java client, the link beneath it, and the files of workflows. The
 * fields, with a value of each, come from their table, so that a new one is tried here by itself. No agent is there, so that nothing begins.
 */
class RunEndpointsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Work WORK = TaskCommands.inSequence(TaskCommands.process("true"));

    /** The kinds of run, each with a small one of its own. */
    enum RunRoute {
        TASKS("/api/v1/runs", "{\"command\": [\"true\"]}", Set.of()),
        // Each iteration counts once, and this server serves no sites.
        JOB("/api/v1/jobs", "{\"iterations\": 10, \"command\": [\"true\"]}", Set.of("delivery", "sites")),
        WORKFLOW(
                "/api/v1/workflows", "{\"source\": \"api: 4.7.0\\nactions: [{type: execute, service: s}]\"}", Set.of());

        final String path;
        final String body;
        final Set<String> refused;

        RunRoute(String path, String body, Set<String> refused) {
            this.path = path;
            this.body = body;
            this.refused = refused;
        }

        RunKind kind() {
            return RunKind.valueOf(name());
        }
    }

    @TempDir
    Path folder;

    private TidewheelServer server;
    private String token;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        var data = folder.resolve("data");
        var usual = WorkflowSettings.in(data.toString());
        // Those who speak to Steep's interface cannot bring services along.
        var workflows = new WorkflowSettings(
                List.of(new Source("services.yaml", SERVICE)), List.of(), usual.tmpPath(), usual.outPath());
        server = TidewheelServer.start(ServerSettings.local(data)
                .withBind(new InetSocketAddress("127.0.0.1", 0))
                .withWorkflows(workflows));
        token = Files.readString(folder.resolve("data/admin.token")).strip();
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    // --- what has arrived ---

    private static <T> T example(SubmissionField<T> field) {
        return field.type().read(field.example(), Instant.EPOCH);
    }

    /** How an endpoint takes one field: the number of the run, or nothing if it was refused. */
    private interface Taking {
        <T> OptionalLong take(SubmissionField<T> field, T value) throws Exception;
    }

    /** The fields of those given that an endpoint loses: they are not kept, have no effect, or are not shown. */
    private List<String> lost(List<SubmissionField<?>> fields, Taking endpoint) throws Exception {
        var lost = new ArrayList<String>();
        for (var field : fields) if (!hasArrived(field, endpoint)) lost.add(field.name());
        return lost;
    }

    private <T> boolean hasArrived(SubmissionField<T> field, Taking endpoint) throws Exception {
        var value = example(field);
        var run = endpoint.take(field, value);
        // Nobody offers anything here, so that this is its effect.
        if (field == SubmissionField.STRICT) return run.isEmpty();
        if (field == SubmissionField.KEY) return run.equals(endpoint.take(field, value));
        var kept = kept(run.orElseThrow(() -> new AssertionError(field + " was refused")));
        if (field == SubmissionField.HELD) return kept.held();
        return kept.spec().asked().get(field).equals(Optional.of(value))
                && isFollowed(field, value, kept)
                && shown(kept).get(field.name()) != null;
    }

    /** Whether the tasks of the run follow it, if it is about them. */
    private <T> boolean isFollowed(SubmissionField<T> field, T value, RunRecord run) throws Exception {
        var lane = run.lanes().getFirst().spec();
        if (field == SubmissionField.PRIORITY) return lane.priority() == ((Long) value).intValue();
        if (field == SubmissionField.KEEP_OUTPUT) return work(run).getKeepOutputBytes() == (Long) value;
        return field.reach() != Reach.TASK || Submission.of(lane).get(field).equals(Optional.of(value));
    }

    private Work work(RunRecord run) throws Exception {
        var chain = server.server().archive().chain(new ChainId(run.id(), 0));
        var template = run.lanes().getFirst().spec().template();
        var body =
                chain.isPresent() && !chain.get().body().isEmpty() ? chain.get().body() : template;
        return Work.parseFrom(body.bytes());
    }

    private RunRecord kept(long run) {
        var archive = server.server().archive();
        await().until(() -> archive.run(new RunId(run))
                .filter(known -> !known.lanes().isEmpty())
                .isPresent());
        return archive.run(new RunId(run)).orElseThrow();
    }

    private JsonNode shown(RunRecord run) throws Exception {
        return MAPPER.readTree(
                send("/api/v1/runs/" + run.id(), "", Optional.empty()).body());
    }

    // --- REST ---

    @ParameterizedTest
    @EnumSource(RunRoute.class)
    void everyFieldOfARunArrivesByRest(RunRoute route) throws Exception {
        var fields = new ArrayList<>(SubmissionField.of(route.kind()));
        fields.removeIf(field -> route.refused.contains(field.name()));
        assertThat(lost(fields, new Taking() {
                    @Override
                    public <T> OptionalLong take(SubmissionField<T> field, T value) throws Exception {
                        return byRest(route, field, value);
                    }
                }))
                .as("fields that are lost on the way through " + route.path)
                .isEmpty();
        for (var name : route.refused) {
            var field = SubmissionField.all().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(refusal(route, field)).contains(name);
        }
    }

    private <T> OptionalLong byRest(RunRoute route, SubmissionField<T> field, T value) throws Exception {
        var answer = answer(route, field, value);
        if (answer.statusCode() >= 400) return OptionalLong.empty();
        return OptionalLong.of(MAPPER.readTree(answer.body()).path("id").asLong());
    }

    private <T> String refusal(RunRoute route, SubmissionField<T> field) throws Exception {
        var answer = answer(route, field, example(field));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
        return answer.body();
    }

    private <T> HttpResponse<String> answer(RunRoute route, SubmissionField<T> field, T value) throws Exception {
        var body = (ObjectNode) MAPPER.readTree(route.body);
        if (field == SubmissionField.KEY) return send(route.path, body.toString(), Optional.of(field.example()));
        body.set(field.name(), MAPPER.valueToTree(json(field, value)));
        return send(route.path, body.toString(), Optional.empty());
    }

    private static <T> Object json(SubmissionField<T> field, T value) {
        return switch (value) {
            case Long number -> number;
            case Boolean flag -> flag;
            case Capabilities capabilities -> capabilities.names();
            case SortedMap<?, ?> labels -> labels;
            case RetryPolicy retry ->
                Map.of(
                        "maxAttempts", retry.maxAttempts(),
                        "delay", retry.delay().toSeconds(),
                        "exponentialBackoff", retry.exponentialBackoff(),
                        "maxDelay", retry.maxDelay().toSeconds());
            default -> field.example();
        };
    }

    // --- the Java client ---

    @Test
    void everyFieldArrivesByTheJavaClient() throws Exception {
        try (var client = TidewheelClient.connect(server.url(), token)) {
            assertThat(lost(SubmissionField.of(RunKind.TASKS), new Taking() {
                        @Override
                        public <T> OptionalLong take(SubmissionField<T> field, T value) {
                            try {
                                var options = RunOptions.named("usual")
                                        .withTemplate(WORK)
                                        .with(field, value);
                                return OptionalLong.of(client.open(options).id());
                            } catch (ClientException.Refused refused) {
                                return OptionalLong.empty();
                            }
                        }
                    }))
                    .as("fields that the Java client loses")
                    .isEmpty();
        }
    }

    /** Named as the field, so that nobody has to look it up. */
    @Test
    void everyFieldHasAMethodOfTheJavaClient() {
        var methods = Arrays.stream(RunOptions.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(method -> method.getName().toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        for (var field : SubmissionField.of(RunKind.TASKS)) {
            var name = field.name().toLowerCase(Locale.ROOT);
            if (field != SubmissionField.NAME) assertThat(methods).containsAnyOf(name, "with" + name);
        }
    }

    // --- the link ---

    @Test
    void everyFieldArrivesByTheClientLink() throws Exception {
        assertThat(lost(SubmissionField.of(RunKind.TASKS), new Taking() {
                    @Override
                    public <T> OptionalLong take(SubmissionField<T> field, T value) throws Exception {
                        var asked = Submission.named("usual").with(field, value);
                        var answer = opened(SubmissionCodec.open(asked).setTemplate(WORK.toByteString()));
                        return answer.hasProblem()
                                ? OptionalLong.empty()
                                : OptionalLong.of(answer.getOpened().getRun());
                    }
                }))
                .as("fields that are lost on the link")
                .isEmpty();
    }

    /** What the message says beside the fields: what the run consists of, and whether somebody listens. */
    @Test
    void whatARunConsistsOfArrivesByTheClientLink() throws Exception {
        var work = WORK.toByteString();
        var array = opened(OpenRunRequest.newBuilder()
                .setTemplate(work)
                .setArray(Array.newBuilder().setFrom(3).setTo(9).setStep(2)));
        assertThat(kept(array.getOpened().getRun()).spec().array()).contains(new IndexRange(3, 9, 2));
        var tasks = OpenRunRequest.newBuilder()
                .addTasks(TaskEntry.newBuilder().setBody(work))
                .addTasks(TaskEntry.newBuilder().setBody(work));
        var open = kept(opened(tasks).getOpened().getRun());
        assertThat(open.made()).isEqualTo(2);
        assertThat(open.closed()).isFalse();
        assertThat(kept(opened(tasks.setClosed(true)).getOpened().getRun()).closed())
                .isTrue();
    }

    private ServerAnswer opened(OpenRunRequest.Builder run) throws Exception {
        Link<ClientMessage, ServerAnswer> link = new StreamDialer(
                        server.url(), Optional.empty(), Duration.ofSeconds(60), LinkLimits.DEFAULT)
                .dial("/api/v1/stream/client", token, ServerAnswer.parser());
        try (link) {
            link.send(ClientMessage.newBuilder().setRequest(1).setOpen(run).build());
            return link.receive().orElseThrow();
        }
    }

    // --- the files of workflows ---

    private static final String SERVICE =
            "[{id: s, name: s, description: s, path: /bin/true, runtime: other, parameters: []}]";

    /** What a file can say of its run; the retries are written as Steep writes them. */
    private static final Map<SubmissionField<?>, String> IN_FILE = Map.of(
            SubmissionField.NAME, "name: %s",
            SubmissionField.PRIORITY, "priority: %s",
            SubmissionField.RETRY,
                    "retries: {processChains: {maxAttempts: 5, delay: 2s, exponentialBackoff: 3, maxDelay: 1m}}",
            SubmissionField.DEADLINE, "deadline: %s",
            SubmissionField.BUDGET, "budget: %s");

    @Test
    void everyFieldOfAWorkflowFileArrivesThroughBothInterfaces() throws Exception {
        var components = Arrays.stream(Workflow.class.getRecordComponents())
                .map(component -> component.getName())
                .filter(name -> !Set.of("api", "variables", "actions", "owner").contains(name));
        assertThat(components).hasSameSizeAs(IN_FILE.keySet());
        for (var path : List.of("/api/v1/workflows", "/workflows"))
            assertThat(lost(List.copyOf(IN_FILE.keySet()), new Taking() {
                        @Override
                        public <T> OptionalLong take(SubmissionField<T> field, T value) throws Exception {
                            return submitted(path, IN_FILE.get(field).formatted(field.example()));
                        }
                    }))
                    .as("fields of workflow files that are lost at " + path)
                    .isEmpty();
    }

    @Test
    void whomAWorkflowBelongsToIsSaidInItsFile() throws Exception {
        for (var path : List.of("/api/v1/workflows", "/workflows"))
            assertThat(kept(submitted(path, "owner: somebody").orElseThrow())
                            .spec()
                            .owner()
                            .name())
                    .isEqualTo("somebody");
    }

    /** A file has fewer fields than a run: what it cannot say is refused by its name, and not passed over. */
    @Test
    void whatAWorkflowFileCannotSayIsRefusedByItsName() throws Exception {
        for (var field : SubmissionField.of(RunKind.WORKFLOW)) {
            if (IN_FILE.containsKey(field) && field != SubmissionField.RETRY) continue;
            for (var path : List.of("/api/v1/workflows", "/workflows")) {
                var answer = send(path, body(path, workflow(field + ": 1")), Optional.empty());
                assertThat(answer.statusCode()).as(field + answer.body()).isEqualTo(400);
                assertThat(answer.body()).contains(field.name());
            }
        }
    }

    private OptionalLong submitted(String path, String line) throws Exception {
        var answer = send(path, body(path, workflow(line)), Optional.empty());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(201, 202);
        return OptionalLong.of(
                Long.parseLong(MAPPER.readTree(answer.body()).path("id").asString()));
    }

    private static String workflow(String line) {
        return """
            api: 4.7.0
            %s
            actions: [{type: execute, service: s}]
            """.formatted(line);
    }

    private static String body(String path, String file) {
        if (path.equals("/workflows")) return file;
        return MAPPER.writeValueAsString(Map.of("source", file));
    }

    private HttpResponse<String> send(String path, String body, Optional<String> key) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(server.url() + path)).header("Authorization", "Bearer " + token);
        key.ifPresent(text -> request.header("Idempotency-Key", text));
        if (!body.isEmpty()) request.POST(BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
