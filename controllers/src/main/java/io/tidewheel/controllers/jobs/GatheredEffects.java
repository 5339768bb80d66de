package io.tidewheel.controllers.jobs;

import io.tidewheel.controllers.ControllerEffects;
import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.ControllerEffects.ChainRelease;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Share;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a controller wants done, until the engine asks for it. */
public final class GatheredEffects {
    private final List<ChainRelease> releases = new ArrayList<>();
    private final List<AgentWord> words = new ArrayList<>();
    private boolean started;
    private boolean wakes;

    /** Somebody works on the run, though no chain of it was leased. */
    public void start() {
        started = true;
    }

    /** There may be chains to be made. */
    public void wake() {
        wakes = true;
    }

    /** Notes that a chain is not wanted any more, for this reason. */
    public void release(int chain, Reason why) {
        releases.add(new ChainRelease(chain, why));
    }

    /** Tells a partition, unasked, up to which count to work. */
    public void tell(SessionId agent, Share share) {
        words.add(new AgentWord(agent, Payload.of(share.toByteArray())));
    }

    /** What another one wants is wanted, too. */
    public void add(ControllerEffects other) {
        started |= other.started();
        wakes |= other.wakes();
        releases.addAll(other.releases());
        words.addAll(other.words());
    }

    public ControllerEffects take() {
        if (!started && !wakes && releases.isEmpty() && words.isEmpty()) return ControllerEffects.NONE;
        var taken = new ControllerEffects(started, wakes, releases, words);
        releases.clear();
        words.clear();
        started = false;
        wakes = false;
        return taken;
    }
}
