package io.tidewheel.controllers.jobs;

import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/** What earlier lives of a server have kept of runs with jobs. Asked while a controller is opened, so it is quick. */
public interface KeptHistories {
    /** What a program has that keeps nothing: no history of any run. */
    KeptHistories NONE = new KeptHistories() {
        @Override
        public Optional<Instant> started(RunId run) {
            return Optional.empty();
        }

        @Override
        public SortedMap<Integer, Payload> course(RunId run) {
            return Collections.emptySortedMap();
        }
    };

    /** When its first work began, if that is known. */
    Optional<Instant> started(RunId run);

    /** All pieces of its course. */
    SortedMap<Integer, Payload> course(RunId run);
}
