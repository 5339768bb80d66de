package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.client.ClientException;
import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.Array;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.workflow.Workflow;
import java.lang.reflect.Method;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every field of a run through the doors that are not REST: the Java client, the link beneath it, and the files of workflows. The fields come from the
 * doors themselves, so that a new one must be tried here, too. No agent is there, so that nothing begins.
 */
class RunEndpointsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Instant LATE = Instant.parse("2100-01-01T00:00:00Z");
    private static final RetryPolicy RETRY = new RetryPolicy(5, Duration.ofSeconds(2), 3, Duration.ofMinutes(1));
    private static final Amounts NEEDS = Amounts.parse("cpu=2,memory=3GiB,gpu=1", Amounts.NONE);
    private static final Work WORK = Work.newBuilder()
            .addCommands(Command.newBuilder().addArguments("true"))
            .setKeepOutputBytes(77)
            .build();

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

    /** What is kept of a run. */
    private record Kept(RunRecord run) {
        LaneSpec lane() {
            return run.lanes().getFirst().spec();
        }

        Work work() {
            try {
                return Work.parseFrom(lane().template().bytes());
            } catch (InvalidProtocolBufferException strange) {
                throw new AssertionError(strange);
            }
        }
    }

    private Kept kept(long run) {
        var archive = server.server().archive();
        await().until(() -> archive.run(new RunId(run))
                .filter(known -> !known.lanes().isEmpty())
                .isPresent());
        return new Kept(archive.run(new RunId(run)).orElseThrow());
    }

    /** By the names of REST, how it is seen that a field has arrived. */
    private static final Map<String, Predicate<Kept>> ARRIVED = new LinkedHashMap<>();

    static {
        ARRIVED.put("name", kept -> kept.run.spec().name().equals("called"));
        ARRIVED.put("labels", kept -> kept.run.spec().labels().equals(Map.of("a", "b")));
        ARRIVED.put(
                "priority",
                kept -> kept.run.spec().priority() == 7 && kept.lane().priority() == 7);
        ARRIVED.put("requires", kept -> kept.lane().requires().equals(Capabilities.of("gpu", "disk")));
        ARRIVED.put("needs", kept -> kept.lane().needs().equals(NEEDS));
        ARRIVED.put("delivery", kept -> kept.lane().delivery() == Delivery.AT_MOST_ONCE);
        ARRIVED.put("retry", kept -> kept.lane().retry().equals(RETRY));
        ARRIVED.put("retries", ARRIVED.get("retry"));
        ARRIVED.put("maxRuntime", kept -> kept.lane().limits().maxRuntime().equals(Duration.ofMinutes(1)));
        ARRIVED.put(
                "maxInactivity", kept -> kept.lane().limits().maxInactivity().equals(Duration.ofMinutes(2)));
        ARRIVED.put("deadline", kept -> kept.lane().limits().deadline().equals(Duration.ofMinutes(3)));
        ARRIVED.put("runDeadline", kept -> kept.run.spec().deadline().equals(Optional.of(LATE)));
        ARRIVED.put("maxFails", kept -> kept.run.spec().maxFails() == 9);
        ARRIVED.put("budget", kept -> kept.run.spec().budget().equals(Optional.of(Money.parse("2.5"))));
        ARRIVED.put("held", kept -> kept.run.held());
        ARRIVED.put("strict", _ -> false);
        ARRIVED.put("keepOutput", kept -> kept.work().getKeepOutputBytes() == 77);
    }

    @Test
    void everyFieldThatAllKindsOfRunsHaveIsTriedHere() throws Exception {
        var schemas = MAPPER.readTree(send("/openapi.json", "").body())
                .path("components")
                .path("schemas");
        var common = names(schemas, "RunRequest");
        common.retainAll(names(schemas, "JobRequest"));
        common.retainAll(names(schemas, "WorkflowRequest"));
        assertThat(new TreeSet<>(ARRIVED.keySet())).isEqualTo(common);
        assertThat(BY_CLIENT.keySet()).containsAll(ARRIVED.keySet());
    }

    private static Set<String> names(JsonNode schemas, String schema) {
        return new TreeSet<>(schemas.path(schema).path("properties").propertyNames());
    }

    // --- the Java client ---

    /** A field, the method that sets it, and what that does. */
    private record Setter(String method, Function<RunOptions, RunOptions> set) {}

    private static final Map<String, Setter> BY_CLIENT = new LinkedHashMap<>();

    static {
        setter("name", "named", _ -> RunOptions.named("called"));
        setter("labels", "withLabels", run -> run.withLabels(Map.of("a", "b")));
        setter("priority", "withPriority", run -> run.withPriority(7));
        setter("requires", "requiring", run -> run.requiring(List.of("gpu", "disk")));
        setter("needs", "needing", run -> run.needing(NEEDS));
        setter("delivery", "withDelivery", run -> run.withDelivery(Delivery.AT_MOST_ONCE));
        setter("retry", "withRetry", run -> run.withRetry(RETRY));
        setter("retries", "withRetry", run -> run.withRetry(RETRY));
        setter("maxRuntime", "withMaxRuntime", run -> run.withMaxRuntime(Duration.ofMinutes(1)));
        setter("maxInactivity", "withMaxInactivity", run -> run.withMaxInactivity(Duration.ofMinutes(2)));
        setter("deadline", "withTaskDeadline", run -> run.withTaskDeadline(Duration.ofMinutes(3)));
        setter("runDeadline", "withDeadline", run -> run.withDeadline(LATE));
        setter("maxFails", "withMaxFails", run -> run.withMaxFails(9));
        setter("budget", "withBudget", run -> run.withBudget(Money.parse("2.5")));
        setter("held", "held", RunOptions::held);
        setter("strict", "strict", RunOptions::strict);
        setter("keepOutput", "withTemplate", run -> run.withTemplate(WORK));
        // These say which run it is, what it consists of, and whether somebody listens.
        setter("array", "withArray", run -> run.withArray(new IndexRange(3, 9, 2)));
        setter("key", "withKey", run -> run.withKey("key"));
        setter("results", "withoutResults", RunOptions::withoutResults);
    }

    private static void setter(String field, String method, Function<RunOptions, RunOptions> set) {
        BY_CLIENT.put(field, new Setter(method, set));
    }

    @Test
    void everyFieldOfTheJavaClientArrives() {
        var methods = Arrays.stream(RunOptions.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && method.getReturnType().equals(RunOptions.class))
                .map(Method::getName)
                .collect(Collectors.toSet());
        assertThat(BY_CLIENT.values().stream().map(Setter::method)).containsAll(methods);
        var lost = new ArrayList<String>();
        try (var client = TidewheelClient.connect(server.url(), token)) {
            BY_CLIENT.forEach((field, setter) -> {
                var options = setter.set.apply(RunOptions.named("usual"));
                if (field.equals("strict"))
                    assertThat(catchThrowable(() -> client.open(options))).isInstanceOf(ClientException.Refused.class);
                else if (!arrived(field).test(kept(client.open(options).id()))) lost.add(field);
            });
            var all = RunOptions.named("called");
            for (var setter : BY_CLIENT.entrySet())
                if (!Set.of("name", "strict").contains(setter.getKey()))
                    all = setter.getValue().set.apply(all);
            all = all.withKey("another key");
            long run = client.open(all).id();
            assertThat(client.open(all).id()).as("the same key").isEqualTo(run);
            for (var field : BY_CLIENT.keySet())
                if (!field.equals("strict") && !arrived(field).test(kept(run))) lost.add(field + " beside all others");
        }
        assertThat(lost).as("fields that the Java client loses").isEmpty();
    }

    private static Predicate<Kept> arrived(String field) {
        return switch (field) {
            case "array" -> kept -> kept.run.spec().array().equals(Optional.of(new IndexRange(3, 9, 2)));
            case "key", "results" -> _ -> true;
            default -> ARRIVED.get(field);
        };
    }

    // --- the link ---

    private static final Map<String, Function<OpenRunRequest.Builder, OpenRunRequest.Builder>> ON_LINK =
            new LinkedHashMap<>();

    static {
        ON_LINK.put("name", run -> run.setName("called"));
        ON_LINK.put("labels", run -> run.putLabels("a", "b"));
        ON_LINK.put("priority", run -> run.setPriority(7));
        ON_LINK.put("requires", run -> run.addRequires("gpu").addRequires("disk"));
        ON_LINK.put("needs", run -> run.setNeeds(RuleCodec.amounts(NEEDS)));
        ON_LINK.put("delivery", run -> run.setDelivery(io.tidewheel.protocol.wire.DeliveryMode.AT_MOST_ONCE));
        ON_LINK.put("retry", run -> run.setRetry(RuleCodec.rule(RETRY)));
        ON_LINK.put("max_runtime_millis", run -> run.setMaxRuntimeMillis(60_000));
        ON_LINK.put("max_inactivity_millis", run -> run.setMaxInactivityMillis(120_000));
        ON_LINK.put("chain_deadline_millis", run -> run.setChainDeadlineMillis(180_000));
        ON_LINK.put("deadline_micros", run -> run.setDeadlineMicros(LATE.getEpochSecond() * 1_000_000));
        ON_LINK.put("max_fails", run -> run.setMaxFails(9));
        ON_LINK.put("budget", run -> run.setBudget("2.5"));
        ON_LINK.put("held", run -> run.setHeld(true));
        ON_LINK.put("strict", run -> run.setStrict(true));
        ON_LINK.put("template", run -> run.setTemplate(WORK.toByteString()));
        ON_LINK.put(
                "array",
                run -> run.setArray(Array.newBuilder().setFrom(3).setTo(9).setStep(2)));
        ON_LINK.put("key", run -> run.setKey("a key"));
        ON_LINK.put(
                "tasks",
                run -> run.addTasks(TaskEntry.newBuilder().setBody(WORK.toByteString()))
                        .addTasks(TaskEntry.getDefaultInstance()));
        ON_LINK.put("closed", run -> run.setClosed(true));
        ON_LINK.put("watch", run -> run.setWatch(true));
    }

    /** Where the link has other words than REST. */
    private static final Map<String, String> IN_REST = Map.of(
            "max_runtime_millis", "maxRuntime",
            "max_inactivity_millis", "maxInactivity",
            "chain_deadline_millis", "deadline",
            "deadline_micros", "runDeadline",
            "max_fails", "maxFails",
            "template", "keepOutput");

    @Test
    void everyFieldOfTheClientLinkArrives() throws Exception {
        assertThat(ON_LINK.keySet())
                .containsExactlyInAnyOrderElementsOf(OpenRunRequest.getDescriptor().getFields().stream()
                        .map(FieldDescriptor::getName)
                        .toList());
        var lost = new ArrayList<String>();
        for (var field : ON_LINK.keySet()) {
            if (field.equals("closed")) continue; // an empty run that is closed has ended; seen with the tasks
            var answer = opened(field);
            if (field.equals("strict"))
                assertThat(answer.hasProblem()).as(answer.toString()).isTrue();
            else if (!hasArrived(field, answer)) lost.add(field);
        }
        assertThat(lost).as("fields that are lost on the link").isEmpty();
    }

    private boolean hasArrived(String field, ServerAnswer answer) throws Exception {
        assertThat(answer.hasOpened()).as(field + ": " + answer).isTrue();
        long id = answer.getOpened().getRun();
        return switch (field) {
            case "key" -> opened(field).getOpened().getRun() == id;
            case "tasks" -> kept(id).run.made() == 2 && closedWithTasks();
            // That results come is what the tests of clients see.
            case "watch" -> true;
            default -> arrived(IN_REST.getOrDefault(field, field)).test(kept(id));
        };
    }

    private boolean closedWithTasks() throws Exception {
        long open = opened("tasks").getOpened().getRun();
        long closed = opened("tasks", "closed").getOpened().getRun();
        return !kept(open).run.closed() && kept(closed).run.closed();
    }

    private ServerAnswer opened(String... fields) throws Exception {
        var run = OpenRunRequest.newBuilder().setName("usual");
        for (var field : fields) run = ON_LINK.get(field).apply(run);
        Link<ClientMessage, ServerAnswer> link = new StreamDialer(
                        server.url(), Optional.empty(), Duration.ofSeconds(60), LinkLimits.DEFAULT)
                .dial("/api/v1/stream/client", token, ServerAnswer.parser());
        try (link) {
            link.send(ClientMessage.newBuilder().setRequest(1).setOpen(run).build());
            return link.receive().orElseThrow();
        }
    }

    // --- the files of workflows ---

    /** What a file can say of its run, by the components of what is read from it. */
    private static final Map<String, String> IN_FILE = Map.of(
            "name", "name: called",
            "priority", "priority: 7",
            "chainRetries",
                    "retries: {processChains: {maxAttempts: 5, delay: 2s, exponentialBackoff: 3, maxDelay: 1m}}",
            "deadline", "deadline: 2100-01-01T00:00:00Z",
            "budget", "budget: 2.5",
            "owner", "owner: somebody");

    @Test
    void everyFieldOfAWorkflowFileArrivesThroughBothInterfaces() throws Exception {
        var components = Arrays.stream(Workflow.class.getRecordComponents())
                .map(component -> component.getName())
                .filter(name -> !Set.of("api", "variables", "actions").contains(name))
                .toList();
        assertThat(IN_FILE.keySet()).containsExactlyInAnyOrderElementsOf(components);
        var lost = new ArrayList<String>();
        for (var field : components) {
            var file = workflow(IN_FILE.get(field));
            for (var door : List.of("/api/v1/workflows", "/workflows"))
                if (!fromFile(field).test(kept(submitted(door, file)))) lost.add(field + " at " + door);
        }
        assertThat(lost).as("fields of workflow files that are lost").isEmpty();
    }

    /** A file has fewer fields than a run: what it cannot say is refused by its name, and not passed over. */
    @Test
    void whatAWorkflowFileCannotSayIsRefusedByItsName() throws Exception {
        for (var field : ARRIVED.keySet()) {
            if (Set.of("name", "priority", "retries", "deadline", "budget").contains(field)) continue;
            var file = workflow(field + ": 1");
            for (var door : List.of("/api/v1/workflows", "/workflows")) {
                var answer = send(door, body(door, file));
                assertThat(answer.statusCode()).as(field + answer.body()).isEqualTo(400);
                assertThat(answer.body()).contains(field);
            }
        }
    }

    private static Predicate<Kept> fromFile(String field) {
        return switch (field) {
            case "chainRetries" -> ARRIVED.get("retry");
            case "deadline" -> ARRIVED.get("runDeadline");
            case "owner" -> kept -> kept.run.spec().owner().name().equals("somebody");
            default -> ARRIVED.get(field);
        };
    }

    private static String workflow(String line) {
        return """
            api: 4.7.0
            %s
            actions: [{type: execute, service: s}]
            """.formatted(line);
    }

    private static final String SERVICE =
            "[{id: s, name: s, description: s, path: /bin/true, runtime: other, parameters: []}]";

    private long submitted(String door, String file) throws Exception {
        var answer = send(door, body(door, file));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(201, 202);
        return Long.parseLong(MAPPER.readTree(answer.body()).path("id").asString());
    }

    private static String body(String door, String file) {
        if (door.equals("/workflows")) return file;
        return MAPPER.writeValueAsString(Map.of("source", file));
    }

    private HttpResponse<String> send(String path, String body) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(server.url() + path)).header("Authorization", "Bearer " + token);
        if (!body.isEmpty()) request.POST(BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
