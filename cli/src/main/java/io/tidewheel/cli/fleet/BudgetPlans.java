package io.tidewheel.cli.fleet;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.FixedFleet;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlRecords;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Setup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes budgets and their policies out of what the command line, the configuration and the owners file say. */
final class BudgetPlans {
    private static final String ON_DEMAND = "on-demand";
    private static final String USUAL = "leap";

    private record Entry(Owner owner, Optional<Money> budget, Optional<String> policy) {}

    private final Config config;
    private final Path folder;
    private final List<Setup> setups;
    private final PolicyCatalogue policies;

    BudgetPlans(Config config, Path folder, List<Setup> setups, PolicyCatalogue policies) {
        this.config = config;
        this.folder = folder;
        this.setups = setups;
        this.policies = policies;
    }

    /** Nothing if nobody has a budget: machines are made on demand then. */
    Optional<AutoscalingPolicy> policy() {
        var budget = config.value(ConfigKey.FLEET_BUDGET).map(text -> money("--budget", text));
        var file = config.value(ConfigKey.FLEET_OWNERS).map(folder::resolve);
        if (budget.isEmpty() && file.isEmpty()) {
            var name = config.value(ConfigKey.FLEET_POLICY).orElse(ON_DEMAND);
            if (name.equals(ON_DEMAND)) return Optional.empty();
            throw CliError.usage(
                    "--policy %s spends a budget, and there is none".formatted(name),
                    "example: --policy leap --budget 3 --budget-interval 1h");
        }
        var usual = policyNamed("--policy", config.value(ConfigKey.FLEET_POLICY).orElse(USUAL));
        var owners = new LinkedHashMap<Owner, Budgets.Share>();
        file.ifPresent(path -> owners.putAll(owners(path, budget, usual)));
        requirePrices();
        return Optional.of(new BudgetedPolicy(
                new Budgets(interval(), owners, budget.map(amount -> new Budgets.Share(amount, usual)))));
    }

    private Map<Owner, Budgets.Share> owners(Path file, Optional<Money> budget, OwnerPolicy usual) {
        var owners = new LinkedHashMap<Owner, Budgets.Share>();
        var entries = YamlRecords.read(file, in -> {
            in.allow(Set.of("owner", "budget", "policy"));
            return new Entry(new Owner(in.required("owner")), in.text("budget").map(Money::parse), in.text("policy"));
        });
        for (var entry : entries) {
            var where = "%s: owner %s".formatted(file, entry.owner());
            var amount = entry.budget()
                    .or(() -> budget)
                    .orElseThrow(
                            () -> CliError.usage(where + " has no budget, and there is no --budget for everybody"));
            var policy = entry.policy().map(name -> policyNamed(where, name)).orElse(usual);
            if (owners.put(entry.owner(), new Budgets.Share(amount, policy)) != null)
                throw CliError.usage(where + " is there twice");
        }
        return owners;
    }

    private OwnerPolicy policyNamed(String where, String name) {
        OwnerPolicy policy;
        try {
            policy = policies.policy(name);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(where, wrong.getMessage()));
        }
        // Nobody knows the run times of real work beforehand.
        if (policy.knowsRunTimes()) {
            throw CliError.usage("%s: %s plans with run times that are known beforehand: it is for 'tidewheel lab'"
                    .formatted(where, name.split(":", 2)[0]));
        }
        if (policy instanceof FixedFleet(var machines)) requireSetups(where, machines.keySet());
        return policy;
    }

    private void requireSetups(String where, Set<String> named) {
        var known = setups.stream().map(Setup::id).toList();
        for (var name : named) {
            if (!known.contains(name))
                throw CliError.usage(
                        "%s: fixed wants machines of the setup '%s', which is not in the file: there are %s"
                                .formatted(where, name, String.join(", ", known)));
        }
    }

    private void requirePrices() {
        for (var setup : setups) {
            if (setup.maxVMs() > 0 && setup.billing().pricePerInterval().isZero())
                throw CliError.usage(
                        "setup %s has no price, and budgets are to be kept: give it one".formatted(setup.id()),
                        "example: price: 0.25");
        }
    }

    private Duration interval() {
        var text = config.value(ConfigKey.FLEET_INTERVAL).orElse("1h");
        try {
            var interval = Durations.parse(text);
            if (interval.isZero()) throw new IllegalArgumentException("it is longer than nothing");
            return interval;
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--budget-interval: " + wrong.getMessage());
        }
    }

    private static Money money(String flag, String text) {
        try {
            return Money.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(flag, wrong.getMessage()));
        }
    }
}
