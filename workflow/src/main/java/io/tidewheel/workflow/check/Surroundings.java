package io.tidewheel.workflow.check;

import io.tidewheel.model.Need;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a workflow is checked against.
 *
 * @param services those there are; if empty, nothing is said about services
 * @param offered whether somebody can offer capabilities and amounts, now or ever; if empty, nothing is said about that
 */
public record Surroundings(
        Optional<Map<String, Service>> services, Map<String, Macro> macros, Optional<Predicate<Need>> offered) {
    public static final Surroundings NONE = new Surroundings(Optional.empty(), Map.of(), Optional.empty());

    public static Surroundings of(Map<String, Service> services) {
        return new Surroundings(Optional.of(services), Map.of(), Optional.empty());
    }

    public Surroundings with(Map<String, Macro> newMacros) {
        return new Surroundings(services, newMacros, offered);
    }

    public Surroundings offering(Predicate<Need> whoOffers) {
        return new Surroundings(services, macros, Optional.of(whoOffers));
    }
}
