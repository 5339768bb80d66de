package io.tidewheel.server.endpoints.rest.report;

/**
 * A chain on the line of time, in seconds after the beginning of its run.
 *
 * @param agent the number of the agent that had it last
 * @param service the number of what it did
 * @param added when it began to wait
 */
public record TimelineBar(int agent, int service, Kind kind, int index, double added, double from, double to) {
    /** How it stands; the later ones outshine the earlier ones where there is room for one only. */
    public enum Kind {
        SUCCEEDED(0),
        RUNNING(1),
        CANCELLED(2),
        FAILED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** By which pictures know it. */
        public int code() {
            return code;
        }
    }
}
