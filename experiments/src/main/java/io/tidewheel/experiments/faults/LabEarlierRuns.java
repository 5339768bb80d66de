package io.tidewheel.experiments.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.workflows.EarlierChains;
import io.tidewheel.controllers.workflows.EarlierRuns;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The workflow runs of a world, of which some are retried and none is resumed. */
record LabEarlierRuns(Archive archive) implements EarlierRuns {
    private static final int MOST_CHAINS = 10_000;

    @Override
    public WorkflowDocument document(RunId run) {
        try {
            return WorkflowDocument.parseFrom(archive.document(run).bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of run %s cannot be read".formatted(run), strange);
        }
    }

    @Override
    public void eachSucceeded(RunId run, Consumer<ChainRecord> taker) {
        archive.chains(run, Set.of(ChainState.SUCCEEDED), 0, MOST_CHAINS, true).forEach(taker);
    }

    @Override
    public EarlierChains chains(List<RunId> runs) {
        return (_, _) -> Optional.of(new EarlierChains.ChainAnswer.Known(Optional.empty()));
    }
}
