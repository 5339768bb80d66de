package io.tidewheel.bench.steep;

import java.math.BigDecimal;
import java.util.Collections;

/** The files of an experiment: services, workflow and setups, as a user of Steep would write them. */
final class SteepFiles {
    private SteepFiles() {}

    static String services(SteepExperiment experiment) {
        var seconds = BigDecimal.valueOf(experiment.length().toNanos(), 9)
                .stripTrailingZeros()
                .toPlainString();
        var text = new StringBuilder();
        for (var set : CapabilitySet.ALL) {
            text.append("""
                - id: work-%s
                  name: work for %s
                  description: takes its time
                  path: sleep
                  runtime: sleep
                  requiredCapabilities: %s
                  parameters:
                    - {id: seconds, name: seconds, description: how long, type: input, cardinality: 1..1, default: "%s"}
                """.formatted(set.id(), set.name(), set.capabilities(), seconds));
        }
        return text.toString();
    }

    /** A loop for each capability set: independent chains of one command each. */
    static String workflow(SteepExperiment experiment) {
        var vars = new StringBuilder();
        var actions = new StringBuilder();
        for (var set : CapabilitySet.ALL) {
            int count = experiment.chainsBySet().getOrDefault(set.name(), 0);
            vars.append("  - {id: items-%s, value: [%s]}\n"
                    .formatted(set.id(), String.join(",", Collections.nCopies(count, "0"))));
            actions.append("""
                  - type: for
                    id: loop-%s
                    input: items-%1$s
                    enumerator: item-%1$s
                    actions:
                      - {type: execute, id: chain-%1$s, service: work-%1$s}
                """.formatted(set.id()));
        }
        return "api: 4.7.0\nname: steep experiment %d\nvars:\n%sactions:\n%s"
                .formatted(experiment.number(), vars, actions);
    }

    static String setups() {
        var text = new StringBuilder();
        for (var set : CapabilitySet.ALL) {
            text.append("""
                - id: %s
                  flavor: local
                  imageName: none
                  availabilityZone: here
                  blockDeviceSizeGb: 0
                  maxVMs: %d
                  maxCreateConcurrent: %d
                  providedCapabilities: %s
                """.formatted(set.id(), set.machines(), set.machines(), set.capabilities()));
        }
        return text.toString();
    }
}
