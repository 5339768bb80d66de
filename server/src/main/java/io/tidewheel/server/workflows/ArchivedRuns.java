package io.tidewheel.server.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.workflows.EarlierChains;
import io.tidewheel.controllers.workflows.EarlierRuns;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.WorkflowDocument;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Earlier workflow runs, as the archive has them. */
public final class ArchivedRuns implements EarlierRuns {
    static final Set<ChainState> SUCCEEDED = EnumSet.of(ChainState.SUCCEEDED);
    static final int PAGE = 10_000;

    private final Archive archive;
    private final Executor readers;
    private final Consumer<RunId> stir;

    /**
     * @param readers carries out what waits for the archive while a run goes on
     * @param stir tells the engine that there is news for a run
     */
    public ArchivedRuns(Archive archive, Executor readers, Consumer<RunId> stir) {
        this.archive = archive;
        this.readers = readers;
        this.stir = stir;
    }

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
        if (archive.run(run).isEmpty())
            throw new IllegalStateException(
                    "run %s, of which the rest is to be done, is not there any more".formatted(run));
        for (int from = 0; ; ) {
            var page = archive.chains(run, SUCCEEDED, from, PAGE, true);
            page.forEach(taker);
            if (page.size() < PAGE) return;
            from = page.getLast().id().index() + 1;
        }
    }

    @Override
    public EarlierChains chains(List<RunId> runs) {
        return ArchivedChains.of(archive, runs, readers, stir);
    }
}
