package io.tidewheel.controllers.tasks;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.RetryDocument;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which tasks of an ended run are run again, and what they are made of. It is kept with the new run, so that whoever finds that unfinished can go on with it: an ended run
 * does not change, and gives the same tasks in the same order to everybody who asks.
 *
 * @param failed only those that did not succeed
 * @param named only these, by their indexes; all if it is empty
 */
public record RetrySelection(boolean failed, Optional<BitSet> named) {
    private static final Set<ChainState> UNSUCCESSFUL = EnumSet.of(ChainState.FAILED, ChainState.CANCELLED);

    /** Empty if a run was made by a version that kept nothing of this. */
    public static Optional<RetrySelection> of(Payload document) {
        if (document.isEmpty()) return Optional.empty();
        try {
            var read = RetryDocument.parseFrom(document.bytes());
            return Optional.of(new RetrySelection(
                    read.getFailed(),
                    read.hasTasks() ? Optional.of(BitSet.valueOf(read.getTasks().toByteArray())) : Optional.empty()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("what a run is a retry of cannot be read", strange);
        }
    }

    public Payload document() {
        var document = RetryDocument.newBuilder().setVersion(1).setFailed(failed);
        named.ifPresent(tasks -> document.setTasks(ByteString.copyFrom(tasks.toByteArray())));
        return Payload.of(document.build().toByteArray());
    }

    /** In which of them tasks are chosen; empty means all. */
    public Set<ChainState> states() {
        return failed ? UNSUCCESSFUL : Set.of();
    }

    private boolean has(int index) {
        return named.map(tasks -> tasks.get(index)).orElse(true);
    }

    /** The chains to be made anew: of the given ones, which are in the wanted states, those that are chosen. */
    public List<NewChain> of(List<ChainRecord> chains) {
        return chains.stream()
                .filter(chain -> has(chain.id().index()))
                .map(chain -> new NewChain(chain.parameter(), chain.body()))
                .toList();
    }

    /**
     * The chains to be made of those of an array that never came into being, because it was ended early.
     *
     * @param first the index of the first to be looked at
     * @param end the index behind the last
     */
    public List<NewChain> unmade(IndexRange array, int first, int end) {
        var chains = new ArrayList<NewChain>();
        for (int index = first; index < end; index++)
            if (has(index)) chains.add(new NewChain(Long.toString(array.value(index)), Payload.NONE));
        return chains;
    }
}
