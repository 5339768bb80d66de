package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.workflows.EarlierChains.ChainAnswer;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Earlier runs without a single chain, whose answers may take their time. */
final class FakeEarlierRuns implements EarlierRuns {
    final Map<RunId, Payload> documents = new HashMap<>();
    /** Who asked for which actions, if it could not be told. */
    final List<String> asked = new ArrayList<>();

    boolean slow;

    @Override
    public WorkflowDocument document(RunId run) {
        try {
            return WorkflowDocument.parseFrom(
                    documents.getOrDefault(run, Payload.NONE).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException(strange);
        }
    }

    @Override
    public void eachSucceeded(RunId run, Consumer<ChainRecord> taker) {}

    @Override
    public EarlierChains chains(List<RunId> runs) {
        return (asker, actions) -> {
            if (!slow) return Optional.of(new ChainAnswer.Known(Optional.empty()));
            asked.add(asker + " " + actions);
            return Optional.empty();
        };
    }
}
