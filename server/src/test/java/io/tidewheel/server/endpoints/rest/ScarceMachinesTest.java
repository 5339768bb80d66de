package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import io.tidewheel.server.host.FleetPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to those who wait for machines that they cannot have: never that one will be made. */
class ScarceMachinesTest {
    private static final String ALL_OF_OTHERS = "setup gpu has as many machines as maxVMs allows (1), all of others";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"leap", "pfa-ma", "pfa-ewma", "on-demand", "queue-growth", "queue-drain", "hint", "fixed:gpu=1"})
    void whoIsKeptOutByMaxVMsIsToldSoWhateverHisPolicy(String policy) throws Exception {
        try (var api = server("leap", policy, "5")) {
            take(api);
            assertThat(toldUntil(api, submit(api, "bob"), ALL_OF_OTHERS))
                    .last()
                    .asString()
                    .endsWith("when the time is over that it is paid for, after those who wait longer");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"leap", "pfa-ma", "pfa-ewma", "on-demand", "queue-growth", "queue-drain", "hint", "fixed:gpu=1"})
    void whoseBudgetBuysNoMachineIsToldSoWhateverHisPolicy(String policy) throws Exception {
        try (var api = server("leap", policy, "0.1")) {
            toldUntil(api, submit(api, "bob"), "the budget of bob, 0.1 in 1h");
            assertThat(api.get("/api/v1/machines").json().get("items")).isEmpty();
        }
    }

    @Test
    void whosePolicyWantsNoMachineIsToldSo() throws Exception {
        try (var api = server("leap", "fixed:gpu=0", "5", Duration.ofSeconds(1))) {
            toldUntil(api, submit(api, "bob"), "the policy of bob wants no machine for it at the moment");
        }
    }

    /** All that is said until a text is among it. */
    private static List<String> toldUntil(ApiFixture api, long run, String text) {
        var told = new ArrayList<String>();
        await().untilAsserted(() -> {
            told.add(api.get("/api/v1/runs/%d/explain".formatted(run))
                    .json()
                    .get("sentence")
                    .asString());
            assertThat(told.getLast()).contains(text);
        });
        assertThat(told).noneMatch(sentence -> sentence.contains("will be made"));
        return told;
    }

    /** Alice has the only machine that there may be, and works on it. */
    private static void take(ApiFixture api) throws Exception {
        submit(api, "alice");
        await().until(() -> api.get("/api/v1/machines").json().get("items").size() == 1);
        var machine = api.get("/api/v1/machines").json().get("items").get(0);
        api.agent(machine.get("id").asString(), 1, "gpu");
    }

    private static long submit(ApiFixture api, String owner) {
        return api.submit(api.token("user", owner), "{\"command\": [\"sleep\", \"9999\"], \"requires\": [\"gpu\"]}");
    }

    private ApiFixture server(String alice, String bob, String budgetOfBob) throws Exception {
        return server(alice, bob, budgetOfBob, Duration.ofHours(1));
    }

    private ApiFixture server(String alice, String bob, String budgetOfBob, Duration interval) throws Exception {
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 1)
                .withBilling(new Billing(Money.parse("0.5"), Duration.ofHours(1)));
        var budgets = new Budgets(
                interval,
                Map.of(
                        new Owner("alice"), new Budgets.Share(Money.parse("5"), PolicyCatalogue.parse(alice)),
                        new Owner("bob"), new Budgets.Share(Money.parse(budgetOfBob), PolicyCatalogue.parse(bob))),
                Optional.empty());
        return new ApiFixture(
                folder.resolve("data"),
                new FleetPlan(
                        FleetSettings.of("test", List.of(setup)),
                        new BudgetedPolicy(budgets),
                        _ -> new BudgetsTest.Names(),
                        false));
    }
}
