package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.ServerMessage;
import org.junit.jupiter.api.Test;

class AssignmentReaderTest {
    private final AssignmentReader assignments = new AssignmentReader();

    @Test
    void chainsAreAsUnhurriedAsTheirLane() {
        var message = ServerMessage.newBuilder()
                .addLanes(lane(0).setUnhurried(true))
                .addLanes(lane(1))
                .addAssignments(assignment(10, 0))
                .addAssignments(assignment(11, 1))
                .build();
        var chains = assignments.read(message, 0);
        assertThat(chains).extracting(chain -> chain.defect).containsOnlyNulls();
        assertThat(chains).extracting(chain -> chain.unhurried).containsExactly(true, false);
    }

    private static Lane.Builder lane(int number) {
        return Lane.newBuilder().setRun(1).setLane(number).setTemplate(TestCommands.NOOP.toByteString());
    }

    private static ChainAssignment.Builder assignment(int index, int lane) {
        return ChainAssignment.newBuilder()
                .setRun(1)
                .setIndex(index)
                .setAttempt(1)
                .setLane(lane);
    }
}
