package io.tidewheel.server.endpoints.agents;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.LaneRecord;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.OutputReader;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.endpoints.OutputReaders;
import io.tidewheel.server.endpoints.agents.OutputFlows.Permit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Decides from what was submitted, whatever an agent says, whether the output of a chain may pass without being kept. */
final class OutputPermits implements OutputFlows.Facts {
    private static final int MOST_REMEMBERED = 1_000;

    private final Archive archive;
    private final Map<ChainId, Permit> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ChainId, Permit> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    OutputPermits(Archive archive) {
        this.archive = archive;
    }

    @Override
    public synchronized Permit permit(ChainId chain) {
        var known = remembered.get(chain);
        if (known != null) return known;
        var found = find(chain);
        remembered.put(chain, found);
        return found;
    }

    @Override
    public long storedEnd(ChainId chain, int attempt, LogStream stream) {
        return archive.outputEnd(chain, attempt, stream);
    }

    @Override
    public OutputReader reader(long run) {
        return OutputReaders.find(archive, run);
    }

    private Permit find(ChainId id) {
        var run = archive.run(id.run());
        var chain = archive.chain(id);
        // Of a run that is gone nothing is kept, whatever comes; the chains of an array are in its only lane.
        if (run.isEmpty()) return Permit.IS_KEPT;
        var body = chain.map(ChainRecord::body).orElse(Payload.NONE);
        int lane = chain.map(ChainRecord::lane).orElse(0);
        if (!asks(body.isEmpty() ? template(run.get(), lane) : body)) return Permit.REFUSED;
        boolean single = run.get().spec().kind() == RunKind.TASKS && id.index() == 0;
        return single ? Permit.PASSES : Permit.IS_KEPT;
    }

    private static Payload template(RunRecord run, int lane) {
        return run.lanes().stream()
                .filter(each -> each.id().number() == lane)
                .findFirst()
                .map(LaneRecord::spec)
                .map(spec -> spec.template())
                .orElse(Payload.NONE);
    }

    private static boolean asks(Payload work) {
        try {
            return Work.parseFrom(work.bytes()).getPassOutput();
        } catch (InvalidProtocolBufferException strange) {
            return false;
        }
    }
}
