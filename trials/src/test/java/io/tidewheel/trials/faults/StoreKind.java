package io.tidewheel.trials.faults;

import io.tidewheel.testing.RealPostgres;
import java.util.Optional;

/** Where a server keeps its state. */
enum StoreKind {
    EMBEDDED,
    POSTGRES;

    /** An empty database, if it is not in the data folder. */
    Optional<RealPostgres.Database> database() {
        return this == EMBEDDED
                ? Optional.empty()
                : Optional.of(RealPostgres.shared().createDatabase());
    }
}
