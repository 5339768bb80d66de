package io.tidewheel.bench.steep;

import java.util.List;

/**
 * An agent in the timeline.
 *
 * @param offers the name of the capability set that it offers
 * @param joined when it came, in seconds since the beginning
 * @param killed when it was killed; not a number if it was not
 */
record AgentRow(String agent, String offers, double joined, double killed, List<ChainBar> bars) {
    AgentRow {
        bars = List.copyOf(bars);
    }
}
