package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The machines that a server makes, as far as they have prices: of others no cost can be foretold. */
final class PricedSetups {
    private PricedSetups() {}

    static List<Setup> of(ApiClient api) {
        var setups = new ArrayList<Setup>();
        for (var node : api.get("/setups").path("items")) {
            var setup = setup(node);
            if (!setup.billing().pricePerInterval().isZero()) setups.add(setup);
        }
        return setups;
    }

    private static Setup setup(JsonNode node) {
        var offers = new ArrayList<String>();
        node.path("providedCapabilities").forEach(name -> offers.add(name.asString()));
        var interval = seconds(node, "billingInterval");
        return Setup.of(RunColumns.text(node, "id"), Capabilities.of(offers), (int) JsonText.number(node, "maxVMs"))
                .withAgents(
                        (int) JsonText.number(node, "agents"), Setup.Size.ofSlots((int) JsonText.number(node, "slots")))
                .withBilling(new Billing(Money.parse(RunColumns.text(node, "price")), interval))
                .withBootDelay(seconds(node, "bootDelay"));
    }

    private static Duration seconds(JsonNode node, String field) {
        return Duration.ofNanos(Math.round(JsonText.decimal(node, field) * 1e9));
    }
}
