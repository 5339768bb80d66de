package io.tidewheel.server.host;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.plugins.MachinesProvider.MachinesOpener;

/**
 * The machines that a server makes on demand.
 *
 * @param machines opens whoever makes them, once the server's own address is known
 * @param endWithServer whether they go when the server is stopped in good order
 */
public record FleetPlan(
        FleetSettings settings, AutoscalingPolicy policy, MachinesOpener machines, boolean endWithServer) {
    /** The engine's settings, with what these machines offer. */
    EngineSettings offeredBy(EngineSettings engine) {
        return engine.withOnDemand(settings.setups().stream()
                .filter(setup -> setup.maxVMs() > 0)
                .map(setup -> new EngineSettings.OnDemand(
                        setup.providedCapabilities(), setup.size().amounts()))
                .toList());
    }
}
