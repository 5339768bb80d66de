package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.jobs.KeptHistory;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.LostAction;
import io.tidewheel.protocol.wire.LostActions;
import io.tidewheel.workflow.chains.WorkflowOutcome.LeftOver;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Actions that plug-ins took out of the chains of a workflow, as they are kept in the course of its run: no chain tells of them. */
final class ActionLosses {
    private ActionLosses() {}

    /** The number of a piece of the course, counted from 0. */
    static int piece(int number) {
        return KeptHistory.FIRST_LOSSES + number;
    }

    static Payload bytes(List<LeftOver> losses) {
        var wire = LostActions.newBuilder();
        for (var loss : losses)
            wire.addLost(LostAction.newBuilder().setAction(loss.action()).setReason(loss.reason()));
        return Payload.of(wire.build().toByteArray());
    }

    /** The pieces of the course that are about lost actions. */
    static SortedMap<Integer, Payload> pieces(SortedMap<Integer, Payload> course) {
        return course.headMap(KeptHistory.FIRST_STANDING);
    }

    /** Throws IllegalStateException if they cannot be read: what was taken out must not be done. */
    static List<LeftOver> read(SortedMap<Integer, Payload> pieces) {
        var losses = new ArrayList<LeftOver>();
        for (var piece : pieces.values()) {
            try {
                for (var lost : LostActions.parseFrom(piece.bytes()).getLostList())
                    losses.add(new LeftOver(lost.getAction(), lost.getReason()));
            } catch (InvalidProtocolBufferException strange) {
                throw new IllegalStateException("what plug-ins took out of a workflow cannot be read", strange);
            }
        }
        return losses;
    }
}
