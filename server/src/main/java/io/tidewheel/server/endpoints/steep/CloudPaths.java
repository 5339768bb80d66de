package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Setup;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code /setups} and {@code /vms}: the machines that this server makes, if it makes any. */
final class CloudPaths {
    private static final int AT_ONCE = 1_000;

    private final SteepQueries queries;

    CloudPaths(SteepQueries queries) {
        this.queries = queries;
    }

    HttpAnswer setups(AdmittedRequest request) {
        request.query().allow();
        var list = SteepJson.array();
        setups().forEach(setup -> list.add(json(setup)));
        return SteepJson.answer(list);
    }

    HttpAnswer setup(AdmittedRequest request) {
        request.query().allow();
        var id = request.part("id");
        return SteepJson.answer(json(find(id).orElseThrow(() -> PlainErrors.notFound("setup", id))));
    }

    private List<Setup> setups() {
        return queries.server()
                .fleet()
                .map(fleet -> fleet.settings().setups())
                .orElseThrow(() -> PlainErrors.error(404, "There are no setups: the cloud is off"));
    }

    private Optional<Setup> find(String id) {
        return queries.server().fleet().stream()
                .flatMap(fleet -> fleet.settings().setups().stream())
                .filter(setup -> setup.id().equals(id))
                .findFirst();
    }

    private static ObjectNode json(Setup setup) {
        var node = SteepJson.object();
        node.put("id", setup.id());
        node.put("flavor", setup.flavor());
        node.put("imageName", setup.imageName());
        node.put("availabilityZone", setup.availabilityZone());
        node.put("blockDeviceSizeGb", setup.blockDeviceSizeGb());
        SteepJson.putText(node, "blockDeviceVolumeType", setup.blockDeviceVolumeType());
        node.put("minVMs", setup.minVMs());
        node.put("maxVMs", setup.maxVMs());
        node.put("maxCreateConcurrent", setup.maxCreateConcurrent());
        node.set("provisioningScripts", SteepJson.array(setup.provisioningScripts()));
        node.set(
                "providedCapabilities",
                SteepJson.array(setup.providedCapabilities().names()));
        SteepJson.putText(node, "sshUsername", setup.sshUsername());
        var volumes = node.putArray("additionalVolumes");
        for (var volume : setup.additionalVolumes()) {
            var inner = volumes.addObject();
            inner.put("sizeGb", volume.sizeGb());
            SteepJson.putText(inner, "type", volume.type());
            SteepJson.putText(inner, "availabilityZone", volume.availabilityZone());
            SteepJson.putText(inner, "deviceName", volume.deviceName());
        }
        node.set("parameters", SteepJson.of(setup.parameters()));
        var creation = node.putObject("creation");
        creation.set("retries", SteepJson.of(setup.creation().retries()));
        creation.put("lockAfterRetries", setup.creation().lockAfterRetries().toMillis());
        return node;
    }

    /** Newest first. All are read, since they must be counted; there are never very many. */
    HttpAnswer machines(AdmittedRequest request) {
        var query = request.query().allow("size", "offset", "status");
        var page = SteepPage.of(query);
        var status = query.one("status");
        var states = status.map(CloudPaths::states).orElse(Set.of());
        // No machine is ever LEFT: one without its agent is given up.
        var found = status.isPresent() && states.isEmpty() ? List.<MachineRecord>of() : all(states, request.caller());
        var list = SteepJson.array();
        found.stream().skip(page.offset()).limit(page.size()).forEach(machine -> list.add(json(machine)));
        return page.answer(list, found.size());
    }

    private MachineStore store() {
        return queries.server().database().machines();
    }

    /** The machines that the caller may see: not what was made for another owner. */
    private List<MachineRecord> all(Set<MachineState> states, Caller caller) {
        var all = new ArrayList<MachineRecord>();
        Optional<MachineId> last = Optional.empty();
        while (true) {
            var some = store().machines(states, last, AT_ONCE);
            some.stream().filter(machine -> caller.maySee(machine.owner())).forEach(all::add);
            if (some.size() < AT_ONCE) return all;
            last = Optional.of(some.getLast().id());
        }
    }

    private static Set<MachineState> states(String status) {
        var states = EnumSet.noneOf(MachineState.class);
        Arrays.stream(MachineState.values())
                .filter(state -> status(state).equals(status))
                .forEach(states::add);
        if (states.isEmpty() && !status.equals("LEFT"))
            throw PlainErrors.error(400, "There is no status `%s'".formatted(PlainErrors.shown(status)));
        return states;
    }

    /** One that is drained still has its agent. */
    private static String status(MachineState state) {
        return switch (state) {
            case DRAINING -> "RUNNING";
            case CREATING, PROVISIONING, RUNNING, DESTROYING, DESTROYED, ERROR -> state.name();
        };
    }

    HttpAnswer machine(AdmittedRequest request) {
        request.query().allow();
        var id = request.part("id");
        return SteepJson.answer(json(Optional.of(id)
                .filter(MachineId::isOne)
                .flatMap(name -> store().machine(new MachineId(name)))
                .filter(machine -> request.caller().maySee(machine.owner()))
                .orElseThrow(() -> PlainErrors.notFound("VM", id))));
    }

    private ObjectNode json(MachineRecord machine) {
        var node = SteepJson.object();
        node.put("id", machine.id().name());
        SteepJson.putText(node, "externalId", machine.externalId());
        SteepJson.putText(node, "ipAddress", machine.address());
        node.set(
                "setup",
                find(machine.setup())
                        .map(CloudPaths::json)
                        .orElseGet(() -> SteepJson.object().put("id", machine.setup())));
        SteepJson.put(node, "creationTime", Optional.of(machine.created()));
        SteepJson.put(node, "agentJoinTime", machine.agentJoined());
        SteepJson.put(node, "destructionTime", machine.ended());
        node.put("status", status(machine.state()));
        SteepJson.putText(node, "reason", Optional.of(machine.reason()));
        return node;
    }
}
