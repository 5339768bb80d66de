package io.tidewheel.trials.faults;

import io.tidewheel.testing.RealPostgres;
import java.nio.file.Path;
import java.util.List;

/** Where a server keeps its state. */
enum StoreKind {
    EMBEDDED,
    POSTGRES;

    /** The arguments that make a server use an empty store of this kind. */
    List<String> arguments(Path folder) {
        var data = "data=" + folder.resolve("data");
        if (this == EMBEDDED) return List.of(data);
        return arguments(folder, RealPostgres.shared().createDatabase());
    }

    static List<String> arguments(Path folder, RealPostgres.Database database) {
        return List.of(
                "data=" + folder.resolve("data"),
                "database=" + database.jdbcUrl() + "?user=" + database.user() + "&password=" + database.password());
    }
}
