package io.tidewheel.cli.workflows;

import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.simulation.whatif.WhatIf.Offer;

/** What a policy makes of a budget, if there is as little to do as can be, and if there is as much. */
record ForecastOffer(Offer least, Offer most) {
    String name() {
        return most.isDeployable() ? most.policy() : most.policy() + " (lab)";
    }

    String takes() {
        return range(HumanNumbers.duration(least.takes()), HumanNumbers.duration(most.takes()));
    }

    String cost() {
        return range(least.cost().toString(), most.cost().toString());
    }

    private static String range(String from, String to) {
        return from.equals(to) ? to : "%s to %s".formatted(from, to);
    }
}
