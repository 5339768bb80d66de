package io.tidewheel.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetFilesTest {
    private static final String REQUIRED = """
        - id: a
          flavor: f
          imageName: i
          availabilityZone: z
          blockDeviceSizeGb: 50
          maxVMs: 4
        """;

    private static final String OPTIONAL = """
          blockDeviceVolumeType: SSD
          minVMs: 1
          maxCreateConcurrent: 2
          provisioningScripts: [conf/setup.sh]
          providedCapabilities: [gpu, docker]
          sshUsername: debian
          additionalVolumes:
            - sizeGb: 10
              type: HDD
          parameters:
            source: {path: /data, size: 3}
          creation:
            retries: {maxAttempts: 2, delay: 10s, exponentialBackoff: 3}
            lockAfterRetries: 60000
          agents: 2
          slots: 3
          cpus: 1.5
          memoryBytes: 1000000000
          gpus: 1
          bootDelay: 2s
          price: 0.25
          billingInterval: 1m
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --policy=leap                                | --policy leap spends a budget, and there is none
        --budget=x                                   | --budget: 'x' is not an amount of money: write it like 0.25
        --budget=-1                                  | --budget: money is not negative, but -1
        --budget=3 --policy=magic                    | --policy: 'magic' is not a policy: use one of
        --budget=3 --policy=plf                      | --policy: plf plans with run times that are known beforehand
        --budget=3 --policy=fixed:b=2                | --policy: fixed wants machines of the setup 'b', which is not in the file: there are a
        --budget=3 --interval=0s                     | --budget-interval: it is longer than nothing
        --budget=3 --free                            | setup a has no price, and budgets are to be kept: give it one
        --owners='- {owner: ada}'                    | owner ada has no budget, and there is no --budget for everybody
        --owners='- {owner: ada, budget: 1, pay: 2}' | pay
        """)
    void budgetsThatMakeNoSenseAreRefused(String words, String problem) throws Exception {
        assertThatThrownBy(() -> budgets(words)).isInstanceOf(CliError.class).hasMessageContaining(problem);
    }

    @Test
    void aBudgetWithoutSetupsIsRefused() {
        var nowhere = new ByteArrayOutputStream();
        var config = new Config(new UserSession(folder).console(nowhere, nowhere), Optional.empty())
                .flag(ConfigKey.FLEET_BUDGET, "3");
        assertThatThrownBy(() -> new FleetPlans(
                                new ConfiguredPlugins(config, folder), config, folder, List.of("tidewheel"), Map.of())
                        .plan())
                .isInstanceOf(CliError.class)
                .hasMessageContaining("add --setups FILE");
    }

    @Test
    void ownersHaveTheirBudgetsAndPoliciesAndOthersTheUsual() throws Exception {
        var policy = (BudgetedPolicy)
                budgets("--budget=3 --interval=10m --owners='- {owner: ada, budget: 7, policy: pfa-ma:5}'")
                        .orElseThrow();
        assertThat(policy.budgets().interval()).isEqualTo(Duration.ofMinutes(10));
        assertThat(policy.budgets().of(new Owner("ada")))
                .contains(new Budgets.Share(Money.parse("7"), PolicyCatalogue.parse("pfa-ma:5")));
        assertThat(policy.budgets().of(new Owner("bob")))
                .contains(new Budgets.Share(Money.parse("3"), PolicyCatalogue.parse("leap")));
        assertThat(budgets("")).isEmpty();
    }

    private Optional<AutoscalingPolicy> budgets(String words) throws IOException {
        var values = new HashMap<String, String>();
        var price = new Billing(Money.parse(words.contains("--free") ? "0" : "1"), Duration.ofMinutes(1));
        var setup = Setup.of("a", Capabilities.NONE, 2).withBilling(price);
        var parts = words.split(" (?=--)", -1);
        var nowhere = new ByteArrayOutputStream();
        var config = new Config(new UserSession(folder).console(nowhere, nowhere), Optional.empty());
        for (var word : parts) {
            int equals = word.indexOf('=');
            if (equals < 0) continue;
            var value = word.substring(equals + 1);
            values.put(
                    word.substring(0, equals), value.startsWith("'") ? value.substring(1, value.length() - 1) : value);
        }
        if (values.containsKey("--owners"))
            Files.writeString(folder.resolve("owners.yaml"), values.getOrDefault("--owners", ""));
        config = config.flag(ConfigKey.FLEET_POLICY, values.get("--policy"))
                .flag(ConfigKey.FLEET_BUDGET, values.get("--budget"))
                .flag(ConfigKey.FLEET_INTERVAL, values.get("--interval"))
                .flag(ConfigKey.FLEET_OWNERS, values.containsKey("--owners") ? "owners.yaml" : null);
        return new BudgetPlans(config, folder, List.of(setup), new ConfiguredPlugins(config, folder).policies())
                .policy();
    }

    @Test
    void whatIsLeftOutHasItsUsualValue() throws Exception {
        var setup = SetupsFile.read(file(REQUIRED)).getFirst();
        assertThat(setup.minVMs()).isZero();
        assertThat(setup.maxVMs()).isEqualTo(4);
        assertThat(setup.maxCreateConcurrent()).isEqualTo(1);
        assertThat(setup.creation()).isEqualTo(Setup.Creation.DEFAULT);
        assertThat(setup.slotsPerMachine()).isEqualTo(1);
        assertThat(setup.providedCapabilities()).isEqualTo(Capabilities.NONE);
    }

    @Test
    void everyFieldIsRead() throws Exception {
        var setup = SetupsFile.read(file(REQUIRED + OPTIONAL)).getFirst();
        assertThat(setup.providedCapabilities()).isEqualTo(Capabilities.of("docker", "gpu"));
        assertThat(setup.additionalVolumes())
                .containsExactly(new Setup.Volume(10, Optional.of("HDD"), Optional.empty(), Optional.empty()));
        assertThat(setup.parameters()).isEqualTo(Map.of("source", Map.of("path", "/data", "size", 3L)));
        assertThat(setup.creation().retries().delayAfter(2)).isEqualTo(Duration.ofSeconds(30));
        assertThat(setup.creation().lockAfterRetries()).isEqualTo(Duration.ofMinutes(1));
        assertThat(setup.slotsPerMachine()).isEqualTo(6);
        assertThat(setup.size().cpus()).contains(1.5);
        assertThat(setup.billing().pricePerInterval()).isEqualTo(Money.parse("0.250"));
        assertThat(setup.billing().interval()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "maxVms: 3          | setups[0]           | unknown field 'maxVms'",
                "minVMs: 9          | setups[0]           | minVMs is at most maxVMs",
                "minVMs: many       | setups[0]->minVMs   | 'minVMs' is a whole number, not 'many'",
                "slots: 0           | setups[0]->slots    | 'slots' is 0",
                "slots: 100001      | setups[0]           | 1 to 100,000 slots",
                "price: -1          | setups[0]           | money is not negative",
                "price: cheap       | setups[0]           | not an amount of money",
                "bootDelay: soon    | setups[0]->bootDelay | is not a duration",
                "additionalVolumes: [{type: x}] | setups[0]->additionalVolumes[0] | sizeGb' is missing",
                "creation: {tries: 1}           | setups[0]->creation             | unknown field 'tries'",
            })
    void mistakesAreToldWithTheirPlace(String line, String where, String what) throws Exception {
        var file = file(REQUIRED + "  " + line + "\n");
        assertThatThrownBy(() -> SetupsFile.read(file))
                .isInstanceOf(CliError.class)
                .hasMessageContaining(file.toString() + ":")
                .hasMessageContaining(where)
                .hasMessageContaining(what);
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        var file = file("- id: a\n");
        assertThatThrownBy(() -> SetupsFile.read(file))
                .hasMessageContaining("'flavor' is missing")
                .hasMessageContaining("'maxVMs' is missing");
        var none = file("id: a\n");
        assertThatThrownBy(() -> SetupsFile.read(none)).hasMessageContaining("this is a list of setups");
        assertThatThrownBy(() -> SetupsFile.read(folder.resolve("nothing"))).isInstanceOf(CliError.class);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file.yaml"), text);
    }
}
