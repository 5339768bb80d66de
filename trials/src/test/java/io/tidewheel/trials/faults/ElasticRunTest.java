package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskRun;
import io.tidewheel.client.TidewheelClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Real machines of two types for two owners with budgets: what they pay is what ran, and never more than they may. */
class ElasticRunTest {
    private static final Duration PAID_FOR = Duration.ofSeconds(8);

    private static final String SETUPS = """
        - {id: small, flavor: s, imageName: none, availabilityZone: here, blockDeviceSizeGb: 0, maxVMs: 4,
           maxCreateConcurrent: 4, price: 1, billingInterval: 8s}
        - {id: large, flavor: l, imageName: none, availabilityZone: here, blockDeviceSizeGb: 0, maxVMs: 2,
           maxCreateConcurrent: 2, price: 2.5, billingInterval: 8s, providedCapabilities: [fast]}
        """;
    private static final String OWNERS = """
        - {owner: ada, budget: 2}
        - {owner: bob, budget: 5}
        - {owner: eve, budget: 0.3}
        """;
    private static final Map<String, BigDecimal> BUDGETS =
            Map.of("ada", new BigDecimal("2"), "bob", new BigDecimal("5"));

    private TrialSite site;

    @AfterEach
    void close() {
        site.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"leap", "pfa-ma:3"})
    void theLedgerAgreesWithWhatRanAndNoBudgetIsExceededAlsoWhenMachinesAreKilled(String policy) throws Exception {
        start(policy);
        try (var ada = connect("ada");
                var bob = connect("bob")) {
            var first = submit(ada, "ada", List.of(), 8);
            var second = submit(bob, "bob", List.of(), 8);
            var third = submit(bob, "bob-fast", List.of("fast"), 2);
            killOne();
            assertThat(RunResults.of(first).summary().succeeded()).isEqualTo(8);
            assertThat(RunResults.of(second).summary().succeeded()).isEqualTo(8);
            assertThat(RunResults.of(third).summary().succeeded()).isEqualTo(2);
            awaitGone();
            assertEachWorkedForItsOwner();
            BUDGETS.forEach(this::assertWithin);
            assertLedger(List.of(first, second, third));
            await("what was used last is recorded within a second or two")
                    .untilAsserted(() -> assertLearned(Map.of("ada", 8L, "bob", 10L)));
            assertForecastsBeginWithIt(first.id());
        }
    }

    @Test
    void workOfAnOwnerWhoseBudgetBuysNothingWaitsWithThatReason() throws Exception {
        start("leap");
        try (var eve = connect("eve")) {
            var run = submit(eve, "eve", List.of(), 1);
            await("it is explained")
                    .untilAsserted(() -> assertThat(site.rest()
                                    .json("/runs/%d/explain".formatted(run.id()))
                                    .path("sentence")
                                    .asString())
                            .contains("the budget of eve, 0.3 in 8s, cannot buy one machine: the cheapest costs 1"));
            assertThat(machines()).isEmpty();
        }
    }

    private void start(String policy) throws IOException {
        site = TrialSite.prepare("elastic", StoreKind.EMBEDDED);
        Files.writeString(site.file("setups.yaml"), SETUPS);
        Files.writeString(site.file("owners.yaml"), OWNERS);
        site.withServerWords(
                "--setups",
                site.file("setups.yaml").toString(),
                "--owners",
                site.file("owners.yaml").toString(),
                "--policy",
                policy,
                "--budget-interval",
                "8s");
        site.startServer();
        site.awaitServer();
    }

    private TidewheelClient connect(String owner) throws Exception {
        var answer = site.rest()
                .post("/tokens", "{\"role\": \"user\", \"owner\": \"%s\"}".formatted(owner), "token-" + owner);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return TidewheelClient.connect(
                site.url(), RestAnswers.parse(answer.body()).path("token").asString());
    }

    /** A large machine takes half the time of a small one. */
    private TaskRun submit(TidewheelClient client, String name, List<String> requires, int tasks) {
        Task task = traced(
                site.file("effects-" + name), "case $TIDEWHEEL_AGENT in large*) sleep 0.6;; *) sleep 1.2;; esac");
        return client.submit(RunOptions.named(name).withRequires(requires), Collections.nCopies(tasks, task));
    }

    private void killOne() {
        var victim = await("a machine works")
                .until(
                        () -> machines().stream()
                                .filter(machine ->
                                        machine.path("supply").asString().equals("busy"))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        try {
            var processes = site.file("server-data/machines/" + id(victim) + "/processes");
            for (var line : Files.readAllLines(processes))
                ProcessHandle.of(Long.parseLong(line.split(" ")[0])).ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException gone) {
            throw new java.io.UncheckedIOException("the machine is gone before it could be killed", gone);
        }
    }

    private void awaitGone() {
        await("all machines are gone").until(() -> machines().stream().allMatch(machine -> machine.has("ended")));
    }

    private void assertEachWorkedForItsOwner() {
        var owners = new TreeMap<String, String>();
        for (var machine : machines())
            owners.put(id(machine), machine.path("owner").asString());
        for (var name : List.of("ada", "bob", "bob-fast")) {
            for (var traces :
                    TaskTraces.read(site.file("effects-" + name)).byTask().values()) {
                for (var trace : traces) {
                    assertThat(owners.get(trace.agent())).isEqualTo(name.substring(0, 3));
                    if (name.equals("bob-fast")) assertThat(trace.agent()).startsWith("large");
                }
            }
        }
    }

    /** The sum of payments is largest in times that end with one. */
    private void assertWithin(String owner, BigDecimal budget) {
        var payments = new TreeMap<Instant, BigDecimal>();
        for (var machine : machines()) {
            if (!machine.path("owner").asString().equals(owner)) continue;
            for (var at : paymentsOf(machine)) payments.merge(at, price(machine), BigDecimal::add);
        }
        assertThat(payments).isNotEmpty();
        for (var end : payments.keySet()) {
            var sum = payments.subMap(end.minus(PAID_FOR), false, end, true).values().stream()
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(sum).as("what %s paid until %s", owner, end).isLessThanOrEqualTo(budget);
        }
    }

    private static List<Instant> paymentsOf(JsonNode machine) {
        var ended = Instant.parse(machine.path("ended").asString());
        var payments = new ArrayList<Instant>();
        var at = Instant.parse(machine.path("created").asString());
        do {
            payments.add(at);
            at = at.plus(PAID_FOR);
        } while (at.isBefore(ended));
        return payments;
    }

    private static BigDecimal price(JsonNode machine) {
        return new BigDecimal(machine.path("price").asString());
    }

    private void assertLedger(List<TaskRun> runs) {
        var paid = BigDecimal.ZERO;
        for (var machine : machines())
            paid = paid.add(price(machine)
                    .multiply(BigDecimal.valueOf(paymentsOf(machine).size())));
        var ledger = site.rest().json("/ledger");
        assertThat(new BigDecimal(ledger.path("total").asString())).isEqualByComparingTo(paid);
        var byRuns = BigDecimal.ZERO;
        for (var line : ledger.path("items"))
            if (line.has("run"))
                byRuns = byRuns.add(new BigDecimal(line.path("amount").asString()));
        var costs = BigDecimal.ZERO;
        for (var run : runs) {
            var cost = site.rest().json("/runs/%d/cost".formatted(run.id()));
            assertThat(new BigDecimal(cost.path("amount").asString())).isPositive();
            costs = costs.add(new BigDecimal(cost.path("amount").asString()));
        }
        assertThat(costs).isEqualByComparingTo(byRuns);
        var machine = id(machines().getFirst());
        assertThat(site.rest()
                        .json("/machines/%s/explain".formatted(machine))
                        .path("sentence")
                        .asString())
                .contains("it was made because");
    }

    /** A task that was killed with its machine has shown nothing. */
    private void assertLearned(Map<String, Long> tasks) {
        var learned = new TreeMap<String, Long>();
        for (var time : site.rest().json("/work-times").path("items")) {
            double mean =
                    time.path("runSeconds").asDouble() / time.path("tasks").asLong();
            boolean isLarge = time.path("setup").asString().equals("large");
            assertThat(mean).isGreaterThanOrEqualTo(isLarge ? 0.6 : 1.2);
            learned.merge(time.path("owner").asString(), time.path("tasks").asLong(), Long::sum);
        }
        assertThat(learned).isEqualTo(tasks);
    }

    /** What a run has taught is known to the next one, and was not to itself. */
    private void assertForecastsBeginWithIt(long run) throws IOException {
        Files.writeString(site.file("nap.yaml"), """
            {api: 4.7.0, actions: [{type: execute, service: nap}]}
            """);
        Files.writeString(site.file("services.yaml"), """
            - {id: nap, name: nap, description: waits, path: /bin/true, runtime: other, parameters: []}
            """);
        assertThat(site.command("machine", "times", "--owner", "ada")).contains("ada/0");
        assertThat(site.command("replay", "" + run, "--budget", "2"))
                .contains("policies that learn know nothing beforehand");
        assertThat(site.command(
                        "plan",
                        site.file("nap.yaml").toString(),
                        "--services",
                        site.file("services.yaml").toString(),
                        "--setups",
                        site.file("setups.yaml").toString(),
                        "--budget",
                        "2",
                        "--like",
                        "" + run))
                .contains("policies that learn begin with what 8 tasks have shown");
    }

    private List<JsonNode> machines() {
        var machines = new ArrayList<JsonNode>();
        site.rest().json("/machines").path("items").forEach(machines::add);
        return machines;
    }

    private static String id(JsonNode machine) {
        return machine.path("id").asString();
    }
}
