package io.tidewheel.server.steep;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Setup;
import io.tidewheel.server.Caller;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;
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

    private final Desk desk;

    CloudPaths(Desk desk) {
        this.desk = desk;
    }

    Answer setups(Request request) {
        request.query().allow();
        var list = Json.array();
        setups().forEach(setup -> list.add(json(setup)));
        return Json.answer(list);
    }

    Answer setup(Request request) {
        request.query().allow();
        var id = request.part("id");
        return Json.answer(json(find(id).orElseThrow(() -> PlainErrors.notFound("setup", id))));
    }

    private List<Setup> setups() {
        return desk.server()
                .fleet()
                .map(fleet -> fleet.settings().setups())
                .orElseThrow(() -> PlainErrors.error(404, "There are no setups: the cloud is off"));
    }

    private Optional<Setup> find(String id) {
        return desk.server().fleet().stream()
                .flatMap(fleet -> fleet.settings().setups().stream())
                .filter(setup -> setup.id().equals(id))
                .findFirst();
    }

    private static ObjectNode json(Setup setup) {
        var node = Json.object();
        node.put("id", setup.id());
        node.put("flavor", setup.flavor());
        node.put("imageName", setup.imageName());
        node.put("availabilityZone", setup.availabilityZone());
        node.put("blockDeviceSizeGb", setup.blockDeviceSizeGb());
        Json.putText(node, "blockDeviceVolumeType", setup.blockDeviceVolumeType());
        node.put("minVMs", setup.minVMs());
        node.put("maxVMs", setup.maxVMs());
        node.put("maxCreateConcurrent", setup.maxCreateConcurrent());
        node.set("provisioningScripts", Json.array(setup.provisioningScripts()));
        node.set("providedCapabilities", Json.array(setup.providedCapabilities().names()));
        Json.putText(node, "sshUsername", setup.sshUsername());
        var volumes = node.putArray("additionalVolumes");
        for (var volume : setup.additionalVolumes()) {
            var inner = volumes.addObject();
            inner.put("sizeGb", volume.sizeGb());
            Json.putText(inner, "type", volume.type());
            Json.putText(inner, "availabilityZone", volume.availabilityZone());
            Json.putText(inner, "deviceName", volume.deviceName());
        }
        node.set("parameters", Json.of(setup.parameters()));
        var creation = node.putObject("creation");
        creation.set("retries", Json.of(setup.creation().retries()));
        creation.put("lockAfterRetries", setup.creation().lockAfterRetries().toMillis());
        return node;
    }

    /** Newest first. All are read, since they must be counted; there are never very many. */
    Answer machines(Request request) {
        var query = request.query().allow("size", "offset", "status");
        var page = Page.of(query);
        var status = query.one("status");
        var states = status.map(CloudPaths::states).orElse(Set.of());
        // No machine is ever LEFT: one without its agent is given up.
        var found = status.isPresent() && states.isEmpty() ? List.<MachineRecord>of() : all(states, request.caller());
        var list = Json.array();
        found.stream().skip(page.offset()).limit(page.size()).forEach(machine -> list.add(json(machine)));
        return page.answer(list, found.size());
    }

    private MachineStore store() {
        return desk.server().database().machines();
    }

    /** Those that the caller may see: not what was made for another owner. */
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

    Answer machine(Request request) {
        request.query().allow();
        var id = request.part("id");
        return Json.answer(json(Optional.of(id)
                .filter(MachineId::isOne)
                .flatMap(name -> store().machine(new MachineId(name)))
                .filter(machine -> request.caller().maySee(machine.owner()))
                .orElseThrow(() -> PlainErrors.notFound("VM", id))));
    }

    private ObjectNode json(MachineRecord machine) {
        var node = Json.object();
        node.put("id", machine.id().name());
        Json.putText(node, "externalId", machine.externalId());
        Json.putText(node, "ipAddress", machine.address());
        node.set(
                "setup",
                find(machine.setup())
                        .map(CloudPaths::json)
                        .orElseGet(() -> Json.object().put("id", machine.setup())));
        Json.put(node, "creationTime", Optional.of(machine.created()));
        Json.put(node, "agentJoinTime", machine.agentJoined());
        Json.put(node, "destructionTime", machine.ended());
        node.put("status", status(machine.state()));
        Json.putText(node, "reason", Optional.of(machine.reason()));
        return node;
    }
}
