package io.tidewheel.model;

/** A chain that was moved from one state to another. */
public record MovedChain(LaneId lane, int index) {
    public ChainId chain() {
        return new ChainId(lane.run(), index);
    }
}
