package io.tidewheel.server.http;

import io.tidewheel.server.access.Caller;
import java.util.Map;
import java.util.Optional;

/** What the gate says of a request. */
public sealed interface GateDecision {
    /** The request may pass, to this route. The caller is empty on routes that are open. */
    record Admitted(Route route, Map<String, String> parts, Optional<Caller> caller) implements GateDecision {}

    record Refused(HttpProblem problem) implements GateDecision {}
}
