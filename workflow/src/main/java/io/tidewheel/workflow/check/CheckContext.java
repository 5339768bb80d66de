package io.tidewheel.workflow.check;

import io.tidewheel.model.RequiredResources;
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
public record CheckContext(
        Optional<Map<String, Service>> services,
        Map<String, Macro> macros,
        Optional<Predicate<RequiredResources>> offered) {
    public static final CheckContext NONE = new CheckContext(Optional.empty(), Map.of(), Optional.empty());

    public static CheckContext of(Map<String, Service> services) {
        return new CheckContext(Optional.of(services), Map.of(), Optional.empty());
    }

    public CheckContext with(Map<String, Macro> newMacros) {
        return new CheckContext(services, newMacros, offered);
    }

    public CheckContext offering(Predicate<RequiredResources> whoOffers) {
        return new CheckContext(services, macros, Optional.of(whoOffers));
    }
}
