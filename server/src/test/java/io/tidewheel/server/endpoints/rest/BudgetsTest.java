package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Time;
import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.server.host.FleetPlan;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Budgets and the ledger, seen from outside, with machines that are names. */
class BudgetsTest {
    @TempDir
    Path folder;

    private final JumpingClocks clocks = new JumpingClocks();
    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 5)
                .withMaxCreateConcurrent(5)
                .withBilling(new Billing(Money.parse("0.5"), Duration.ofHours(1)));
        var budgets = new Budgets(
                Duration.ofHours(1),
                Map.of(
                        new Owner("alice"), new Budgets.Share(Money.parse("1.2"), PolicyCatalogue.parse("leap")),
                        new Owner("bob"), new Budgets.Share(Money.parse("0.1"), PolicyCatalogue.parse("leap"))),
                Optional.empty());
        var plan = new FleetPlan(
                FleetSettings.of("test", List.of(setup)), new BudgetedPolicy(budgets), _ -> new Names(), false);
        var data = folder.resolve("data");
        api = new ApiFixture(data, ApiFixture.settings(data).withFleet(plan), opener(), clocks);
    }

    DatabaseOpener opener() {
        return _ -> MemoryDatabase.empty();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aRunThatCannotPayForAMachineIsHeldAndSaysWhatIsMissing() {
        var alice = api.token("user", "alice");
        long run = api.submit(alice, "{\"command\": [\"true\"], \"requires\": [\"gpu\"], \"budget\": \"0.3\"}");
        var path = "/api/v1/runs/" + run;
        await().untilAsserted(() -> {
            var shown = api.get(alice, path).json();
            OpenApiTest.check("Run", shown);
            assertThat(shown.get("budget").asString()).isEqualTo("0.3");
            assertThat(shown.path("heldFor").asString("")).isEqualTo("BUDGET");
            var why = api.get(alice, path + "/explain").json();
            assertThat(why.toString())
                    .contains("of 0.3 it has spent 0")
                    .contains("costs at least 0.5")
                    .contains("0.2 is missing")
                    .contains("tidewheel budget %d 0.5".formatted(run));
        });
        assertThat(machines()).as("nothing is bought for it").isEmpty();
        assertThat(api.post(alice, path + "/budget", "{\"budget\": -1}").status())
                .isEqualTo(400);
        assertThat(api.post(alice, path + "/budget", "{\"budget\": 0.5}")
                        .json()
                        .get("budget")
                        .asString())
                .isEqualTo("0.5");
        await().until(() -> machines().size() == 1);
        assertThat(api.get(alice, path + "/cost").json().get("runBudget").asString())
                .isEqualTo("0.5");
    }

    @Test
    void aRunWithoutABudgetCannotBeGivenOneLater() {
        var alice = api.token("user", "alice");
        long run = submit(alice);
        var reply = api.post(alice, "/api/v1/runs/%d/budget".formatted(run), "{\"budget\": \"1\"}");
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.detail()).contains("without a budget of its own");
    }

    @Test
    void anOwnerGetsWhatTheBudgetBuysAndTheLedgerSaysWhoPays() throws Exception {
        var alice = api.token("user", "alice");
        long run = submit(alice);
        twoMachinesArePaidFor();
        var machine = machines().getFirst().get("id").asString();
        assertThat(machines())
                .allSatisfy(each -> assertThat(each.get("owner").asString()).isEqualTo("alice"));
        await().untilAsserted(() -> {
            var budget = api.get(alice, "/api/v1/budgets").json().get("items");
            OpenApiTest.check("Budget", budget.get(0));
            assertThat(budget).hasSize(1);
            assertThat(budget.get(0).get("left").asString()).isEqualTo("0.2");
        });
        assertThat(api.get("/metrics").body()).contains("tidewheel_fleet_budget_left{owner=\"alice\"} 0.2");

        api.agent(machine, 1, "gpu");
        assertThat(api.ended(run).get("state").asString()).isEqualTo("SUCCEEDED");
        await().untilAsserted(() -> {
            var cost = api.get(alice, "/api/v1/runs/%d/cost".formatted(run)).json();
            OpenApiTest.check("Cost", cost);
            assertThat(cost.get("amount").asString()).isEqualTo("0.5");
            assertThat(cost.get("budget").get("amount").asString()).isEqualTo("1.2");
            assertThat(cost.get("intervals")).hasSize(1);
            assertThat(cost.get("items").get(0).get("machine").asString()).isEqualTo(machine);
        });
        await().untilAsserted(() -> {
            var learned = api.get(alice, "/api/v1/work-times").json().get("items");
            assertThat(learned).hasSize(1);
            assertThat(learned.get(0).get("tasks").asInt()).isEqualTo(2);
        });
        var times = api.get(alice, "/api/v1/work-times").json().get("items");
        OpenApiTest.check("WorkTime", times.get(0));
        assertThat(api.get(alice, "/api/v1/runs/%d/tasks".formatted(run))
                        .json()
                        .get("items")
                        .get(0)
                        .get("kind")
                        .asString())
                .isEqualTo(times.get(0).get("kind").asString());
        assertThat(api.get(api.token("user", "bob"), "/api/v1/work-times")
                        .json()
                        .get("items"))
                .isEmpty();
        assertThat(api.get("/api/v1/work-times?owner=bob").json().get("items")).isEmpty();
        assertThat(api.get("/api/v1/work-times?who=bob").status()).isEqualTo(400);
        var report = api.get(alice, "/api/v1/runs/%d/report".formatted(run)).json();
        OpenApiTest.check("Report", report);
        assertThat(report.get("machines")).hasSize(2);
        assertThat(report.get("cost").get("amount").asString()).isEqualTo("0.5");
        OpenApiTest.check("Elasticity", report.get("statistics").get("elasticity"));
        assertThat(report.get("statistics").get("elasticity").get("slots").asInt())
                .isEqualTo(5);
        assertThat(api.get("/api/v1/costs?run=%d,77".formatted(run))
                        .json()
                        .get("items")
                        .toString())
                .isEqualTo("[{\"run\":%d,\"amount\":\"0.5\"}]".formatted(run));
        assertThat(api.get("/api/v1/costs?run=x").status()).isEqualTo(400);
        var decision = api.get("/api/v1/decisions").json().get("items").get(0);
        OpenApiTest.check("Decision", decision);
        assertThat(decision.get("what").asString()).isEqualTo("buy");
        assertThat(decision.get("owner").asString()).isEqualTo("alice");
        var history = api.get("/api/v1/history").json();
        assertThat(history.get("items").get(0).get("setups").has("gpu")).isTrue();
        var ledger = api.get("/api/v1/ledger?owner=alice&interval=1d").json();
        OpenApiTest.check("Ledger", ledger);
        assertThat(ledger.get("total").asString()).isEqualTo("1");
        var why = api.get("/api/v1/machines/%s/explain".formatted(machine)).json();
        OpenApiTest.check("Explanation", why);
        assertThat(why.toString())
                .contains("it is reserved for alice")
                .contains("it costs 0.5 for every 1h that it begins, and has cost 0.5 so far")
                .contains("run %d pays 0.5".formatted(run));
    }

    @ParameterizedTest
    @ValueSource(longs = {-10, 10})
    void whatMachinesCostDoesNotFollowAWallClockThatIsSet(long hours) throws Exception {
        submit(api.token("user", "alice"));
        twoMachinesArePaidFor();
        clocks.ahead = Duration.ofHours(hours);
        var machine = machines().getFirst().get("id").asString();
        assertThat(api.get("/api/v1/machines/%s/explain".formatted(machine))
                        .json()
                        .toString())
                .contains("it costs 0.5 for every 1h that it begins, and has cost 0.5 so far");
        assertThat(api.get("/api/v1/ledger?owner=alice&interval=1d")
                        .json()
                        .get("total")
                        .asString())
                .isEqualTo("1");
    }

    /** The machine's clocks, with a wall clock that somebody may set. */
    private static final class JumpingClocks implements Time {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Time.system().instant().plus(ahead);
        }

        @Override
        public long nanos() {
            return Time.system().nanos();
        }
    }

    @Test
    void whoCannotBuyOneMachineIsToldSo() throws Exception {
        var bob = api.token("user", "bob");
        long run = submit(bob);
        await().untilAsserted(() -> assertThat(api.get("/api/v1/runs/%d/explain".formatted(run))
                        .json()
                        .get("sentence")
                        .asString())
                .contains("the budget of bob, 0.1 in 1h, cannot buy one machine: the cheapest costs 0.5 in that time"));
        assertThat(api.get("/api/v1/setups").json().get("trouble").asString()).contains("budget of bob");
        var refused = api.get(bob, "/api/v1/decisions").json().get("items").get(0);
        assertThat(refused.get("what").asString()).isEqualTo("refuse");
        assertThat(refused.get("why").asString()).contains("2 tasks with [gpu] cannot have more");
        assertThat(api.get(api.token("user", "dave"), "/api/v1/decisions")
                        .json()
                        .get("items"))
                .isEmpty();
        long other = submit(api.token("user", "carol"));
        await().untilAsserted(() -> assertThat(api.get("/api/v1/runs/%d/explain".formatted(other))
                        .json()
                        .get("sentence")
                        .asString())
                .contains("carol has no budget for machines"));
    }

    @Test
    void usersSeeWhatIsTheirs() throws Exception {
        submit(api.token("user", "alice"));
        twoMachinesArePaidFor();
        assertThat(api.get(api.token("user", "bob"), "/api/v1/ledger")
                        .json()
                        .get("total")
                        .asString())
                .isEqualTo("0");
        assertThat(api.get("/api/v1/ledger?from=yesterday").status()).isEqualTo(400);
        assertThat(api.get("/api/v1/ledger?interval=0s").status()).isEqualTo(400);
        assertThat(api.get("/api/v1/ledger?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z")
                        .status())
                .isEqualTo(400);
    }

    /** Machines are recorded before they are made; what they cost is in the ledger a moment later. */
    private void twoMachinesArePaidFor() {
        await().untilAsserted(() -> assertThat(
                        api.get("/api/v1/ledger").json().get("total").asString())
                .isEqualTo("1"));
    }

    private long submit(String token) {
        return api.submit(
                token, "{\"tasks\": [{\"command\": [\"true\"]}, {\"command\": [\"true\"]}], \"requires\": [\"gpu\"]}");
    }

    private List<JsonNode> machines() {
        return api.get("/api/v1/machines").json().get("items").valueStream().toList();
    }

    /** Machines that are made at once and never do anything. */
    static final class Names implements Machines {
        private final Map<MachineId, Boolean> made = new ConcurrentHashMap<>();

        @Override
        public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
            made.put(id, true);
            return CompletableFuture.completedFuture(new Made(id.name(), Optional.empty()));
        }

        @Override
        public CompletableFuture<Void> provision(MachineId id, Setup setup, Made machine) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> destroy(MachineId id) {
            made.remove(id);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<List<Found>> list(String tag) {
            return CompletableFuture.completedFuture(made.keySet().stream()
                    .map(id -> new Found(id, id.name(), true))
                    .toList());
        }

        @Override
        public String description() {
            return "names";
        }

        @Override
        public void close() {}
    }
}
